"""Background work, and the runs it belongs to."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.models.answer import Answer

JobState = Literal["queued", "running", "done", "failed", "dead", "cancelled"]


class Progress(Answer):
    stage: str
    current: int
    total: int


class Job(Answer):
    id: UUID
    name: str
    state: JobState
    attempt: int
    error: str
    progress: Progress | None
    run_id: UUID | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class JobPage(Answer):
    jobs: list[Job]
    next_before: int | None


class Run(Answer):
    """One execution: of a question, an extraction, a review."""

    id: UUID
    kind: str
    state: Literal["active", "done", "failed"]
    created_at: datetime
    ended_at: datetime | None


class RunEvent(Answer):
    seq: int
    kind: str
    payload: dict[str, Any]
    at: datetime
