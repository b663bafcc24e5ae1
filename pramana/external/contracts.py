"""Research runs as others see them: requests, results, candidates, decisions and policies."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NotRequired, Required, TypedDict
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from pramana.retrieval.scoring.contracts import PolicyEffect, ScoringWishes
from pramana.tenancy.contracts import Matter


class Stage(StrEnum):
    QUEUED = "queued"
    AWAITING_PLAN = "awaiting_plan"
    """A person has to approve the plan before anything is searched for."""
    SEARCHING = "searching"
    AWAITING_APPROVAL = "awaiting_approval"
    INGESTING = "ingesting"
    READING = "reading"
    ANSWERING = "answering"
    DONE = "done"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        return self in (Stage.DONE, Stage.FAILED)

    @property
    def needs_person(self) -> bool:
        return self in (Stage.AWAITING_PLAN, Stage.AWAITING_APPROVAL)


class CandidateState(StrEnum):
    OFFERED = "offered"
    APPROVED = "approved"
    REJECTED = "rejected"
    READING = "reading"
    """Fetched and stored as a document that is being read."""
    INGESTED = "ingested"
    FAILED = "failed"


class Verdict(StrEnum):
    APPROVED = "approved"
    REJECTED = "rejected"
    PARTIAL = "partial"


BY_PERSON = "person"
"""The source of a candidate that a person added."""


SEARCH_TOOL = "web_search"
"""The name under which a search is stored as a tool call."""

CONTEXT_IDS = ("tenant_id", "trace_id", "workflow_id", "case_id", "run_id", "worker_call_id")
"""The only parts of the context that a search worker receives."""


class Rationale(StrEnum):
    """Why a search ended as it did."""

    SEARCH_COMPLETED = "search_completed"
    INVALID_QUERY = "invalid_query"
    INVALID_CONTEXT = "invalid_context"
    PROVIDER_TIMEOUT = "provider_timeout"
    PROVIDER_RATE_LIMITED = "provider_rate_limited"
    PROVIDER_BAD_RESPONSE = "provider_bad_response"
    PROVIDER_ERROR = "provider_error"
    UNEXPECTED_ERROR = "unexpected_error"


class ProviderResult(BaseModel):
    """A search result as the provider returned it."""

    model_config = ConfigDict(frozen=True)

    url: str
    title: str = ""
    snippet: str = ""
    score: float | None = None
    content_type: str = ""
    published: str = ""
    """The date as the provider wrote it, if any."""
    is_file: bool = False
    """Whether it is a file on this machine; its URL is then no address of the web."""


class SearchResult(BaseModel):
    """A search result with a canonical URL and its position in the provider's list."""

    model_config = ConfigDict(frozen=True)

    url: str
    title: str
    snippet: str
    source: str
    """The name of the provider."""
    position: int = Field(ge=0)
    score: float | None = None
    is_pdf: bool = False
    published: str = ""


class SearchInput(BaseModel):
    model_config = ConfigDict(frozen=True)

    query: str
    max_results: int


class SearchData(BaseModel):
    model_config = ConfigDict(frozen=True)

    results: list[SearchResult]


MOST_QUESTIONS = 5
MOST_SOURCES = 50


class SelectionRules(BaseModel):
    """The values of the context that decide what is offered, with their defaults."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    min_snippet_length: int = Field(default=40, ge=0, le=10_000)
    blocked_domains: list[str] = Field(default_factory=list, max_length=1000)
    only_domains: list[str] = Field(default_factory=list, max_length=MOST_SOURCES)
    """If there are any, pages of other hosts are not offered."""
    known_urls: list[str] = Field(default_factory=list)
    """Pages that earlier runs of the same schedule offered; they are not offered again."""
    top_n: int = Field(default=5, ge=1, le=50)
    prefer_pdf: bool = True
    scoring: ScoringWishes = ScoringWishes()


@dataclass(frozen=True)
class Ranked:
    """A result with its score from 0 to 1 and the reasons for it, as sentences."""

    result: SearchResult
    score: float
    reasons: tuple[str, ...]
    refused: str = ""
    """Why it must not be offered, if a policy rejects it."""
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
    """The results that are offered, best first, and those that are not."""

    offered: tuple[Ranked, ...]
    dropped: tuple[Dropped, ...]


Rank = Callable[[str, Sequence[SearchResult], SelectionRules], Sequence[Ranked]]
"""Orders the results that passed the filters, best first. It drops none: a result that must not be
offered carries the reason in `refused`."""


class Budget(BaseModel):
    """How much one run may spend."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    searches: int = Field(default=3, ge=1, le=10, description="Queries sent to the provider.")
    pages: int = Field(default=5, ge=1, le=50, description="Pages ingested.")
    tokens: int = Field(
        default=20_000, ge=0, le=10_000_000, description="Model tokens; none are used beyond it."
    )


