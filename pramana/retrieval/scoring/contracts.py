"""What is scored, for whom, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_serializer

from pramana.kit.fields import NO_NUL, NOT_BLANK

DEFAULT_BUCKETS = 3
"""How many hosts the best should come from where nobody says."""

SOURCE = r"^[!-~\u00a1-\ud7ff]*[A-Za-z0-9\u00a1-\ud7ff][!-~\u00a1-\ud7ff]*$"
"""A host or a pattern: something that can be seen, and more than stars and dots."""

Line = Annotated[str, Field(max_length=200, pattern=NO_NUL)]
Source = Annotated[str, Field(min_length=1, max_length=300, pattern=SOURCE)]
Country = Annotated[str, Field(pattern=r"^([A-Za-z]{2})?$")]
Asked = Annotated[str, Field(min_length=1, max_length=8000, pattern=NOT_BLANK)]


class FreshnessMode(StrEnum):
    """What a page's age means."""

    STANDARD = "standard"
    """Older than a year counts less and less; nothing is dropped for it."""
    SOFTWARE_DOCS_STRICT = "software_docs_strict"
    """Older than three years, or about another version than the one asked for: dropped."""
    LAW_EVERGREEN = "law_evergreen"
    """Age says nothing: a law of 1963 may be the one in force."""


class ScoringWishes(BaseModel):
    """What a caller may wish for beside the question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    purpose: Line = Field(default="research", description="What the sources are for.")
    output_target: Line = Field(default="answer", description="What will be made of them.")
    jurisdiction: Country = Field(default="", description="A country in two letters: NP.")
    preferred_sources: list[Source] = Field(
        default_factory=list, max_length=200, description="Hosts or patterns that count more."
    )
    disallowed_sources: list[Source] = Field(
        default_factory=list, max_length=200, description="Hosts or patterns that are dropped."
    )
    version_target: Line = Field(default="", description="The version asked about: 5.2.")
    freshness_mode: FreshnessMode = FreshnessMode.STANDARD
    min_diversity_buckets: int = Field(
        default=DEFAULT_BUCKETS, ge=1, le=50, description="Hosts among the best, where there are."
    )


class ScoringContext(ScoringWishes):
    """For what, and for whom, candidates are scored."""

    question: Asked
    collection_scope: Line = Field(
        default="", description="The collection it is for; empty for the whole library."
    )


class Origin(StrEnum):
    CORPUS = "corpus"
    WEB = "web"


@dataclass(frozen=True, kw_only=True)
class SearchCandidate:
    """Something that may be worth reading. Each origin gives its own best first."""

    id: str
    origin: Origin
    title: str = ""
    text: str = field(default="", repr=False)
    url: str = ""
    dated: date | None = None
    cosine: float | None = None
    """How alike the question it is in meaning; None where no encoder has seen both."""
    reasons: tuple[str, ...] = ()
    """What its origin says for it."""


class Effect(StrEnum):
    BOOST = "boost"
    REJECT = "reject"


@dataclass(frozen=True)
class SourcePolicy:
    """A tenant's rule about a source: a host with its subdomains, or a pattern with `*`."""

    pattern: str
    effect: Effect
    points: int = 0
    """What a boost adds, of 100."""


class ScoringFlag(StrEnum):
    """What the reader of a scored list should know about how it was made."""

    HEURISTIC = "heuristic"
    """No model judged these: the order is that of words, meaning and rules."""
    MODEL_OFFLINE = "model_offline"
    MODEL_FAILED = "model_failed"
    MODEL_TIMED_OUT = "model_timed_out"
    MODEL_NOT_ASKED = "model_not_asked"
    """There was no budget left for it."""
    PARTLY_JUDGED = "partly_judged"
    """The model judged some; the others keep the score that words and meaning gave them."""
    FEW_HOSTS = "few_hosts"
    """There are not as many hosts as were wished for."""
    COLLECTION_UNAVAILABLE = "collection_unavailable"
    """What the collection says could not be looked up."""
    FROM_CACHE = "from_cache"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class DroppedCandidate(_Value):
    candidate_id: str
    reason: str


class Coverage(_Value):
    """Which of the question's words the collection already says something about."""

    covered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    share: float = 0.0
    """Of the question's weight, in 0..1."""
    facets: Mapping[str, float] = Field(default_factory=dict)
    """How far the collection treats each facet, where a model judged its passages."""
    answers: bool = False
    """Whether something in it belongs to the question beyond doubt."""


class ScoredCandidate(_Value):
    candidate_id: str
    origin: Origin
    url: str = ""
    title: str = ""
    score: float = Field(ge=0, le=100)
    reasons: tuple[str, ...] = ()
    facets: Mapping[str, float] = Field(default_factory=dict)
    adds: tuple[str, ...] = ()
    """Words and facets of the question that the collection lacks and this has."""
    bucket: str = ""
    fused: float = 0.0
    judged: bool = False
    """Whether a model scored it."""
    recommended_ingest: bool = False


class HybridResult(_Value):
    """Everything in its order, the best of it, and why the rest is not there."""

    ranked: tuple[ScoredCandidate, ...] = ()
    top_k: tuple[ScoredCandidate, ...] = ()
    dropped: tuple[DroppedCandidate, ...] = ()
    coverage: Coverage = Coverage()
    coverage_delta: str = ""
    recommended_ingest: tuple[str, ...] = ()
    flags: frozenset[ScoringFlag] = frozenset()
    engine: str = "offline"

    @field_serializer("flags")
    def _in_order(self, flags: frozenset[ScoringFlag]) -> list[str]:
        return sorted(flags)
