"""Nepali written in Latin letters: the same question in Devanagari, as documents spell it."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from pramana.chat.domain.question_shapes import ROMANISED_SPELLINGS, is_romanised_nepali
from pramana.chat.domain.question_words import words_of
from pramana.language.glossary import nepali_words, translated_words
from pramana.language.names.normalisation import letter_name
from pramana.language.names.sounds import fold_sounds, read_word, similarity
from pramana.language.names.transliteration import spellings
from pramana.language.scripts import contains_devanagari
from pramana.language.stems import stem
from pramana.language.tokens import fold, terms, tokens

INTERROGATIVES = words_of("INTERROGATIVES")
MOST_SPELLINGS = 3
TRIED_SPELLINGS, MOST_OF_A_NAME = 400, 48
"""Spellings of a name in Devanagari that are tried, and those that are searched for."""

LONGEST_ABBREVIATION = 4

PRESENT = re.compile(r"(?P<root>\w{2,}n)ch?ha?")
"""Verbs of the present: "kholincha", "pauncha"."""

VIRAMA = "\u094d"
POSTPOSITIONS = ("को", "का", "की", "ले", "लाई", "मा", "बाट", "सँग", "देखि", "सम्म", "भन्दा", "हरू")


def in_devanagari(question: str) -> str:
    """A romanised question in Devanagari; other questions are returned as they are.

    >>> in_devanagari("kul jamma kati cha?"), in_devanagari("How much?")
    ('कुल जम्मा कति छ', 'How much?')
    """
    if not is_romanised_nepali(question):
        return question
    return _joined(_spelling(word) for word in terms(question))


def search_text(question: str) -> str:
    """What a romanised question is searched with: itself, and its likely spellings."""
    if not is_romanised_nepali(question):
        return question
    more = [
        spelling
        for word in terms(question)
        if word.isalpha()
        for spelling in _likely_spellings(word)
        if spelling not in POSTPOSITIONS
    ]
    return f"{question} {' '.join(more)}"


def _likely_spellings(word: str) -> Sequence[str]:
    common = ROMANISED_SPELLINGS.get(word) or _common_words_by_sound().get(_sound(word))
    return [common] if common else spellings(word, MOST_SPELLINGS)


def respell(question: str, texts: Sequence[str]) -> str:
    """The question in Devanagari, each word as these texts spell it where it sounds the same."""
    if not is_romanised_nepali(question) or not any(map(contains_devanagari, texts)):
        return question
    known = _words_by_sound(tuple(texts))
    words = []
    for word in terms(question):
        own = _abbreviation(word, texts) or _likest(word, known.get(_sound(word), ()))
        words.append(ROMANISED_SPELLINGS.get(word) or own or _spelling(word))
    return _joined(words)


def _abbreviation(word: str, texts: Sequence[str]) -> str:
    """The word as these texts spell it by the names of its letters: "opd" is ओ.पी.डी."""
    names = [letter_name(letter) for letter in word.lower()]
    if not word.isalpha() or not 1 < len(word) <= LONGEST_ABBREVIATION:
        return ""
    spelled = (f"{'.'.join(names)}.", "".join(names))
    return next((each for each in spelled if any(each in text for text in texts)), "")


def _likest(word: str, words: Sequence[str]) -> str:
    """The one of these words that sounds most like this one."""
    sounds = read_word(word)
    return max(words, key=lambda each: similarity(sounds, read_word(each)), default="")


def devanagari_spellings(name: str) -> list[str]:
    """A name as Devanagari may spell it, a spelling for each stem."""
    if contains_devanagari(name):
        return []
    by_stem = {stem(fold(each)): each for each in spellings(name, TRIED_SPELLINGS)}
    return list(by_stem.values())[:MOST_OF_A_NAME]


@lru_cache(maxsize=64)
def _words_by_sound(texts: tuple[str, ...]) -> dict[str, list[str]]:
    """The words of these texts by how they sound, in their order."""
    found: dict[str, dict[str, None]] = {}
    for text in texts:
        words = [token.term for token in tokens(text) if contains_devanagari(token.term)]
        for word in words:
            found.setdefault(_sound(word), {})[word] = None
            found.setdefault(_sound(stem(word)), {})[_without_ending(word)] = None
        for one, other in pairwise(words):  # "gharbhada" for घर भाडा
            found.setdefault(_sound(one) + _sound(other), {})[f"{one} {other}"] = None
    return {sound: list(own) for sound, own in found.items()}


@cache
def _common_words_by_sound() -> dict[str, str]:
    return {_sound(word): word for word in sorted(nepali_words(), reverse=True)}


def _without_ending(word: str) -> str:
    ending = next((each for each in POSTPOSITIONS if word.endswith(each)), "")
    return word.removesuffix(ending) if len(word) > len(ending) + 1 else word


def _sound(word: str) -> str:
    return fold_sounds(read_word(word))


def _spelling(word: str) -> str:
    if not word.isalpha() or contains_devanagari(word):
        return word
    known = ROMANISED_SPELLINGS.get(word) or _common_words_by_sound().get(_sound(word))
    meant = translated_words([stem(word)])  # "office ko bill" mixes the languages
    if known or meant:
        return known or meant[0]
    verb = PRESENT.fullmatch(word)
    spelled = next(iter(spellings(verb["root"] if verb else word, 1)), word)
    return f"{spelled.rstrip(VIRAMA)}{VIRAMA}छ" if verb else spelled


def _joined(words: Iterable[str]) -> str:
    """Words with their postpositions attached, as Nepali writes them; "को हो" asks who it is."""
    spelled = list(words)
    asks_other = any(word in INTERROGATIVES and word != "को" for word in spelled)
    joined: list[str] = []
    for before, word, following in zip(["", *spelled], spelled, [*spelled[1:], ""], strict=False):
        asks_who = word == "को" and following in ("हो", "हुन्") and not asks_other
        asks_who = asks_who or (word == "को" and "को" in (before, following))  # को को: who all
        if joined and word in POSTPOSITIONS and not asks_who:
            joined[-1] += word
        else:
            joined.append(word)
    return " ".join(joined)
