"""What search needs from outside: a store, the texts of items, and perhaps a scorer.

PostgreSQL is the store; a cluster can be added behind the same interface. Every call names its
scope, and a store never reads beyond that tenant. Only periodic upkeep covers all tenants.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Embeddings, Filters, IndexEntry, Vector
from pramana.retrieval.domain.recipes import Recipe

MIRROR_LANE = "mirror"
"""The lane in which batches are sent to a cluster one after the other."""

Texts = Callable[[Scope, Sequence[UUID]], Mapping[UUID, str]]
"""The texts of items, from the capability that owns them; removed items are left out."""


@dataclass(frozen=True)
class Opinion:
    """How well a text answers a question, higher is better; and why, if the scorer says."""

    score: float
    reason: str = ""
    facets: Mapping[str, float] = field(default_factory=dict)
    """How far it covers each aspect of the question, in 0..1, if the scorer says."""


Scorer = Callable[[str, Sequence[str]], Sequence[Opinion]]
"""Returns an opinion on each text, or none at all. It may be slow, so it gets a deadline."""


@dataclass(frozen=True)
class SpaceStatistics:
    """What is known about a space before it is searched."""

    entries: int
    numbers: Mapping[str, int]
    """The term number of each of the question's stems that the space contains."""
    entries_with: Mapping[str, int]
    model: str | None = None
    dimension: int = 0


@dataclass(frozen=True)
class EntryRemoval:
    """Which entries to remove; without a condition, all of the space."""

    parent_ids: frozenset[UUID] | None = None
    item_ids: frozenset[UUID] | None = None
    collection_id: UUID | None = None


@dataclass(frozen=True)
class VectorQuery:
    """The question's vector of one model, for the spaces where that model is active."""

    model: str
    vector: Vector
    spaces: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CandidateQuery:
    """Everything a store needs to find candidates."""

    spaces: tuple[str, ...]
    filters: Filters
    recipe: Recipe
    entries: int
    weights: Mapping[int, float] = field(default_factory=dict)
    """The weight of each stem in the question, by term number."""
    postings: Mapping[int, int] = field(default_factory=dict)
    """How many entries contain each stem, by term number."""
    dense: tuple[VectorQuery, ...] = ()


@dataclass(frozen=True)
class EntryCandidate:
    """An entry that words or vectors found, with both scores."""

    entry_id: UUID
    space: str
    item_id: UUID
    parent_id: UUID
    lexical: float
    cosine: float | None


class IndexStore(Protocol):
    """The index. A query that fails during a search raises `StoreFailed` and leaves the caller's
    transaction intact."""

    def write_entries(self, scope: Scope, space: str, entries: Sequence[IndexEntry]) -> int: ...
    def remove_entries(self, scope: Scope, space: str | None, doomed: EntryRemoval) -> int: ...
    def move_entries(
        self, scope: Scope, space: str, parents: Collection[UUID], collection_id: UUID | None
    ) -> int: ...
    def settle_counts(self, scope: Scope) -> None: ...
    def statistics(
        self, scope: Scope, spaces: Sequence[str], words: Collection[str]
    ) -> dict[str, SpaceStatistics]: ...
    def vector_statistics(
        self, scope: Scope, spaces: Sequence[str]
    ) -> dict[str, SpaceStatistics]: ...
    def find_candidates(self, scope: Scope, query: CandidateQuery) -> list[EntryCandidate]: ...
    def matched_terms(
        self, scope: Scope, entry_ids: Sequence[UUID], numbers: Collection[int]
    ) -> dict[UUID, frozenset[int]]: ...
    def similar_pairs(
        self, scope: Scope, entry_ids: Sequence[UUID], least: float
    ) -> dict[frozenset[UUID], float]: ...
    def set_vectors(self, scope: Scope, space: str, embeddings: Embeddings) -> int: ...
    def items_without_vector(
        self, scope: Scope, space: str, model: str, parents: Collection[UUID] | None, limit: int
    ) -> list[UUID]: ...
    def activate_model(self, scope: Scope, space: str, model: str, dimension: int) -> bool: ...
    def active_model(self, scope: Scope, space: str) -> str | None: ...
    def build_graph(self, model: str, dimension: int) -> None: ...
    def drop_unused_graphs(self) -> None: ...
    def unsettled_tenants(self) -> list[UUID]: ...
    def sync_cluster(self, scope: Scope) -> int: ...
    def tenants_behind(self) -> list[UUID]: ...
    def incomplete_spaces(self, model: str) -> list[tuple[UUID, str]]: ...
    def spaces_of_other_models(self, models: Collection[str]) -> list[tuple[UUID, str]]: ...
