"""What goes into the index, what is asked of it, and what comes back."""

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
"""What a match's strength rests on: meaning and words, or words alone."""

MOST_HITS = 200


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Something that can be found: a passage, a fact. Retrieval keeps its words, not its text."""

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
    """A question to one or several spaces."""

    text: str
    spaces: tuple[str, ...]
    filters: Filters = field(default_factory=Filters)
    limit: int = 10
    recipe: str = "balanced"

    def __post_init__(self) -> None:
        if not self.spaces:
            raise InvalidRequest("A search names at least one space to look in.")
        if not 1 <= self.limit <= MOST_HITS:
            raise InvalidRequest(f"A search may ask for 1 to {MOST_HITS} hits.")


class Flag(StrEnum):
    """What the reader of a ranking should know about how it was made."""

    WORDS_ONLY = "words_only"
    """No vectors were compared: there are none, or the encoder cannot read this script."""
    ENCODER_UNAVAILABLE = "encoder_unavailable"
    """The encoder should have answered and did not; the ranking is by words alone."""
    VECTORS_UNAVAILABLE = "vectors_unavailable"
    """Vectors could not be searched; the ranking is by words alone."""
    WORDS_UNAVAILABLE = "words_unavailable"
    """Words could not be searched; the ranking is by meaning alone."""
    RERANK_TIMED_OUT = "rerank_timed_out"
    RERANK_FAILED = "rerank_failed"


@dataclass(frozen=True, kw_only=True)
class Hit:
    """An item, its scores, and why it is here."""

    space: str
    item_id: UUID
    parent_id: UUID
    score: float
    """What the order follows, in 0..1."""
    lexical: float
    """BM25."""
    cosine: float | None
    """None where there is no vector to compare."""
    coverage: float
    """The share of the question's weight, in words, that the item holds; 0..1."""
    strength: float
    """How surely it belongs to the question: from .5 it does, below .3 it does not."""
    match: Match
    words: tuple[str, ...]
    """The question's words that the item holds, as they were asked, in that order."""
    reranked: float | None = None
    why: str = ""
    flags: frozenset[Flag] = frozenset()


@dataclass(frozen=True)
class Embeddings:
    """Vectors of one model by item; None where the model cannot read the item's script."""

    model: str
    dimension: int
    vectors: Mapping[UUID, Vector | None]

    def __post_init__(self) -> None:
        if any(each is not None and len(each) != self.dimension for each in self.vectors.values()):
            raise InvalidRequest(
                f"A vector of {self.model} does not have its {self.dimension} numbers."
            )
