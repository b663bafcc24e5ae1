"""Ordinary words, which name nobody and nothing by themselves, in both scripts.

Nepali has no capitals, and English writes headings with them: only the words tell a name from what
stands beside it. The lists are data: `ordinary_words.txt`, made by `training/ordinary_words.py`,
and the glossary of office words.
"""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from pramana.language.glossary import glossary_words
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging.english_model import english_dictionary
from pramana.language.tagging.words import is_known, sound, split_ending

_NOUN_ENDINGS = re.compile(
    r".{2,}(?:tions?|sions?|ments?|ances?|ences?|ness|ships?|ities|ility|ivity|arity|ography|ology|isms?)$"
)
"""Endings of nouns for acts and states, which no name of a person or place has."""

_FUNCTION_WORDS = """
about above across after against along among around at before behind below beside between beyond by
despite down during except for from in inside into near of off on onto out outside over past per
since than through throughout till to toward under until up upon versus via with within without and
but or nor so yet if because although though while whereas whether unless who whom whose which what
when where why how he she it they we you his her its their our your my this that these those all any
both each every few many most some such no not only own same will shall can may must should would
"""
_PLURALS = (("ies", "y"), ("es", ""), ("s", ""))
_VERB_FORMS = (("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))


def is_ordinary(word: str) -> bool:
    """Whether a word of either script is an ordinary one, in any number or case.

    >>> is_ordinary("निर्णय"), is_ordinary("Extension"), is_ordinary("उपाध्याय"), is_ordinary("Rai")
    (True, True, False, False)
    """
    if contains_devanagari(word):
        stem = split_ending(word)[0]
        return sound(stem) in _nepali() and not is_known(stem)
    lowered = word.lower().strip(".,:;()'’\"")
    return bool(_NOUN_ENDINGS.match(lowered)) or not _english().isdisjoint(singulars(lowered))


def singulars(word: str) -> list[str]:
    """The English word itself, and what it may be the plural of."""
    return [word, *_without(word, _PLURALS)]


def is_in_dictionary(word: str) -> bool:
    """Whether an English dictionary has the word, which may be a city or a surname too."""
    lowered = word.lower().strip(".,:;()'’\"")
    return lowered in _english() or not english_dictionary().isdisjoint(singulars(lowered))


def is_verb_form(word: str) -> bool:
    """Whether a word is the past or the participle of one in the dictionary: Closed, Pending."""
    return not english_dictionary().isdisjoint(_without(word.lower(), _VERB_FORMS))


def _without(word: str, endings: Iterable[tuple[str, str]]) -> list[str]:
    return [word.removesuffix(end) + rest for end, rest in endings if word.endswith(end)]


@cache
def _nepali() -> frozenset[str]:
    listed = files(__package__).joinpath("ordinary_words.txt").read_text("utf-8").split()
    own = (word for word in glossary_words() if contains_devanagari(word))
    return frozenset(sound(split_ending(word)[0]) for word in (*listed, *own))


@cache
def _english() -> frozenset[str]:
    listed = (word.lower() for word in glossary_words() if word.isascii())
    return frozenset((*listed, *_FUNCTION_WORDS.split()))
