"""Entries of the index, queries, and hits."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal
from uuid import UUID

from pramana.kit.errors import InvalidRequest
from pramana.retrieval.filters import Filters

Vector = Sequence[float]

Match = Literal["vector", "lexical"]
"""What a match rests on: vectors and words, or words alone."""

MOST_HITS = 200


@dataclass(frozen=True, kw_only=True)
class IndexEntry:
    """Something that can be found: a passage, a fact. The index stores its words, not its text."""

    space: str
    item_id: UUID
    parent_id: UUID
    """What it is removed with: a passage's document."""
    text: str
    collection_id: UUID | None = None
    url: str = ""
    section: str = ""
    kind: str = ""
    date: datetime.date | None = None
    language: str = ""


@dataclass(frozen=True, kw_only=True)
class Query:
    """A question to one or more spaces."""

    text: str
    spaces: tuple[str, ...]
    filters: Filters = field(default_factory=Filters)
    limit: int = 10
    recipe: str = "balanced"

    def __post_init__(self) -> None:
        if not self.spaces:
            raise InvalidRequest("A search needs at least one space.")
        if not 1 <= self.limit <= MOST_HITS:
            raise InvalidRequest(f"A search may ask for 1 to {MOST_HITS} hits.")


class Flag(StrEnum):
    """What the reader of a ranking should know about how it was made."""

    WORDS_ONLY = "words_only"
    """No vectors were compared: there are none, or the encoder cannot read the script."""
    ENCODER_UNAVAILABLE = "encoder_unavailable"
    """The encoder failed; the ranking is by words alone."""
    VECTORS_UNAVAILABLE = "vectors_unavailable"
    """Vectors could not be searched; the ranking is by words alone."""
    WORDS_UNAVAILABLE = "words_unavailable"
    """Words could not be searched; the ranking is by meaning alone."""
    RERANK_TIMED_OUT = "rerank_timed_out"
    RERANK_FAILED = "rerank_failed"


@dataclass(frozen=True, kw_only=True)
class Hit:
    """An item that was found, with its scores and the reason."""

    space: str
    item_id: UUID
    parent_id: UUID
    score: float
    """What the order follows, in 0..1."""
    lexical: float
    """BM25."""
    cosine: float | None
    """None when there is no vector to compare."""
    coverage: float
    """The share of the question's weight, by words, that the item contains; 0..1."""
    strength: float
    """How surely it belongs to the question: from .5 it does, below .3 it does not."""
    match: Match
    words: tuple[str, ...]
    """The question's words that the item contains, as they were asked and in that order."""
    reranked: float | None = None
    why: str = ""
    flags: frozenset[Flag] = frozenset()


@dataclass(frozen=True)
class Embeddings:
    """Vectors of one model by item; None when the model cannot read the item's script."""

    model: str
    dimension: int
    vectors: Mapping[UUID, Vector | None]

    def __post_init__(self) -> None:
        if any(each is not None and len(each) != self.dimension for each in self.vectors.values()):
            raise InvalidRequest(
                f"A vector of {self.model} does not have its {self.dimension} numbers."
            )
