"""How an attempt ends that did not succeed: tried again later, given up, or handed back."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

import psycopg
from django.db import InterfaceError, OperationalError, transaction
from pydantic import ValidationError

from pramana.jobs.claims import Claim, claim_of, lock_claimed_row, scope_of
from pramana.jobs.contracts import FAILED_EVENT, JobState
from pramana.jobs.errors import Superseded
from pramana.jobs.events import announce_jobs, announce_work, emit
from pramana.jobs.models import Job
from pramana.jobs.registry import TASKS
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run
from pramana.tenancy.storage import NO_ROOM

CRASHES_ALLOWED = 3
CRASH_ERROR = (
    "The worker process died while it ran this job, three times, and the last time nothing else "
    "ran in it. Look at what the job reads."
)
CALLED_OFF = "It was called off by a person. What was done before is kept."
OUTAGE_PATIENCE = timedelta(days=1)
"""How long a job may go on finding the database unavailable before it is given up."""
OUTAGE_WAITS = (timedelta(seconds=1), timedelta(seconds=60))
"""The shortest and the longest wait before a job looks for its database again."""
OUTAGE_STATES = ("08", "531", "532", "533", "57P", "58")
"""SQLSTATEs of a server that is away, out of disk, memory or connections, or shutting down."""
UNAVAILABLE = (
    OperationalError,
    InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
)
"""Errors that may mean an outage: Django's, and those of connections beside Django's."""
LOCK_CONFLICTS = ("40", "55P03")
"""SQLSTATEs of a transaction that lost against another: nothing is wrong with the job."""
CONFLICTS_ALLOWED = 3
LONGEST_ERROR = 1000
TRANSIENT_STATUSES = (408, 409, 425, 429)
"""Statuses that blame the moment: too early, too many, someone else was first."""
CHANGED = (
    "state", "attempt", "failures", "crashes", "outage_since", "error", "stage", "current", "total",
    "delayed", "due_at", "worker_id", "started_at", "finished_at",
)  # fmt: skip
logger = logging.getLogger(__name__)


@transaction.atomic
def fail(claim: Claim, error: BaseException, *, at: datetime) -> None:
    """Keep the error, and try again later while the task still has attempts.

    A database that was unavailable, or a full disk, says nothing about the job, so that costs no
    attempt: the job waits and, in a lane, keeps its place. An error that blames the request would
    only come again. Other errors of a job in a lane are not tried again, so that nothing waits or
    is overtaken.
    """
    row = lock_claimed_row(claim)
    task = TASKS.get(row.name)
    if is_outage(error) and at - (row.outage_since or at) < OUTAGE_PATIENCE:
        row.outage_since = row.outage_since or at
        shortest, longest = OUTAGE_WAITS
        requeue(row, describe(error), at=at + min(max(at - row.outage_since, shortest), longest))
        return
    row.failures += 1
    row.outage_since = None
    if row.lane and is_lock_conflict(error) and row.failures < CONFLICTS_ALLOWED:
        requeue(row, describe(error))
    elif task is None or row.lane or row.failures >= task.attempts or is_refusal(error):
        give_up(row, JobState.FAILED, describe(error), at=at)
    else:
        requeue(row, describe(error), at=at + task.backoff(row.failures))


def give_up(row: Job, state: JobState, error: str, *, at: datetime) -> None:
    """Mark a locked row failed or dead, inform its task, and end its run."""
    row.finished_at = at
    _save(row, state, error)
    if row.run_id:
        emit(scope_of(row), row.run_id, FAILED_EVENT, {"job_id": str(row.id), "error": error})
        end_run(scope_of(row), row.run_id, RunState.FAILED)
    _call_on_failure(row, error)


def record_crash(row: Job, *, at: datetime) -> None:
    """Count a crash against a locked running row, and queue it again unless it was the last."""
    row.crashes += 1
    if row.crashes < CRASHES_ALLOWED:
        requeue(row, row.error)
    else:
        give_up(row, JobState.DEAD, CRASH_ERROR, at=at)


def hand_back(claim: Claim) -> None:
    """Queue the job for another worker; whatever the attempt still does is refused."""
    try:
        with transaction.atomic():
            row = lock_claimed_row(claim)
            requeue(row, row.error)
    except Superseded:
        logger.info("job %s had already ended", claim.id)


def requeue(row: Job, error: str, *, at: datetime | None = None) -> None:
    """Queue a locked row again, not before `at`. It keeps its place in its lane."""
    row.worker_id = None
    row.delayed = at is not None
    if at:
        row.due_at = at
    _save(row, JobState.QUEUED, error)
    announce_work(row.tenant_id)


@transaction.atomic
def report_cancelled(scope: Scope, job_id: UUID) -> bool:
    """Inform the task of a job that was called off, once; whether there was one to inform of.

    Jobs are called off where tasks are not known, so a worker does this. What the job worked for
    would otherwise wait for ever.
    """
    cancelled = Job.objects.in_scope(scope).filter(pk=job_id, state=JobState.CANCELLED, error="")
    row = cancelled.select_for_update(of=("self",), skip_locked=True).first()
    if row is None:
        return False
    _save(row, JobState.CANCELLED, CALLED_OFF)
    _call_on_failure(row, CALLED_OFF)
    return True


def is_refusal(error: BaseException) -> bool:
    """Whether the error says that the request cannot be fulfilled, now or later."""
    if not isinstance(error, AppError):
        return False
    return 400 <= error.status < 500 and error.status not in TRANSIENT_STATUSES


def is_outage(error: BaseException) -> bool:
    """Whether the error says that the database was unavailable or a disk full, and nothing else.

    A capability may have put an error of its own around it, so what caused the error counts too.
    """
    return any(_is_unavailability(each) for each in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _is_unavailability(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    if not isinstance(error, UNAVAILABLE):
        return False
    state = _sqlstate(error)
    return state is None or state.startswith(OUTAGE_STATES)


def is_lock_conflict(error: BaseException) -> bool:
    """Whether the database ended a transaction for the sake of another."""
    state = _sqlstate(error) if isinstance(error, OperationalError) else None
    return state is not None and state.startswith(LOCK_CONFLICTS)


def describe(error: BaseException) -> str:
    """What went wrong in one line, without the values a validation error would quote."""
    if isinstance(error, ValidationError):
        places = [".".join(map(str, each["loc"])) for each in error.errors(include_input=False)]
        return f"ValidationError: {', '.join(places)}"[:LONGEST_ERROR]
    return f"{type(error).__name__}: {error}"[:LONGEST_ERROR]


def _sqlstate(error: BaseException) -> str | None:
    """The server's code for the error; None when the connection itself failed."""
    inner = error if isinstance(error, psycopg.Error) else error.__cause__
    return getattr(inner, "sqlstate", None)


def _save(row: Job, state: JobState, error: str) -> None:
    row.state, row.error = state, error
    row.save(update_fields=CHANGED)
    announce_jobs(row.tenant_id)


def _call_on_failure(row: Job, error: str) -> None:
    task = TASKS.get(row.name)
    if task and task.typed_on_failure:
        try:
            with transaction.atomic():
                task.typed_on_failure(claim_of(row), error, **row.payload)
        except Exception as mistake:
            logger.error("on_failure of %s raised %s", row.name, type(mistake).__name__)