@dataclass(frozen=True)
class ResearchRequest:
    """A request for a run. A question is answered at the end; a query is only searched for."""

    text: str
    is_question: bool
    collection_id: UUID | None = None
    enable_hitl: bool = True
    auto_ingest: bool = False
    plan_first: bool = False
    """Whether a person approves the plan before anything is searched for."""
    case_id: UUID | None = None
    workflow: str = ""
    rules: SelectionRules = field(default_factory=SelectionRules)
    budget: Budget = field(default_factory=Budget)

    @property
    def matter(self) -> Matter:
        return Matter(self.case_id, self.workflow)


@dataclass(frozen=True)
class ScheduleView:
    """A question that is researched again and again."""

    id: UUID
    text: str
    weekday: int | None
    """From 0, Monday; None for every day."""
    hour: int
    next_at: datetime
    is_paused: bool
    runs: int
    created_by_id: UUID | None


@dataclass(frozen=True)
class ResearchPlan:
    """What a run is going to do: the questions it answers, its queries, and where it looks."""

    questions: tuple[str, ...]
    """Empty for a run that only looks for pages."""
    queries: tuple[str, ...]
    sources: tuple[str, ...] = ()
    """Hosts with their subdomains; empty for the whole web."""


@dataclass(frozen=True)
class PlanView:
    """A plan as it was proposed and, once a person has approved it, as it is carried out."""

    proposed: ResearchPlan
    approved: ResearchPlan | None = None
    approved_by_id: UUID | None = None
    approved_at: datetime | None = None


@dataclass(frozen=True)
class ResearchDecision:
    """A person's decision about the candidates of a run."""

    verdict: Verdict
    candidate_ids: tuple[UUID, ...] = ()
    added_urls: tuple[str, ...] = ()
    rationale: str = ""
    rejected_ids: tuple[UUID, ...] = ()
    """Candidates the person marked as wrong; one that is in neither list was not judged."""


MOST_POLICIES = 500
"""How many policies a tenant may have. Every candidate is compared with every policy."""


@dataclass(frozen=True)
class PolicyView:
    id: UUID
    pattern: str
    """A host, which includes its subdomains, or a pattern with `*`."""
    effect: PolicyEffect
    points: int
    """How many points of 100 a boost adds to a score."""
    note: str
    created_by_id: UUID | None
    created_at: datetime


@dataclass(frozen=True)
class StageView:
    stage: Stage
    at: datetime


@dataclass(frozen=True)
class CandidateView:
    """A page that was offered or added: why, and what happened to it."""

    id: UUID
    url: str
    title: str
    snippet: str
    source: str
    """The provider that found it, or `person`."""
    position: int
    score: float
    reasons: tuple[str, ...]
    facets: Mapping[str, float]
    """How far it treats each side of the question, in 0..1."""
    adds: tuple[str, ...]
    """What it has of the question that the collection lacks."""
    recommended_ingest: bool
    is_pdf: bool
    published: str
    state: CandidateState
    error: str
    document_id: UUID | None


@dataclass(frozen=True)
class DecisionView:
    verdict: Verdict
    candidate_ids: tuple[UUID, ...]
    added_urls: tuple[str, ...]
    rationale: str
    decided_by_id: UUID | None
    decided_at: datetime


@dataclass(frozen=True)
class ResearchSummary:
    id: UUID
    run_id: UUID
    text: str
    is_question: bool
    stage: Stage
    error: str
    created_at: datetime
    created_by_id: UUID | None


@dataclass(frozen=True)
class ResearchView(ResearchSummary):
    """One run with its candidates, decision and answer."""

    case_id: UUID | None
    workflow_id: UUID | None
    collection_id: UUID | None
    enable_hitl: bool
    auto_ingest: bool
    plan: PlanView | None
    rules: Mapping[str, Any]
    budget: Mapping[str, int]
    spent: Mapping[str, int]
    queries: tuple[str, ...]
    stages: tuple[StageView, ...]
    found: int
    dropped: tuple[Mapping[str, str], ...]
    candidates: tuple[CandidateView, ...]
    decision: DecisionView | None
    answer: Mapping[str, Any] | None
    ended_at: datetime | None


@dataclass(frozen=True)
class ResearchPage:
    """Runs, newest first. `next` is the cursor of the following page."""

    runs: tuple[ResearchSummary, ...]
    next: str | None


class ExternalKnowledgeState(TypedDict, total=False):
    query: Required[str]
    collection_id: Required[str]
    enable_hitl: Required[bool]
    context: Required[dict[str, Any]]
    """Ids and numbers only, because each checkpoint stores it. Objects are in `ExternalDeps`."""
    search_results: list[dict[str, Any]]
    selected_result: dict[str, Any] | None
    ingestion_result: dict[str, Any] | None
    error: str | None
    auto_ingest: bool


class ResearchGraphState(ExternalKnowledgeState):
    """The same, with the candidates that a person is shown and those they approved."""

    candidates: NotRequired[list[dict[str, Any]]]
    approved: NotRequired[list[dict[str, Any]]]
