"""One word in two scripts, known by its sounds: names, and words that Nepali took from English.

रातोपुल is Ratopul, and कुलेन्ट is "coolant". English spelling is first brought nearer to what is
said: the g of "gel" and the c of "licence" are soft, and an e at the end is silent.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from pramana.language.names.pronunciation import fold_sounds, read_word
from pramana.language.names.sounds import Sounds, similarity
from pramana.language.scripts import contains_devanagari
from pramana.language.stems import stem
from pramana.language.tokens import fold

ALIKE = 0.85
"""How similar two words must sound. Of 640 Nepali words of notices and bills, 25 that the glossary
lacks find one above it among 1,600 English words, and for 24 of them it is the same word."""

FEWEST_SOUNDS, FEWEST_OF_WORD = 3, 4
"""Sounds that a name must have to be known by them, and those that any other word must have."""

LONG_STEM, ENDING = 4, 2
"""Sounds of a Nepali stem that is known by them although it lost its ending, and how many sounds
that had."""

SPOKEN = (
    (re.compile(r"g(?=[eiy])"), "j"),
    (re.compile(r"c(?=[eiy]|\Z)"), "s"),
    (re.compile(r"sch"), "sk"),
    (re.compile(r"ow(?=[^aeiou])"), "au"),
    (re.compile(r"(?<=[^aeiou]{1})(?<=\w{3})e\Z"), ""),
)
"""English letters as they are said; stems end in c where the word ends in "ce"."""


def words_alike(word: str, words: Iterable[str]) -> frozenset[str]:
    """Those of the words, in the other script, that sound like this one.

    >>> sorted(words_alike("कुलेन्ट", ["coolant", "client", "कुल"]))
    ['coolant']
    """
    devanagari, sounds = contains_devanagari(word), _sounds(word)
    if len(sounds) < FEWEST_OF_WORD:
        return frozenset()
    others = (
        each
        for each in words
        if contains_devanagari(each) != devanagari and _sounds(each)[:1] == sounds[:1]
    )
    return frozenset(each for each in others if sounds_alike(word, each))


def sounds_alike(one: str, other: str) -> bool:
    """Whether two words in different scripts are one word, as far as their sounds tell; the endings
    of the Nepali one do not matter."""
    latin, nepali = sorted((one, other), key=contains_devanagari)
    said, stemmed = _sounds(latin), _sounds(nepali)
    if min(len(said), len(stemmed)) < FEWEST_SOUNDS or abs(len(said) - len(stemmed)) > ENDING:
        return False
    if said == stemmed or (len(stemmed) >= LONG_STEM and said.startswith(stemmed)):
        return True
    return similarity(_spoken(latin), _spoken(nepali)) >= ALIKE


@lru_cache(maxsize=1 << 15)
def _sounds(word: str) -> str:
    return fold_sounds(_spoken(word))


@lru_cache(maxsize=1 << 15)
def _spoken(word: str) -> Sounds:
    folded = fold(word)
    if contains_devanagari(folded):
        return read_word(stem(folded))
    for pattern, letters in SPOKEN:
        folded = pattern.sub(letters, folded)
    return read_word(folded)
