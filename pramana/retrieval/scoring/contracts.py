"""What is scored, the recipe for it, and the result."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_serializer

from pramana.kit.errors import Misconfigured
from pramana.kit.texts import NO_NUL, NOT_BLANK
from pramana.retrieval.domain.fusion import RANK_CONSTANT

DEFAULT_BUCKETS = 3
"""How many hosts the best should come from by default."""

SOURCE = r"^[!-~\u00a1-\ud7ff]*[A-Za-z0-9\u00a1-\ud7ff][!-~\u00a1-\ud7ff]*$"
"""A host or a pattern of visible characters, with more than stars and dots."""

Line = Annotated[str, Field(max_length=200, pattern=NO_NUL)]
Source = Annotated[str, Field(min_length=1, max_length=300, pattern=SOURCE)]
Country = Annotated[str, Field(pattern=r"^([A-Za-z]{2})?$")]
Asked = Annotated[str, Field(min_length=1, max_length=8000, pattern=NOT_BLANK)]


class FreshnessMode(StrEnum):
    """What a page's age means."""

    STANDARD = "standard"
    """A page older than a year counts less and less, but is never dropped for its age."""
    SOFTWARE_DOCS_STRICT = "software_docs_strict"
    """A page older than three years, or about another version, is dropped."""
    LAW_EVERGREEN = "law_evergreen"
    """Age does not matter: a law of 1963 may be in force."""


class ScoringWishes(BaseModel):
    """What a caller may specify besides the question."""

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
    """The question and purpose that candidates are scored for."""

    question: Asked
    collection_scope: Line = Field(
        default="", description="The collection it is for; empty for the whole library."
    )


class CandidateOrigin(StrEnum):
    CORPUS = "corpus"
    WEB = "web"


@dataclass(frozen=True, kw_only=True)
class SearchCandidate:
    """A passage or page that may be worth reading. Each origin lists its best first."""

    id: str
    origin: CandidateOrigin
    title: str = ""
    text: str = field(default="", repr=False)
    url: str = ""
    dated: date | None = None
    cosine: float | None = None
    """Its similarity to the question; None when no encoder has read both."""
    reasons: tuple[str, ...] = ()
    """Why its origin found it."""


class PolicyEffect(StrEnum):
    BOOST = "boost"
    REJECT = "reject"


@dataclass(frozen=True)
class PolicyRule:
    """A tenant's rule about a source: a host with its subdomains, or a pattern with `*`."""

    pattern: str
    effect: PolicyEffect
    points: int = 0
    """What a boost adds, of 100."""


class ScoringFlag(StrEnum):
    """What a reader should know about how the scores were made."""

    HEURISTIC = "heuristic"
    """No model scored these: words, vectors and rules gave the order."""
    MODEL_OFFLINE = "model_offline"
    MODEL_FAILED = "model_failed"
    MODEL_TIMED_OUT = "model_timed_out"
    MODEL_NOT_ASKED = "model_not_asked"
    """There was no budget left for a model."""
    PARTLY_JUDGED = "partly_judged"
    """The model scored some; the others keep the score by words and vectors."""
    FEW_HOSTS = "few_hosts"
    """There are fewer hosts than requested."""
    COLLECTION_UNAVAILABLE = "collection_unavailable"
    """The collection could not be searched."""
    FROM_CACHE = "from_cache"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class DroppedCandidate(_Value):
    candidate_id: str
    reason: str


class Coverage(_Value):
    """Which of the question's words the collection already covers."""

    covered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    share: float = 0.0
    """The covered share of the question's weight, in 0..1."""
    facets: Mapping[str, float] = Field(default_factory=dict)
    """How far the collection covers each facet, if a model scored its passages."""
    answers: bool = False
    """Whether something in the collection is a sure match."""


class ScoredCandidate(_Value):
    candidate_id: str
    origin: CandidateOrigin
    url: str = ""
    title: str = ""
    score: float = Field(ge=0, le=100)
    reasons: tuple[str, ...] = ()
    facets: Mapping[str, float] = Field(default_factory=dict)
    adds: tuple[str, ...] = ()
    """Words and facets of the question that this adds to the collection."""
    bucket: str = ""
    fused: float = 0.0
    judged: bool = False
    """Whether a model scored it."""
    recommended_ingest: bool = False


class HybridResult(_Value):
    """All candidates in order, the best of them, and why the others were dropped."""

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


@dataclass(frozen=True)
class ListWeights:
    """What each ranking counts for when several are fused.

    With every second entry of SciFact treated as a web page, taking the two lists in turns
    gives nDCG@10 .642; with words and meaning counting as much as each list .748, which is near the
    .754 of one list of all of them.
    """

    corpus: float = 1.0
    web: float = 1.0
    words: float = 1.0
    meaning: float = 1.0


@dataclass(frozen=True, kw_only=True)
class ScoringRecipe:
    weights: ListWeights = ListWeights()
    rank_constant: int = RANK_CONSTANT
    relevance: float = 0.8
    """Below 1, candidates that repeat a higher one are moved down."""
    judged: int = 20
    """How many of the best a model reads."""
    batch: int = 10
    """How many it reads at once."""
    within_s: float = 20.0
    """Seconds that all batches together may take."""


def parse_weights(text: str) -> ListWeights:
    """Parse weights as written in the settings; those not named keep their default.

    >>> parse_weights("words=2, meaning=0.5")
    ListWeights(corpus=1.0, web=1.0, words=2.0, meaning=0.5)
    """
    given = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = (piece.strip() for piece in part.partition("="))
        given[name] = _number(number)
    known = {each.name for each in fields(ListWeights)}
    if not set(given) <= known or any(not 0 <= weight <= 100 for weight in given.values()):
        raise Misconfigured(
            f"PRAMANA_SCORE_WEIGHTS does not understand {text!r}. Write numbers from 0 to 100, "
            "like corpus=1,web=1,words=1,meaning=1."
        )
    weights = ListWeights(**given)
    if not (weights.corpus and weights.web):
        raise Misconfigured("PRAMANA_SCORE_WEIGHTS must leave corpus and web above 0.")
    return weights


def _number(written: str) -> float:
    try:
        return float(written)
    except ValueError:
        return -1.0
