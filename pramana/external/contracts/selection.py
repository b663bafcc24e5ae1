"""What selection keeps, what it drops, and why."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field

from pramana.external.contracts.search import SearchResult
from pramana.retrieval.scoring.contracts import ScoringWishes


class SelectionRules(BaseModel):
    """The document's runtime values that decide what is offered, with its defaults."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    min_snippet_length: int = Field(default=40, ge=0, le=10_000)
    blocked_domains: list[str] = Field(default_factory=list, max_length=1000)
    top_n: int = Field(default=5, ge=1, le=50)
    prefer_pdf: bool = True
    scoring: ScoringWishes = ScoringWishes()


@dataclass(frozen=True)
class Ranked:
    """A result with how well it fits, from 0 to 1, and why, in sentences."""

    result: SearchResult
    score: float
    reasons: tuple[str, ...]
    refused: str = ""
    """Why it is not to be offered at all, where a rule of the ranking says so."""
    facets: Mapping[str, float] = field(default_factory=dict)
    """How far it treats each side of the question, in 0..1."""
    adds: tuple[str, ...] = ()
    """What it has of the question that the collection lacks."""
    recommended_ingest: bool = False


@dataclass(frozen=True)
class Dropped:
    url: str
    reason: str


@dataclass(frozen=True)
class Selection:
    """Best first, and what did not get there."""

    offered: tuple[Ranked, ...]
    dropped: tuple[Dropped, ...]


Rank = Callable[[str, Sequence[SearchResult], SelectionRules], Sequence[Ranked]]
"""Puts what passed the filters in order, best first. It may be replaced; it leaves nothing out:
what it refuses says why."""
