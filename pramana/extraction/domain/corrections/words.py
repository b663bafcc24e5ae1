"""The words in which people correct a record: the lists of `words.txt`."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Final


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
