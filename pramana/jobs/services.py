"""Changes to jobs and their runs: asking for one (see `queue`), trying again, calling off."""

from collections.abc import Iterable
from uuid import UUID

from django.db import connection, transaction

from pramana.jobs.contracts import CANCELLED_EVENT, DONE_EVENT, RETRIED_EVENT, JobState, JobView
from pramana.jobs.errors import JobNotCancellable, JobNotEnded, JobNotFound, JobNotRetryable
from pramana.jobs.events import announce_work, emit
from pramana.jobs.models import Job
from pramana.jobs.queue import enqueue, push, push_all
from pramana.jobs.selectors import view
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import audit, end_run, reopen_run

__all__ = [
    "cancel_job",
    "enqueue",
    "finish_run",
    "forget_ended",
    "forget_payload",
    "push",
    "push_all",
    "retry_job",
]


@transaction.atomic
def retry_job(scope: Scope, job_id: UUID) -> JobView:
    """Try a failed, dead or cancelled job again from the start, with all its attempts."""
    row = _locked(scope, job_id)
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
    return view(row)


@transaction.atomic
def cancel_job(scope: Scope, job_id: UUID, *, told: str = "") -> JobView:
    """Call a job off. One that runs already is not stopped, but can no longer write anything.

    A worker then tells the task, as when a job is given up, unless the caller has `told` why.
    """
    row = _locked(scope, job_id)
    if not JobState(row.state).is_active:
        raise JobNotCancellable(row.id, JobState(row.state))
    row.state, row.finished_at, row.error = JobState.CANCELLED, utcnow(), told
    row.save(update_fields=["state", "finished_at", "error"])
    if row.run_id:
        emit(scope, row.run_id, CANCELLED_EVENT, {"job_id": str(row.id)})
        end_run(scope, row.run_id, RunState.FAILED)
    audit(scope, "job.cancel", "job", row.id, name=row.name)
    announce_work(scope.tenant_id)  # the next job of its lane may run
    return view(row)


@transaction.atomic
def finish_run(scope: Scope, run_id: UUID, **about: str) -> None:
    """The work of a run is done: whoever follows it is told, and it is under way no longer."""
    emit(scope, run_id, DONE_EVENT, about)
    end_run(scope, run_id, RunState.DONE)


@transaction.atomic
def forget_payload(scope: Scope, job_id: UUID) -> None:
    """Remove what an ended job was given, where the words it holds must not be kept."""
    row = _locked(scope, job_id)
    if JobState(row.state).is_active:
        raise JobNotEnded(row.id, JobState(row.state))
    row.payload = {}
    row.save(update_fields=["payload"])


def _locked(scope: Scope, job_id: UUID) -> Job:
    row = Job.objects.in_scope(scope).select_for_update(of=("self",)).filter(pk=job_id).first()
    if row is None:
        raise JobNotFound(job_id)
    return row


FORGET = """
    DELETE FROM jobs_job
     WHERE tenant_id = %(tenant)s AND state NOT IN ('queued', 'running')
       AND payload::text LIKE ANY(%(named)s)
"""


def forget_ended(scope: Scope, named: Iterable[object]) -> int:
    """Erase jobs that were given one of these ids; say how many. Those of a run go with the run.

    A payload holds ids and no words, so an id in it is what the job was about. One that still waits
    is left: it finds nothing to do.
    """
    patterns = [f'%"{each}"%' for each in named]
    with connection.cursor() as cursor:
        cursor.execute(FORGET, {"tenant": scope.tenant_id, "named": patterns})
        return int(cursor.rowcount)
