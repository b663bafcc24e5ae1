"""Running one job: start an attempt, call its task, end the attempt."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.db import close_old_connections, connection, transaction

from pramana.jobs.claims import Claim, row_to_start, start_waiting
from pramana.jobs.company import COMPANY, until_next_try
from pramana.jobs.connection import quick_transaction
from pramana.jobs.context import JobContext
from pramana.jobs.contracts import JobState
from pramana.jobs.endings import ask_for, crashed, fail, tell_called_off
from pramana.jobs.errors import Superseded
from pramana.jobs.liveness import live_workers
from pramana.jobs.models import Job
from pramana.jobs.registry import find_task
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.observability.context import fresh_ids
from pramana.observability.tracing import span

logger = logging.getLogger(__name__)
RUNNING: dict[UUID, Claim] = {}
"""What this process is doing now, so that a stopping worker can hand it back."""


def perform(tenant_id: UUID, job_id: UUID, worker_id: int | None = None) -> None:
    """Run the job if it still waits, or tell that it was called off.

    Called for a token, which may come late or twice.
    """
    scope = Scope(tenant_id=tenant_id)
    with COMPANY.join(0) as welcome:
        claim = start_waiting(scope, worker_id, at=utcnow(), job_id=job_id) if welcome else None
        if claim:
            execute(claim)
    if claim is None and not tell_called_off(scope, job_id):
        _perform_suspect(scope, job_id, worker_id)


def _perform_suspect(scope: Scope, job_id: UUID, worker_id: int | None) -> None:
    """Run a job that saw a crash, in the company it may have, or ask for it again later."""
    with quick_transaction():
        crashes = crashes_of(row_to_start(scope, job_id), worker_id)
    if crashes is None:
        return
    with COMPANY.join(crashes) as welcome:
        if not welcome:
            ask_again(scope, job_id, at=utcnow() + until_next_try(crashes))
        elif claim := start_waiting(scope, worker_id, at=utcnow(), job_id=job_id, crashes=crashes):
            execute(claim)


@transaction.atomic
def ask_again(scope: Scope, job_id: UUID, *, at: datetime | None = None) -> None:
    """Put a new token into the queue for a job that has not ended."""
    row = row_to_start(scope, job_id)
    if row:
        row.queue_id = ask_for(row, at=at)
        row.save(update_fields=["queue_id"])


def is_taken(row: Job, worker_id: int | None) -> bool:
    """Whether someone alive is at this job: this process, or another worker that holds its lock."""
    if row.state != JobState.RUNNING:
        return False
    if row.id in RUNNING:
        return True
    return row.worker_id not in (None, worker_id) and row.worker_id in live_workers()


def crashes_of(row: Job | None, worker_id: int | None) -> int | None:
    """How many crashes a locked row has seen, if it is to be started; None if it is not.

    One that is marked as running although nobody is at it has seen another just now.
    """
    if row is None or is_taken(row, worker_id):
        return None
    if row.state == JobState.RUNNING:
        crashed(row, at=utcnow())
    return row.crashes if row.state == JobState.QUEUED else None


def execute(claim: Claim) -> None:
    """Call the task. Whatever it raises ends here, in the job's row."""
    ids = {"request_id": claim.scope.trace_id, "tenant_id": claim.scope.tenant_id}
    with _noted(claim), fresh_ids(**ids, job_id=claim.id, run_id=claim.run_id):
        try:
            _call(claim)
        except Superseded:
            logger.info("attempt %s of job %s no longer counts", claim.attempt, claim.id)
        except (Exception, SystemExit) as error:
            _note_failure(claim, error)


def _call(claim: Claim) -> None:
    job = JobContext(claim)
    with span("job", claim.scope, job_id=claim.id, task=claim.name, attempt=claim.attempt):
        find_task(claim.name).call(job, **claim.payload)
        if not job.committed:
            with job.commit():
                pass


def _note_failure(claim: Claim, error: BaseException) -> None:
    # The message may quote what was read, so it goes to the tenant's row and not to the log.
    logger.warning(
        "attempt %s of job %s (%s) raised %s",
        claim.attempt, claim.id, claim.name, type(error).__name__,
    )  # fmt: skip
    if not connection.in_atomic_block:
        close_old_connections()  # the error may be that ours broke
    try:
        fail(claim, error, at=utcnow())
    except Superseded:
        logger.info("job %s had already ended", claim.id)


@contextmanager
def _noted(claim: Claim) -> Iterator[None]:
    RUNNING[claim.id] = claim
    try:
        yield
    finally:
        if RUNNING.get(claim.id) is claim:
            del RUNNING[claim.id]
