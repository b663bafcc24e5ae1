"""One attempt at a job, and the fence that lets only the newest attempt write.

Starting raises the row's attempt number under the row's lock; nothing is written for an attempt
whose number is no longer the row's. So a job rescued while it was still alive has its effect once.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.jobs.contracts import ACTIVE, JobState
from pramana.jobs.errors import Superseded
from pramana.jobs.events import announce_jobs
from pramana.jobs.models import Job
from pramana.kit.scope import Scope, ScopeContext

START_NEXT = """
    UPDATE jobs_job
       SET state = 'running', attempt = attempt + 1, worker_id = %(worker)s,
           started_at = %(at)s, finished_at = NULL, stage = '', current = 0, total = 0
     WHERE tenant_id = %(tenant)s AND state = 'queued' AND crashes <= %(crashes)s
       AND set_config('synchronous_commit', 'off', true) IS NOT NULL
       AND id = (SELECT id FROM jobs_job
                  WHERE tenant_id = %(tenant)s AND state IN ('queued', 'running')
                    AND lane = %(lane)s AND (id = %(id)s OR %(id)s IS NULL)
                  ORDER BY position LIMIT 1 FOR UPDATE)
 RETURNING *
"""
MOVED = (
    "state", "attempt", "failures", "crashes", "error", "stage", "current", "total",
    "queue_id", "worker_id", "started_at", "finished_at",
)  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """One attempt at one job, as the code that runs it sees it."""

    id: UUID
    scope: Scope
    name: str
    payload: dict[str, Any]
    attempt: int
    run_id: UUID | None
    lane: str


def row_to_start(scope: Scope, job_id: UUID) -> Job | None:
    """The job, locked, if there is still something to do for it. Inside a transaction."""
    return (
        Job.objects.in_scope(scope)
        .select_for_update(of=("self",))
        .filter(pk=job_id, state__in=ACTIVE)
        .first()
    )


def start_waiting(
    scope: Scope,
    worker_id: int | None,
    *,
    at: datetime,
    lane: str = "",
    job_id: UUID | None = None,
    crashes: int = 0,
) -> Claim | None:
    """Begin the named job, or the lane's oldest, if it simply waits: one statement, no disk.

    None when there is none, or when the row needs a closer look: it is marked as running, or has
    seen more than `crashes` and may not run beside just anyone.
    """
    parameters = {
        "tenant": scope.tenant_id, "worker": worker_id, "at": at, "lane": lane, "id": job_id,
        "crashes": crashes,
    }  # fmt: skip
    for row in Job.objects.raw(START_NEXT, parameters):
        announce_jobs(row.tenant_id)
        return claim_of(row)
    return None


def row_of(claim: Claim) -> Job:
    """The claim's row, locked, if the claim still counts. Inside a transaction."""
    row = (
        Job.objects.in_scope(claim.scope)
        .select_for_update(of=("self",))
        .filter(pk=claim.id, attempt=claim.attempt, state=JobState.RUNNING)
        .first()
    )
    if row is None:
        raise Superseded(claim.id, claim.attempt)
    return row


def end(row: Job, *, at: datetime) -> None:
    """Mark a locked row done, in the transaction of its effect."""
    row.finished_at = at
    move(row, JobState.DONE, error="")


def move(row: Job, state: JobState, *, error: str) -> None:
    """Write a locked row's new state, and tell whoever watches."""
    row.state, row.error = state, error
    row.save(update_fields=MOVED)
    announce_jobs(row.tenant_id)


def claim_of(row: Job) -> Claim:
    return Claim(row.id, scope_of(row), row.name, row.payload, row.attempt, row.run_id, row.lane)


def scope_of(row: Job) -> Scope:
    """A job acts for whoever asked for it, within the same trace, run and case."""
    if row.run is None:
        return Scope(tenant_id=row.tenant_id, actor_id=row.actor_id, trace_id=row.trace_id)
    return ScopeContext(
        tenant_id=row.tenant_id,
        actor_id=row.actor_id,
        trace_id=row.trace_id,
        run_id=row.run_id,
        case_id=row.run.case_id,
        workflow_id=row.run.workflow_id,
        idempotency_key=row.key,
    )
