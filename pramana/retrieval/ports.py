"""What search needs from outside: a store, the texts behind items, and perhaps a scorer.

PostgreSQL is the store; a cluster can stand beside it behind the same lines. Every call names
its scope, and a store never looks beyond that tenant; only upkeep, which the clock asks for, goes
over all of them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Embeddings, Entry, Vector
from pramana.retrieval.domain.recipes import Recipe
from pramana.retrieval.filters import Filters

MIRROR_LANE = "mirror"
"""What is sent to a cluster is sent one batch after the other."""

Texts = Callable[[Scope, Sequence[UUID]], Mapping[UUID, str]]
"""The texts of items, from the capability that owns them; items that are gone are left out."""


@dataclass(frozen=True)
class Opinion:
    """How well a text answers a question, higher is better; and why, where the scorer says so."""

    score: float
    reason: str = ""
    facets: Mapping[str, float] = field(default_factory=dict)
    """How far it treats each side of the question, in 0..1, where the scorer says so."""


Scorer = Callable[[str, Sequence[str]], Sequence[Opinion]]
"""An opinion on each text, or none at all. May be slow: it gets a deadline."""


@dataclass(frozen=True)
class SpaceStatistics:
    """What is known about a space before it is searched: entries, words, and whose vectors."""

    entries: int
    numbers: Mapping[str, int]
    """The number of each asked word that the space knows."""
    entries_with: Mapping[str, int]
    model: str | None = None
    dimension: int = 0


@dataclass(frozen=True)
class Doomed:
    """Which entries to remove: all of a space unless narrowed."""

    parent_ids: frozenset[UUID] | None = None
    item_ids: frozenset[UUID] | None = None
    collection_id: UUID | None = None


@dataclass(frozen=True)
class Dense:
    """A question as one model sees it, for the spaces where that model answers."""

    model: str
    vector: Vector
    spaces: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Legs:
    """Everything a store needs to bring candidates."""

    spaces: tuple[str, ...]
    filters: Filters
    recipe: Recipe
    entries: int
    weights: Mapping[int, float] = field(default_factory=dict)
    """The weight of each word in the question, by number."""
    postings: Mapping[int, int] = field(default_factory=dict)
    """Entries that hold each word, by number."""
    dense: tuple[Dense, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """An entry that words or meaning brought in, with both scores."""

    entry_id: UUID
    space: str
    item_id: UUID
    parent_id: UUID
    lexical: float
    cosine: float | None


class IndexStore(Protocol):
    """Whoever keeps the index. What is asked while searching raises `StoreFailed` when it cannot
    be answered, and then the caller's transaction is as it was."""

    def write(self, scope: Scope, space: str, entries: Sequence[Entry]) -> int: ...
    def remove(self, scope: Scope, space: str | None, doomed: Doomed) -> int: ...
    def move(
        self, scope: Scope, space: str, parents: Collection[UUID], collection_id: UUID | None
    ) -> int: ...
    def settle(self, scope: Scope) -> None: ...
    def statistics(
        self, scope: Scope, spaces: Sequence[str], words: Collection[str]
    ) -> dict[str, SpaceStatistics]: ...
    def answering(self, scope: Scope, spaces: Sequence[str]) -> dict[str, SpaceStatistics]: ...
    def candidates(self, scope: Scope, legs: Legs) -> list[Candidate]: ...
    def words_held(
        self, scope: Scope, entry_ids: Sequence[UUID], numbers: Collection[int]
    ) -> dict[UUID, frozenset[int]]: ...
    def alike(
        self, scope: Scope, entry_ids: Sequence[UUID], least: float
    ) -> dict[frozenset[UUID], float]: ...
    def put_vectors(self, scope: Scope, space: str, embeddings: Embeddings) -> int: ...
    def without_vector(
        self, scope: Scope, space: str, model: str, parents: Collection[UUID] | None, limit: int
    ) -> list[UUID]: ...
    def answer_with(self, scope: Scope, space: str, model: str, dimension: int) -> bool: ...
    def model_of(self, scope: Scope, space: str) -> str | None: ...
    def build_graph(self, model: str, dimension: int) -> None: ...
    def drop_unused_graphs(self) -> None: ...
    def unsettled(self) -> list[UUID]: ...
    def catch_up(self, scope: Scope) -> int: ...
    def behind(self) -> list[UUID]: ...
    def incomplete(self, model: str) -> list[tuple[UUID, str]]: ...
    def of_other_models(self, model: str) -> list[tuple[UUID, str]]: ...
