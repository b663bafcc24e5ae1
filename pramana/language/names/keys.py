"""Keys: short strings that are equal for most spellings of the same name, in either script.

Each name has a few dozen, and a name with one letter wrong shares at least one of them: words
(and neighbours written as one), pairs of words in any order, and the skeleton of the whole name
with any one consonant missing. So a wrong letter, a missing middle name, another order and a
space more or less each leave some key in common.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from pramana.language.names.folding import LETTERS, UNSURE, consonants, folded, skeleton
from pramana.language.names.sounds import joined
from pramana.language.names.words import Name, Word

ENOUGH = 5
"""Consonants from which a skeleton with one of them left out still says something."""

MOST_WORDS = 8
"""Words of a name that get keys; what is longer is a sentence."""


def folded_name(name: Name) -> str:
    """The folded words with spaces between, for comparing many names quickly."""
    return " ".join(word.meaning or folded(word.sounds) or "a" for word in name.words)


def search_keys(name: Name) -> frozenset[str]:
    """Everything this name is found by."""
    words = name.words[:MOST_WORDS]
    return frozenset((*_word_keys(words), *_whole_keys(words)))


def _word_keys(words: Sequence[Word]) -> Iterator[str]:
    single = [_word_key(word) for word in words]
    yield from (f"w:{each}" for each in single)
    for pair in pairwise(words):
        yield f"w:{skeleton(joined(word.sounds for word in pair))}"
    for one, other in combinations(sorted(set(single)), 2):
        yield f"p:{one}+{other}"


def _word_key(word: Word) -> str:
    return f"={word.meaning}" if word.meaning else skeleton(word.sounds)


def _whole_keys(words: Sequence[Word]) -> Iterator[str]:
    sounds = joined(word.sounds for word in words)
    bare = consonants(folded(sounds))
    yield from (f"s:{each}" for each in _with_one_missing(bare, ENOUGH))
    if len(bare) < ENOUGH:
        spoken = "".join(LETTERS.get(each, each) for each in map(_plain, sounds.symbols))
        yield from (f"f:{each}" for each in _with_one_missing(spoken.rstrip("a"), 3))


def _plain(symbol: str) -> str:
    return "a" if symbol in UNSURE else symbol


def _with_one_missing(letters: str, enough: int) -> Iterator[str]:
    yield letters
    if len(letters) >= enough:
        yield from {letters[:at] + letters[at + 1 :] for at in range(len(letters))}
