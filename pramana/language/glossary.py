"""Words of one language in the other: English and Nepali, as the papers of offices use them.

The words are data in `glossary.txt`. They are no dictionary: they say which words of a question may
stand for which words of a paper in another script.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from pramana.language.scripts import contains_devanagari
from pramana.language.stems import stem
from pramana.language.tokens import fold

MOST_WORDS = 3
"""Translations of one word that are searched for."""

MIN_HEAD = 6
"""Letters of the beginning by which a German compound is known."""

LIMITS = ("सम्म", "संम", "देखि", "भित्र", "भन्दा", "भंदा", "अनुसार")
"""Postpositions that stems keep: बजेसम्म, मितिदेखि."""


@cache
def _meanings() -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    text = files(__package__).joinpath("glossary.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if "|" in line and not line.startswith("#"))
    sides = (line.split("|") for line in lines)
    return tuple((tuple(english.split()), tuple(nepali.split())) for english, nepali in sides)


@cache
def glossary_words() -> frozenset[str]:
    """Every word of the glossary, in both languages."""
    return frozenset(word for sides in _meanings() for side in sides for word in side)


@cache
def _words_by_stem() -> dict[str, tuple[str, ...]]:
    """The words of the other language, by the stem of each word."""
    found: dict[str, dict[str, None]] = {}
    for english, nepali in _meanings():
        for own, other in ((english, nepali), (nepali, english)):
            for word in own:
                found.setdefault(stem(fold(word)), {}).update(dict.fromkeys(other))
    return {each: tuple(words) for each, words in found.items()}


@cache
def translations(word_stem: str) -> frozenset[str]:
    """The stems that a stem may stand for in the other language; none for unknown words.

    >>> stem("भाडा") in translations(stem("rented"))
    True
    """
    return frozenset(stem(fold(word)) for word in _words_for(word_stem))


@cache
def _latin_words() -> dict[str, tuple[str, ...]]:
    """English words in German, French, Italian and Spanish and the other way round, by the stem of
    each."""
    text = files(__package__).joinpath("bill_words.txt").read_text("utf-8")
    found: dict[str, dict[str, None]] = {}
    for line in text.splitlines():
        if "|" in line and not line.startswith("#"):
            english, others = (side.split() for side in line.split("|"))
            for own, other in ((english, others), (others, english)):
                for word in own:
                    found.setdefault(stem(fold(word)), {}).update(dict.fromkeys(other))
    return {each: tuple(words) for each, words in found.items()}


@cache
def bill_words(word_stem: str) -> frozenset[str]:
    """The stems that an English one may stand for in German, French, Italian or Spanish, and the
    other way round; a German compound stands for what it begins with.

    >>> stem("acompte") in bill_words(stem("advance")), "heat" in bill_words("heizkostenanteil")
    (True, True)
    """
    return frozenset(stem(fold(word)) for word in latin_words(word_stem))


def latin_words(word_stem: str) -> tuple[str, ...]:
    """The words that `bill_words` stems."""
    known = _latin_words()
    heads = (word_stem[:end] for end in range(len(word_stem) - 3, MIN_HEAD - 1, -1))
    head = next((each for each in (word_stem, *heads) if each in known), "")
    return known.get(head, ())


def _words_for(word_stem: str) -> tuple[str, ...]:
    """The words for a stem, or for what is left of it without a postposition."""
    known = _words_by_stem()
    bare = next((word_stem.removesuffix(each) for each in LIMITS if word_stem.endswith(each)), "")
    return known.get(word_stem) or known.get(stem(bare), ())


def translated_words(word_stems: Iterable[str]) -> list[str]:
    """Words of the other language to search for in the place of these.

    >>> translated_words([stem("tender")])
    ['बोलपत्र', 'टेन्डर']
    """
    words = [word for each in word_stems for word in _words_for(each)[:MOST_WORDS]]
    return list(dict.fromkeys(words))


def nepali_words() -> frozenset[str]:
    """All Nepali words of the glossary."""
    return frozenset(word for _, nepali in _meanings() for word in nepali)


def is_english_word(word: str) -> bool:
    """Whether the glossary knows a word as English: "bank" is no sign of Nepali."""
    return not contains_devanagari(word) and stem(word) in _words_by_stem()
