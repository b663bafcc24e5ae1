"""Candidates from whichever leg answers: both, or the one that is left."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Flag
from pramana.retrieval.errors import SearchUnavailable, StoreFailed
from pramana.retrieval.ports import Candidate, IndexStore, Legs, SpaceStatistics

Flags = frozenset[Flag]
NONE: Flags = frozenset()


def known_of(
    scope: Scope, store: IndexStore, spaces: Sequence[str], words: Collection[str]
) -> tuple[dict[str, SpaceStatistics], Flags]:
    """What is known of the spaces; of their vectors alone, where words cannot be looked up."""
    try:
        return store.statistics(scope, spaces, words), NONE
    except StoreFailed:
        pass
    try:
        return store.answering(scope, spaces), frozenset({Flag.WORDS_UNAVAILABLE})
    except StoreFailed:
        raise SearchUnavailable from None


def gather(
    scope: Scope, store: IndexStore, legs: Legs, *, words: bool
) -> tuple[list[Candidate], Flags]:
    """What the legs bring in; `words` says whether they could be looked up.

    Raises `SearchUnavailable` when no leg can be asked.
    """
    for left, flags in _ways(legs, words=words):
        try:
            return store.candidates(scope, left), flags
        except StoreFailed:
            continue
    raise SearchUnavailable


def _ways(legs: Legs, *, words: bool) -> Iterator[tuple[Legs, Flags]]:
    """All that was asked; then words alone; then meaning alone."""
    yield legs, NONE
    if legs.dense and words:
        yield replace(legs, dense=()), frozenset({Flag.VECTORS_UNAVAILABLE})
    if legs.dense and legs.postings:
        yield replace(legs, weights={}, postings={}), frozenset({Flag.WORDS_UNAVAILABLE})
