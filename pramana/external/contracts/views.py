"""Research runs as pages and APIs see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.external.contracts.stages import CandidateState, Stage, Verdict


@dataclass(frozen=True)
class StageView:
    stage: Stage
    at: datetime


@dataclass(frozen=True)
class CandidateView:
    """A page that was offered or added, why, and what became of it."""

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
    """One run with everything that happened in it."""

    case_id: UUID | None
    workflow_id: UUID | None
    collection_id: UUID | None
    enable_hitl: bool
    auto_ingest: bool
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
    """Newest first; `next` is where the following page begins."""

    runs: tuple[ResearchSummary, ...]
    next: str | None
