"""The words in which people correct a record (`words.txt`), and field names as people say them."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from pramana.extraction.domain.reading.labels import normalise_name


def _read_lists() -> Mapping[str, tuple[str, ...]]:
    lines = files(__package__).joinpath("words.txt").read_text("utf-8").splitlines()
    named = (line.partition(":") for line in lines if line and not line.startswith("#"))
    return {name: tuple(entries.strip().split(" | ")) for name, _, entries in named}


def any_of(words: Iterable[str]) -> str:
    """Return a pattern for one of the words; a space stands for any white space."""
    longest_first = sorted(set(words), key=len, reverse=True)
    return "(?:" + "|".join(word.replace(" ", r"\s+") for word in longest_first) + ")"


def _pairs(name: str) -> list[tuple[str, str]]:
    """The entries of a list that are written `word=meaning`."""
    parts = (entry.partition("=") for entry in WORD_LISTS[name])
    return [(word, meaning) for word, _, meaning in parts]


WORD_LISTS: Final = _read_lists()
PATTERNS: Final = {name: any_of(entries) for name, entries in WORD_LISTS.items()}
"""A pattern for one of the words of each list."""
ORDINALS: Final = {
    word: place for place, entry in enumerate(WORD_LISTS["ordinals"]) for word in entry.split()
}
SMALL_NUMBERS: Final = {word: int(number) for word, number in _pairs("small_numbers")}
SAME_WORDS: Final = {word: first for first, words in _pairs("same_words") for word in words.split()}
"""For each word of a field's name the one that stands for its idea."""
ROW_KEYS: Final = {part: tuple(keys.split()) for part, keys in _pairs("row_keys")}
"""Keys in which the rows of a list keep what a person says of a line."""
EMPTY_VALUES: Final = frozenset(WORD_LISTS["empty_values"])
EVERYTHING: Final = frozenset(WORD_LISTS["everything"])
VAGUE_VALUES: Final = frozenset(WORD_LISTS["vague_values"])
DOCUMENT_WORDS: Final = frozenset(WORD_LISTS["document_words"])
FILLER_WORDS: Final = frozenset(WORD_LISTS["filler_words"])
FUNCTION_WORDS: Final = frozenset(WORD_LISTS["function_words"])
YES: Final = frozenset(WORD_LISTS["yes"])
NO: Final = frozenset(WORD_LISTS["no"])


Name = tuple[str, ...]
"""The words of a name, folded, each replaced by the word that stands for its idea."""

_POSSESSIVE = re.compile(r"[’']s\b|(?<=s)[’'](?=\s|$)")
_CASE_ENDING = re.compile(r"(?<=[\u0900-\u097f]{2})(?:को|का|की|लाई|हरू|हरु)$")
_HASH = re.compile(r"#\s*(?=\d|$)")
_LEADING = re.compile(
    rf"^(?:(?:{PATTERNS['articles']}|{PATTERNS['qualifiers']})\s+)+", re.IGNORECASE
)
_TRAILING = re.compile(rf"\s+{PATTERNS['generic_tails']}$", re.IGNORECASE)


@cache
def name_words(words: str) -> Name:
    """Return the words of a name for comparison.

    >>> name_words("Supplier's Tel. No."), name_words("vendor_phone_number")
    (('vendor', 'phone', 'number'), ('vendor', 'phone', 'number'))
    """
    plain = _HASH.sub(" number ", _POSSESSIVE.sub("", words.replace("e-mail", "email")))
    folded = (_CASE_ENDING.sub("", word) for word in normalise_name(plain).split())
    return tuple(SAME_WORDS.get(word, word) for word in folded)


def without_article(words: str) -> str:
    """Return the words without leading articles and qualifiers: "the correct total" is "total"."""
    return _LEADING.sub("", words.strip(" ,.;:–-\"'“”‘’«»`")).strip()


def without_tail(words: str) -> str:
    """Return the words without a general noun at the end: "total field" is "total"."""
    return _TRAILING.sub("", words)


def singular(word: str) -> str:
    """Return the singular of an English plural.

    >>> singular("attendees"), singular("parties"), singular("address")
    ('attendee', 'party', 'address')
    """
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def holds(outer: Iterable[str], inner: Iterable[str]) -> bool:
    """Whether every word of the inner name is in the outer one."""
    return set(inner) <= set(outer)
