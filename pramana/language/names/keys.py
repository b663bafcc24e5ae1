"""Search keys: short strings that most spellings of a name share, in both scripts.

A name has a few dozen of them: its words (and neighbouring words written as one), pairs of words in
any order, and the skeleton of the whole name with each consonant left out once. So two spellings
still share a key after a wrong letter, a missing middle name, another order or an extra space.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from pramana.language.names.parsing import NameWord, ParsedName
from pramana.language.names.pronunciation import (
    FOLDED_LETTERS,
    IGNORED_SOUNDS,
    consonants,
    fold_sounds,
    skeleton,
)
from pramana.language.names.sounds import join_sounds

MIN_CONSONANTS = 5
"""A shorter skeleton with one consonant left out would match too many names."""

MAX_KEYED_WORDS = 8
"""Further words of a name get no keys."""


def folded_name(name: ParsedName) -> str:
    """The folded words joined by spaces, for comparing many names quickly."""
    return " ".join(word.meaning or fold_sounds(word.sounds) or "a" for word in name.words)


def search_keys(name: ParsedName) -> frozenset[str]:
    """The keys by which this name is found."""
    words = name.words[:MAX_KEYED_WORDS]
    return frozenset((*_word_keys(words), *_whole_keys(words)))


def _word_keys(words: Sequence[NameWord]) -> Iterator[str]:
    single = [_word_key(word) for word in words]
    yield from (f"w:{each}" for each in single)
    for pair in pairwise(words):
        yield f"w:{skeleton(join_sounds(word.sounds for word in pair))}"
    for one, other in combinations(sorted(set(single)), 2):
        yield f"p:{one}+{other}"


def _word_key(word: NameWord) -> str:
    return f"={word.meaning}" if word.meaning else skeleton(word.sounds)


def _whole_keys(words: Sequence[NameWord]) -> Iterator[str]:
    sounds = join_sounds(word.sounds for word in words)
    bare = consonants(fold_sounds(sounds))
    yield from (f"s:{each}" for each in _with_one_missing(bare, MIN_CONSONANTS))
    if len(bare) < MIN_CONSONANTS:
        spoken = "".join(
            FOLDED_LETTERS.get(each, each) for each in map(_plain_symbol, sounds.symbols)
        )
        yield from (f"f:{each}" for each in _with_one_missing(spoken.rstrip("a"), 3))


def _plain_symbol(symbol: str) -> str:
    return "a" if symbol in IGNORED_SOUNDS else symbol


def _with_one_missing(letters: str, enough: int) -> Iterator[str]:
    yield letters
    if len(letters) >= enough:
        yield from {letters[:at] + letters[at + 1 :] for at in range(len(letters))}
