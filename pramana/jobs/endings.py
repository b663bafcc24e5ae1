"""How an attempt ends that did not succeed: tried again later, given up, or handed back."""

import logging
from datetime import datetime
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from pydantic import ValidationError

from pramana.jobs.claims import Claim, claim_of, move, row_of, scope_of
from pramana.jobs.contracts import FAILED_EVENT, JobState
from pramana.jobs.errors import Superseded
from pramana.jobs.events import emit
from pramana.jobs.models import Job
from pramana.jobs.registry import TASKS
from pramana.jobs.tokens import ask_to_drain, ask_to_perform
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run

CRASHES_ALLOWED = 3
CRASH_ERROR = (
    "The worker process died while it ran this job, three times, and the last time nothing else "
    "ran in it. Look at what the job reads."
)
CALLED_OFF = "It was called off by a person. What was done before is kept."
ABSENCES_ALLOWED = 3
"""Times in a row that a job in a lane may find the database gone before it is given up."""
LONGEST_ERROR = 1000
PASSING = (408, 409, 425, 429)
"""Statuses that blame the moment: too early, too many, someone else was first."""
logger = logging.getLogger(__name__)


@transaction.atomic
def fail(claim: Claim, error: BaseException, *, at: datetime) -> None:
    """Keep the error, and try again later while the task still has attempts.

    An error that blames the request would only come again. A job in a lane is not tried again by
    itself: what comes after it must not wait or overtake. Only where the database was away it is
    done anew at once, in its place, because that says nothing about the job.
    """
    row = row_of(claim)
    row.failures += 1
    task = TASKS.get(row.name)
    if row.lane and is_absence(error) and row.failures < ABSENCES_ALLOWED:
        row.queue_id = ask_for(row)
        _wait_again(row, describe(error))
    elif task is None or row.lane or row.failures >= task.attempts or is_refusal(error):
        give_up(row, JobState.FAILED, describe(error), at=at)
    else:
        row.queue_id = ask_for(row, at=at + task.backoff(row.failures))
        _wait_again(row, describe(error))


def give_up(row: Job, state: JobState, error: str, *, at: datetime) -> None:
    """Mark a locked row failed or dead, tell its task, and let its run's followers know."""
    row.finished_at = at
    move(row, state, error=error)
    if row.run_id:
        emit(scope_of(row), row.run_id, FAILED_EVENT, {"job_id": str(row.id), "error": error})
        end_run(scope_of(row), row.run_id, RunState.FAILED)
    _tell(row, error)


@transaction.atomic
def tell_called_off(scope: Scope, job_id: UUID) -> bool:
    """Tell its task of a job that was called off, once; whether there was something to tell.

    Jobs are called off where tasks are not known, so a worker does this. What the job worked for
    would otherwise wait for ever.
    """
    called_off = Job.objects.in_scope(scope).filter(pk=job_id, state=JobState.CANCELLED, error="")
    row = called_off.select_for_update(of=("self",)).first()
    if row is None:
        return False
    move(row, JobState.CANCELLED, error=CALLED_OFF)
    _tell(row, CALLED_OFF)
    return True


def _tell(row: Job, error: str) -> None:
    task = TASKS.get(row.name)
    if task and task.tell_failure:
        try:
            with transaction.atomic():
                task.tell_failure(claim_of(row), error, **row.payload)
        except Exception as mistake:
            logger.error("on_failure of %s raised %s", row.name, type(mistake).__name__)


def crashed(row: Job, *, at: datetime) -> None:
    """Count a crash against a locked running row, and let it wait again unless it was the last."""
    row.crashes += 1
    if row.crashes < CRASHES_ALLOWED:
        _wait_again(row, row.error)
    else:
        give_up(row, JobState.DEAD, CRASH_ERROR, at=at)


def hand_back(claim: Claim) -> None:
    """Make the job wait for another worker; what the attempt still does will count for nothing."""
    try:
        with transaction.atomic():
            row = row_of(claim)
            row.queue_id = ask_for(row)
            _wait_again(row, row.error)
    except Superseded:
        logger.info("job %s had already ended", claim.id)


def ask_for(row: Job, *, at: datetime | None = None) -> int:
    """Put a token into the queue for a job of ours that is to run (again)."""
    task = TASKS.get(row.name)
    priority = task.priority if task else 0
    if row.lane:
        return ask_to_drain(row.tenant_id, row.lane, at=at, priority=priority)
    return ask_to_perform(row.tenant_id, row.id, at=at, priority=priority)


def is_refusal(error: BaseException) -> bool:
    """Whether the error says that what was asked for cannot be done, now or later."""
    return isinstance(error, AppError) and 400 <= error.status < 500 and error.status not in PASSING


def is_absence(error: BaseException) -> bool:
    """Whether the error says that the database was away, and nothing else."""
    return isinstance(error, OperationalError | InterfaceError)


def describe(error: BaseException) -> str:
    """What went wrong in one line, without the values a validation error would quote."""
    if isinstance(error, ValidationError):
        places = [".".join(map(str, found["loc"])) for found in error.errors(include_input=False)]
        return f"ValidationError: {', '.join(places)}"[:LONGEST_ERROR]
    return f"{type(error).__name__}: {error}"[:LONGEST_ERROR]


def _wait_again(row: Job, error: str) -> None:
    row.worker_id = None
    move(row, JobState.QUEUED, error=error)
