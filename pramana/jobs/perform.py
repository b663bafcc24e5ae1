"""Running one job: start an attempt, call its task, end the attempt."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import close_old_connections, connection

from pramana.jobs.claims import Claim, row_to_start, start, start_waiting
from pramana.jobs.connection import quick_transaction
from pramana.jobs.context import JobContext
from pramana.jobs.contracts import JobState
from pramana.jobs.endings import crashed, fail
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
    """Run the job if it still waits. Called for a token, which may come late or twice."""
    claim = claim_job(Scope(tenant_id=tenant_id), job_id, worker_id)
    if claim:
        execute(claim)


def claim_job(scope: Scope, job_id: UUID, worker_id: int | None) -> Claim | None:
    if claim := start_waiting(scope, worker_id, at=utcnow(), job_id=job_id):
        return claim
    with quick_transaction():
        row = row_to_start(scope, job_id)
        if row is None or is_taken(row, worker_id):
            return None
        return begin(row, worker_id)


def is_taken(row: Job, worker_id: int | None) -> bool:
    """Whether someone alive is at this job: this process, or another worker that holds its lock."""
    if row.state != JobState.RUNNING:
        return False
    if row.id in RUNNING:
        return True
    return row.worker_id not in (None, worker_id) and row.worker_id in live_workers()


def begin(row: Job, worker_id: int | None) -> Claim | None:
    """Start a locked row that nobody is at, unless it has crashed once too often."""
    if row.state == JobState.RUNNING and crashed(row, at=utcnow()):
        return None
    return start(row, worker_id, at=utcnow())


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
