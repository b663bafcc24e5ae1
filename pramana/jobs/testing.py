"""Running queued jobs inside a test, without a worker."""

from uuid import UUID

from django.db import transaction

from pramana.jobs.claims import Claim, Claimer
from pramana.jobs.contracts import JobState
from pramana.jobs.models import Job
from pramana.jobs.outcomes import record_crash
from pramana.jobs.recovery import end_delays, report_all_cancelled
from pramana.jobs.runner import JobRunner
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope


def drain_jobs(*, with_delayed: bool = True, at_most: int = 1000) -> int:
    """Run everything that waits, and what that asks for in turn; return how many turns it took.

    A turn is a job, or the jobs of a lane one after the other. Jobs run in this thread, on this
    connection, exactly as in a worker: an error ends in the job's row, and a retry is run too,
    without its delay, unless `with_delayed` is False.
    """
    runner, turns = JobRunner(None), 0
    while turns < at_most:
        report_all_cancelled()
        end_delays(all_of_them=with_delayed)
        if not (runner.run_next() or runner.run_suspect()):
            break
        turns += 1
    return turns


@transaction.atomic
def claim_job(scope: Scope, job_id: UUID, worker_id: int | None) -> Claim | None:
    """Begin an attempt and leave it there, as a worker does that dies."""
    row = Job.objects.in_scope(scope).select_for_update(of=("self",)).get(pk=job_id)
    if row.state == JobState.RUNNING:
        record_crash(row, at=utcnow())
    return Claimer(worker_id).claim_one(scope, job_id)
