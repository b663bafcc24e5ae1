"""Research runs and the pages they offer."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.models.answer import Answer

Stage = Literal[
    "queued",
    "searching",
    "awaiting_approval",
    "ingesting",
    "reading",
    "answering",
    "done",
    "failed",
]
Verdict = Literal["approved", "rejected", "partial"]


class OfferedPage(Answer):
    id: UUID
    url: str
    title: str
    snippet: str
    score: float
    reasons: list[str]
    state: str
    error: str
    document_id: UUID | None


class Decision(Answer):
    verdict: Verdict
    candidate_ids: list[UUID]
    added_urls: list[str]
    rationale: str
    decided_at: datetime


class ResearchLine(Answer):
    id: UUID
    run_id: UUID
    text: str
    is_question: bool
    stage: Stage
    error: str
    created_at: datetime


class Research(ResearchLine):
    candidates: list[OfferedPage]
    decision: Decision | None
    answer: dict[str, Any] | None
    ended_at: datetime | None

    @property
    def needs_a_person(self) -> bool:
        return self.stage == "awaiting_approval"

    @property
    def is_over(self) -> bool:
        return self.stage in ("done", "failed")


class ResearchPage(Answer):
    runs: list[ResearchLine]
    next: str | None
