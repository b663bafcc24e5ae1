"""Changes to jobs and their runs: trying again, calling off, erasing. Queueing is in `queue`."""

from collections.abc import Iterable
from uuid import UUID

from django.db import connection, transaction

from pramana.jobs.contracts import CANCELLED_EVENT, DONE_EVENT, RETRIED_EVENT, JobState, JobView
from pramana.jobs.errors import JobNotCancellable, JobNotFound, JobNotRetryable
from pramana.jobs.events import announce_work, emit
from pramana.jobs.models import Job
from pramana.jobs.selectors import job_view
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit, end_run, reopen_run

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
