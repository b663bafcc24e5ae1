"""Who is named in a question: the keys by which the graph may know them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pramana.language.function_words import FUNCTION_STEMS
from pramana.language.scripts import holds_devanagari
from pramana.language.stems import stem
from pramana.language.tokens import Token, tokens
from pramana.memory.domain.naming import exact_key, word_keys

MOST_WORDS = 60
"""The end of a long question: what was said last is what it is about."""
LONGEST_NAME = 8
MOST_NAMED = 10


def keys_in(question: str) -> dict[str, tuple[int, ...]]:
    """Keys of every stretch of words that may be a name, longest first, with the words' places.

    Whole names in any spelling of case; a single word of a name only where it is written like
    one: with a capital, or in Devanagari, which has none.

    >>> list(keys_in("Where is Ram?"))
    ['n:ram', 'w:rm']
    """
    words = list(tokens(question))[-MOST_WORDS:]
    keys: dict[str, tuple[int, ...]] = {}
    for places in _stretches(words):
        start, end = words[places[0]].start, words[places[-1]].end
        keys.setdefault(exact_key(question[start:end]), places)
    for place, word in enumerate(words):
        written = question[word.start : word.end]
        if not _is_empty(word) and (written[0].isupper() or holds_devanagari(written)):
            for key in word_keys(written):
                keys.setdefault(key, (place,))
    return keys


def _stretches(words: Sequence[Token]) -> Iterator[tuple[int, ...]]:
    for length in range(LONGEST_NAME, 0, -1):
        for start in range(len(words) - length + 1):
            first, last = words[start], words[start + length - 1]
            if not (_is_empty(first) or _is_empty(last)):
                yield tuple(range(start, start + length))


def _is_empty(word: Token) -> bool:
    return stem(word.term) in FUNCTION_STEMS


@dataclass(frozen=True)
class Named:
    entities: tuple[UUID, ...]
    is_all_said: bool
    """Whether the question says nothing besides their names."""


def named(keys: Mapping[str, tuple[int, ...]], found: Mapping[str, Sequence[UUID]]) -> Named:
    """The entities that the keys lead to. Words of a longer name that was found count no more.

    >>> one, other = UUID(int=1), UUID(int=2)
    >>> keys = {"n:ram thapa": (0, 1), "n:ram": (0,), "n:thapa": (1,)}
    >>> named(keys, {"n:ram thapa": [one], "n:ram": [other]}) == Named((one,), True)
    True
    """
    taken: set[int] = set()
    entities: dict[UUID, None] = {}
    for key, places in keys.items():
        if key in found and not taken.issuperset(places):
            taken.update(places)
            entities |= dict.fromkeys(found[key])
    is_all_said = all(taken.issuperset(places) for places in keys.values())
    return Named(tuple(entities)[:MOST_NAMED], is_all_said)
