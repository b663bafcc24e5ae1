"""What the API of research runs takes and gives."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Schema
from pydantic import ConfigDict, Field

from pramana.external.contracts.requests import Budget, Choice, Wanted
from pramana.external.contracts.selection import SelectionRules
from pramana.external.contracts.stages import Stage, Verdict
from pramana.external.contracts.views import (
    CandidateView,
    DecisionView,
    ResearchSummary,
    StageView,
)
from pramana.kit.fields import ADDRESS, NO_NUL
from pramana.retrieval.scoring.contracts import ScoringWishes
from pramana.tenancy.matters import MatterIn

WORDS = r"^[^\x00]*\w[^\x00]*$"
Text = Annotated[str, Field(min_length=1, max_length=2000, pattern=WORDS)]
Url = Annotated[str, Field(pattern=ADDRESS, max_length=2000)]
Domain = Annotated[str, Field(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.-]+$")]


class RunIn(MatterIn, Schema):
    """What a run of either kind may be told."""

    model_config = ConfigDict(extra="forbid")

    collection_id: UUID | None = None
    enable_hitl: bool = True
    auto_ingest: bool = False
    min_snippet_length: Annotated[int, Field(ge=0, le=10_000)] = 40
    blocked_domains: Annotated[list[Domain], Field(max_length=1000, default_factory=list)]
    top_n: Annotated[int, Field(ge=1, le=50)] = 5
    prefer_pdf: bool = True
    scoring: ScoringWishes = ScoringWishes()
    budget: Budget = Budget()

    def about(self, text: str, *, is_question: bool) -> Wanted:
        return Wanted(
            text=text,
            is_question=is_question,
            collection_id=self.collection_id,
            enable_hitl=self.enable_hitl,
            auto_ingest=self.auto_ingest,
            case_id=self.case_id,
            workflow=self.matter.workflow,
            rules=SelectionRules.model_validate(self.model_dump()),
            budget=self.budget,
        )


class QuestionIn(RunIn):
    """A question, which is answered at the end."""

    question: Text

    def wanted(self) -> Wanted:
        return self.about(self.question, is_question=True)


class QueryIn(RunIn):
    """A query, which is only searched for."""

    query: Text

    def wanted(self) -> Wanted:
        return self.about(self.query, is_question=False)


class DecisionIn(Schema):
    """Without ids and urls, `approved` lets in everything that was offered."""

    model_config = ConfigDict(extra="forbid")

    decision: Verdict
    candidate_ids: Annotated[list[UUID], Field(max_length=50, default_factory=list)]
    added_urls: Annotated[list[Url], Field(max_length=50, default_factory=list)]
    rationale: Annotated[str, Field(max_length=4000, pattern=NO_NUL)] = ""

    def choice(self) -> Choice:
        return Choice(
            verdict=self.decision,
            candidate_ids=tuple(self.candidate_ids),
            added_urls=tuple(self.added_urls),
            rationale=self.rationale,
        )


class ResearchOut(Schema):
    id: UUID
    run_id: UUID
    """Its events are at `/api/runs/{run_id}/events`."""
    text: str
    is_question: bool
    stage: Stage
    error: str
    created_at: datetime
    created_by_id: UUID | None
    case_id: UUID | None
    workflow_id: UUID | None
    collection_id: UUID | None
    enable_hitl: bool
    auto_ingest: bool
    rules: SelectionRules
    budget: Budget
    spent: dict[str, int]
    queries: list[str]
    stages: list[StageView]
    found: int
    dropped: list[dict[str, str]]
    candidates: list[CandidateView]
    decision: DecisionView | None
    answer: dict[str, Any] | None
    ended_at: datetime | None


class ResearchPageOut(Schema):
    runs: list[ResearchSummary]
    next: str | None


class ToolCallOut(Schema):
    """A tool's envelope, with which call it was."""

    tool: str
    invocation_id: UUID
    at: datetime
    status: Literal["ok", "error"]
    input: Any
    data: Any = None
    error: dict[str, Any] | None = None
    meta: dict[str, Any]


class ToolCallsOut(Schema):
    calls: list[ToolCallOut]
