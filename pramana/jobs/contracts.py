"""Values about background work that other capabilities may see."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID


class JobState(StrEnum):
    """The state of a job. `failed` ran out of attempts; `dead` ended its worker three times."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    DEAD = "dead"
    CANCELLED = "cancelled"

    @property
    def is_active(self) -> bool:
        return self in ACTIVE

    @property
    def is_retryable(self) -> bool:
        return self in RETRYABLE


ACTIVE = (JobState.QUEUED, JobState.RUNNING)
RETRYABLE = (JobState.FAILED, JobState.DEAD, JobState.CANCELLED)


@dataclass(frozen=True)
class Progress:
    """How far the work is: the stage in words, and a count if there is one."""

    stage: str
    current: int
    total: int


@dataclass(frozen=True)
class JobView:
    """A job as pages and APIs see it: never its payload."""

    id: UUID
    name: str
    state: JobState
    lane: str
    attempt: int
    crashes: int
    error: str
    progress: Progress | None
    run_id: UUID | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    position: int
    """Grows with every queued job; pass it as `before` to get the next page."""


@dataclass(frozen=True)
class JobsPage:
    """Newest first. `next_before` is None on the last page."""

    jobs: tuple[JobView, ...]
    next_before: int | None


@dataclass(frozen=True)
class QueueHealth:
    """How many workers are alive, and how far behind they are."""

    workers: int
    waiting: int
    oldest_waiting_s: float


@dataclass(frozen=True)
class RunEventView:
    """One event of a run. Numbers have no gaps and follow the order of commit."""

    run_id: UUID
    seq: int
    kind: str
    payload: Mapping[str, Any]
    at: datetime

    @property
    def is_terminal(self) -> bool:
        return self.kind in TERMINAL_KINDS


DONE_EVENT = "done"
FAILED_EVENT = "failed"
CANCELLED_EVENT = "cancelled"
PROGRESS_EVENT = "progress"
DELTA_EVENT = "delta"
RETRIED_EVENT = "retried"
TERMINAL_KINDS = frozenset({DONE_EVENT, FAILED_EVENT, CANCELLED_EVENT})
"""Kinds after which a run has no more events, unless its failed job is tried again."""


def plain_error(error: str) -> str:
    """A job's error without the name of the exception.

    >>> plain_error("RowNotSaved: The model ended without saving the row.")
    'The model ended without saving the row.'
    >>> plain_error("end_date: a relation cannot end before it starts.")
    'end_date: a relation cannot end before it starts.'
    """
    name, colon, message = error.partition(": ")
    return message if colon and name.isidentifier() and name[0].isupper() else error
