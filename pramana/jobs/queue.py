"""The queue of jobs: asking for work by name, trying again, calling off, erasing."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from pramana.jobs.contracts import CANCELLED_EVENT, DONE_EVENT, RETRIED_EVENT, JobState, JobView
from pramana.jobs.errors import JobNotCancellable, JobNotFound, JobNotRetryable
from pramana.jobs.events import announce_work, emit
from pramana.jobs.models import Job
from pramana.jobs.registry import find_task
from pramana.jobs.selectors import job_view
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.postgres.sql import copy_rows
from pramana.tenancy.contracts import RunState
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit, end_run, reopen_run


def enqueue(
    scope: Scope,
    name: str,
    /,
    *,
    run_id: UUID | None = None,
    delay: timedelta | None = None,
    key: str | None = None,
    **payload: Any,
) -> UUID:
    """Ask for a task by name, with ids as payload; return the job's id.

    The job is part of the caller's transaction: a rolled-back change asks for nothing, and a
    committed one cannot lose its work. Asking again with the same `key` gives the same job, for as
    long as it is kept.
    """
    row = _new_row(scope, name, payload, run_id=run_id, key=key)
    if delay:
        row.delayed, row.due_at = True, utcnow() + delay
    job_id = _insert(scope, row)
    announce_work(scope.tenant_id)
    return job_id


def push(
    scope: Scope,
    lane: str,
    name: str,
    /,
    *,
    run_id: UUID | None = None,
    key: str | None = None,
    **payload: Any,
) -> UUID:
    """Ask for a task that must wait its turn: jobs of one lane run one at a time, oldest first.

    The order is that of asking. Of two transactions that ask at the same time, the one that
    commits later may have asked earlier; its job is then done next, never skipped.
    """
    return push_all(scope, lane, name, [payload], run_id=run_id, keys=[key])[0]


@transaction.atomic
def push_all(
    scope: Scope,
    lane: str,
    name: str,
    payloads: Iterable[Mapping[str, Any]],
    /,
    *,
    run_id: UUID | None = None,
    keys: Iterable[str | None] | None = None,
) -> list[UUID]:
    """Ask for many jobs of one lane at once, in the order given."""
    payloads = list(payloads)
    rows = [
        _new_row(scope, name, payload, run_id=run_id, key=key, lane=lane)
        for payload, key in zip(payloads, keys or [None] * len(payloads), strict=True)
    ]
    if any(row.key for row in rows):
        ids = [_insert(scope, row) for row in rows]
    else:
        ids = [row.id for row in Job.objects.bulk_create(rows, batch_size=1000)]
    if ids:
        announce_work(scope.tenant_id)
    return ids


def copy_all(
    scope: Scope, lane: str, name: str, payloads: Sequence[Mapping[str, Any]], /
) -> list[UUID]:
    """The same for very many jobs: a piece of them, written by COPY inside a transaction."""
    rows = [
        _new_row(scope, name, payload, run_id=None, key=None, lane=lane) for payload in payloads
    ]
    copy_rows(Job, rows, leave_out=("position", "turn", "due_at"))
    if rows:
        announce_work(scope.tenant_id)
    return [row.id for row in rows]


def _new_row(
    scope: Scope,
    name: str,
    payload: Mapping[str, Any],
    *,
    run_id: UUID | None,
    key: str | None,
    lane: str = "",
) -> Job:
    task = find_task(name)
    task.check(payload)
    return Job(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        name=name,
        payload=dict(payload),
        lane=lane,
        key=key,
        run_id=run_id,
        priority=task.priority,
    )


def _insert(scope: Scope, row: Job) -> UUID:
    """Insert the row and return its id, or that of an earlier job with the same key."""
    if row.key is None:
        row.save(force_insert=True)
        return row.id
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        if "one_job_per_key" not in str(error):
            raise
        same_key = Job.objects.in_scope(scope).filter(name=row.name, key=row.key)
        return same_key.values_list("id", flat=True).get()
    return row.id


ERASE_ENDED = """
    DELETE FROM jobs_job
     WHERE tenant_id = %(tenant)s AND state NOT IN ('queued', 'running')
       AND payload::text LIKE ANY(%(patterns)s)
"""


@transaction.atomic
def retry_job(scope: Scope, job_id: UUID) -> JobView:
    """Try a failed, dead or cancelled job again from the start, with all its attempts."""
    row = _lock_job(scope, job_id)
    if not JobState(row.state).is_retryable:
        raise JobNotRetryable(row.id, JobState(row.state))
    row.state, row.failures, row.crashes, row.error = JobState.QUEUED, 0, 0, ""
    row.finished_at = row.outage_since = row.worker_id = None
    row.delayed, row.due_at = False, utcnow()
    row.save()
    if row.run_id:
        reopen_run(scope, row.run_id)
        emit(scope, row.run_id, RETRIED_EVENT, {"job_id": str(row.id)})
    audit(scope, "job.retry", "job", row.id, name=row.name)
    announce_work(scope.tenant_id)
    return job_view(row)


@transaction.atomic
def cancel_job(scope: Scope, job_id: UUID, *, reason: str = "") -> JobView:
    """Call a job off. A running job is not stopped, but can no longer write anything.

    A worker then informs the task, as when a job is given up. A caller who gives a `reason` has
    dealt with what the job worked on, so the task is not informed.
    """
    row = _lock_job(scope, job_id)
    if not JobState(row.state).is_active:
        raise JobNotCancellable(row.id, JobState(row.state))
    row.state, row.finished_at, row.error = JobState.CANCELLED, utcnow(), reason
    row.save(update_fields=["state", "finished_at", "error"])
    if row.run_id:
        emit(scope, row.run_id, CANCELLED_EVENT, {"job_id": str(row.id)})
        end_run(scope, row.run_id, RunState.FAILED)
    audit(scope, "job.cancel", "job", row.id, name=row.name)
    announce_work(scope.tenant_id)  # the next job of its lane may run
    return job_view(row)


@transaction.atomic
def finish_run(scope: Scope, run_id: UUID, **about: str) -> None:
    """End a run whose work is done, and emit the event that ends its followers' streams."""
    emit(scope, run_id, DONE_EVENT, about)
    end_run(scope, run_id, RunState.DONE)


def erase_ended_jobs(scope: Scope, ids: Iterable[object]) -> int:
    """Delete ended jobs whose payload holds one of these ids; return how many.

    A payload holds ids and no words, so an id in it is what the job was about. Jobs of a run are
    deleted with the run. A job that still waits is left: it will find nothing to do.
    """
    patterns = [f'%"{each}"%' for each in ids]
    with connection.cursor() as cursor:
        cursor.execute(ERASE_ENDED, {"tenant": scope.tenant_id, "patterns": patterns})
        return int(cursor.rowcount)


def _lock_job(scope: Scope, job_id: UUID) -> Job:
    return lock_row(Job.objects.in_scope(scope).filter(pk=job_id), JobNotFound(job_id))
