"""Research runs: start them, list their candidates, approve pages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    Id,
    Pages,
    Polling,
    continue_from,
    nothing,
    one,
    present_values,
)
from pramana.client.operations import C, Part, operation, page_operation, wait_operation

Stage = Literal[
    "queued",
    "awaiting_plan",
    "searching",
    "awaiting_approval",
    "ingesting",
    "reading",
    "answering",
    "done",
    "failed",
]
Verdict = Literal["approved", "rejected", "partial"]


class OfferedPage(ApiModel):
    id: UUID
    url: str
    title: str
    snippet: str
    score: float
    reasons: list[str]
    state: str
    error: str
    document_id: UUID | None


class DecisionInfo(ApiModel):
    verdict: Verdict
    candidate_ids: list[UUID]
    added_urls: list[str]
    rationale: str
    decided_at: datetime


class PlanContent(ApiModel):
    questions: list[str]
    queries: list[str]
    sources: list[str]


class PlanInfo(ApiModel):
    proposed: PlanContent
    approved: PlanContent | None
    approved_at: datetime | None


class ResearchLine(ApiModel):
    id: UUID
    run_id: UUID
    text: str
    is_question: bool
    stage: Stage
    error: str
    created_at: datetime


class Research(ResearchLine):
    plan: PlanInfo | None
    candidates: list[OfferedPage]
    decision: DecisionInfo | None
    answer: dict[str, Any] | None
    ended_at: datetime | None

    @property
    def needs_a_person(self) -> bool:
        return self.stage in ("awaiting_plan", "awaiting_approval")

    @property
    def is_over(self) -> bool:
        return self.stage in ("done", "failed")


class ScheduleInfo(ApiModel):
    id: UUID
    text: str
    weekday: int | None
    hour: int
    next_at: datetime


class ResearchPageInfo(ApiModel):
    runs: list[ResearchLine]
    next: str | None


PATH = "/api/research/"


class Researches(Part[C]):
    @operation
    def start(
        self,
        question: str,
        *,
        collection_id: Id | None = None,
        enable_hitl: bool = True,
        auto_ingest: bool = False,
        plan_first: bool = False,
    ) -> ApiCall[Research]:
        """Search the web for a question. By default nothing is added before a person approves."""
        body = present_values(
            question=question,
            collection_id=collection_id,
            enable_hitl=enable_hitl,
            auto_ingest=auto_ingest,
            plan_first=plan_first,
        )
        return ApiCall("POST", PATH, one(Research), json=body, starts_work=True)

    @operation
    def schedule(
        self, question: str, *, weekday: int | None = None, hour: int = 6
    ) -> ApiCall[ScheduleInfo]:
        """Search again every day, or on this weekday (0 is Monday), and offer only what is new."""
        body = present_values(question=question, weekday=weekday, hour=hour)
        return ApiCall("POST", f"{PATH}schedules", one(ScheduleInfo), json=body, starts_work=True)

    @operation
    def get(self, research_id: Id) -> ApiCall[Research]:
        return ApiCall("GET", f"{PATH}{research_id}", one(Research))

    @operation
    def list(
        self, *, stage: Stage | None = None, after: str = "", limit: int = 50
    ) -> ApiCall[ResearchPageInfo]:
        """One page, newest first. Pass the page's `next` as `after` to continue."""
        params = present_values(stage=stage, after=after, limit=limit)
        return ApiCall("GET", PATH, one(ResearchPageInfo), params=params)

    @page_operation
    def every(self, *, stage: Stage | None = None) -> Pages[ResearchPageInfo, ResearchLine]:
        """All of them, newest first, fetched page by page."""
        return Pages(
            ApiCall(
                "GET", PATH, one(ResearchPageInfo), params=present_values(stage=stage, limit=MOST)
            ),
            lambda page: page.runs,
            lambda page: continue_from("after", page.next),
        )

    @operation
    def approve_plan(
        self,
        research_id: Id,
        *,
        questions: Sequence[str] | None = None,
        queries: Sequence[str] | None = None,
        sources: Sequence[str] | None = None,
    ) -> ApiCall[Research]:
        """Approve the plan of a run, with changes or as it was proposed."""
        body = present_values(questions=questions, queries=queries, sources=sources)
        return ApiCall("POST", f"{PATH}{research_id}/plan", one(Research), json=body)

    @operation
    def decide(
        self,
        research_id: Id,
        decision: Verdict,
        *,
        candidate_ids: Sequence[Id] = (),
        added_urls: Sequence[str] = (),
        rationale: str = "",
    ) -> ApiCall[Research]:
        """Approve or reject candidates; the run then continues."""
        body = present_values(
            decision=decision,
            candidate_ids=candidate_ids,
            added_urls=added_urls,
            rationale=rationale,
        )
        return ApiCall("POST", f"{PATH}{research_id}/decision", one(Research), json=body)

    @operation
    def delete(self, research_id: Id) -> ApiCall[None]:
        """Delete a run; documents that were approved stay."""
        return ApiCall("DELETE", f"{PATH}{research_id}", nothing)

    @wait_operation
    def wait(self, research_id: Id, *, timeout: float = 300) -> Polling[Research]:
        """Wait until the run needs a decision or has ended, and return it."""
        return Polling(Researches.get.build(self, research_id), _is_finished, timeout)


def _is_finished(research: Research) -> bool:
    return research.needs_a_person or research.is_over
