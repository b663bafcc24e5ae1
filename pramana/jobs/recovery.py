"""Finding jobs that need a worker's attention apart from being next. Safe to run often."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from pramana.jobs.cancellation import CallOff
from pramana.jobs.claims import LANE_IS_FREE, Claim, claim_of
from pramana.jobs.contracts import JobState
from pramana.jobs.database import quick_transaction
from pramana.jobs.liveness import live_workers
from pramana.jobs.models import Job
from pramana.jobs.outcomes import hand_back, record_crash, report_cancelled
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope

REASON = "a worker looks after the jobs of all tenants"
END_DELAYS = """
    UPDATE jobs_job SET delayed = false
     WHERE id IN (SELECT id FROM jobs_job
                   WHERE state = 'queued' AND delayed AND (due_at <= clock_timestamp() OR %s)
                   LIMIT 10000 FOR UPDATE SKIP LOCKED)
"""
NEXT_SUSPECT = f"""
    SELECT id, tenant_id, crashes FROM jobs_job job
     WHERE state = 'queued' AND NOT delayed AND crashes > 0 AND crashes >= %s
       AND {LANE_IS_FREE.format(job="job")}
     ORDER BY crashes, turn LIMIT 1
"""  # noqa: S608 - made of constants


@dataclass(frozen=True)
class Suspect:
    """A queued job during which its process died before."""

    id: UUID
    tenant_id: UUID
    crashes: int


def end_delays(*, all_of_them: bool = False) -> int:
    """Make the jobs ready whose time has come; return how many."""
    with quick_transaction(), connection.cursor() as cursor:
        cursor.execute(END_DELAYS, [all_of_them])
        return int(cursor.rowcount)


def rescue_abandoned() -> int:
    """Queue the jobs of workers that are gone, and count a crash for each; return how many.

    The rows are read before the locks: a worker takes its lock before its first job, so one
    that runs a job now and holds no lock a moment later is gone.
    """
    running = Job.objects.unscoped(REASON).filter(state=JobState.RUNNING)
    rows = list(running.order_by().values_list("id", "attempt", "worker_id"))
    if not rows:
        return 0
    live = live_workers()
    return sum(_rescue(job_id, attempt) for job_id, attempt, worker in rows if worker not in live)


def _rescue(job_id: UUID, attempt: int) -> bool:
    with quick_transaction():
        row = (
            Job.objects.unscoped(REASON)
            .select_for_update(of=("self",), skip_locked=True)
            .filter(pk=job_id, attempt=attempt, state=JobState.RUNNING)
            .first()
        )
        if row:
            record_crash(row, at=utcnow())
    return row is not None


def next_suspect(*, at_least: int = 1) -> Suspect | None:
    """The queued job to be tried next among those that saw so many crashes."""
    with connection.cursor() as cursor:
        cursor.execute(NEXT_SUSPECT, [at_least])
        row = cursor.fetchone()
    return Suspect(*row) if row else None


def postpone_suspect(suspect: Suspect, *, until: datetime) -> None:
    """Try a suspect later that could not run alone."""
    waiting = Job.objects.in_scope(Scope(tenant_id=suspect.tenant_id)).filter(
        pk=suspect.id, state=JobState.QUEUED
    )
    waiting.update(delayed=True, due_at=until)


class LostJobs:
    """Jobs that run in a worker's name according to their rows, but not in its process.

    The database was unavailable when they were claimed or should have ended. A job is handed back
    when two looks in a row find it so.
    """

    def __init__(self) -> None:
        self._suspected: frozenset[UUID] = frozenset()

    def hand_back(self, worker_id: int, running: Collection[UUID]) -> None:
        rows = Job.objects.unscoped(REASON).filter(state=JobState.RUNNING, worker_id=worker_id)
        missing: dict[UUID, Claim] = {
            row.id: claim_of(row) for row in rows if row.id not in running
        }
        for job_id in self._suspected & missing.keys():
            hand_back(missing[job_id])
        self._suspected = frozenset(missing)


def report_all_cancelled() -> int:
    """Inform the tasks of jobs that were called off; return how many."""
    rows = Job.objects.unscoped(REASON).filter(state=JobState.CANCELLED, error="")
    waiting = list(rows.order_by("position").values_list("tenant_id", "id")[:1000])
    return sum(report_cancelled(Scope(tenant_id=tenant), job_id) for tenant, job_id in waiting)


def call_off_ended(running: Mapping[UUID, CallOff]) -> int:
    """Call off what this process still does for jobs that have ended or are gone; return how many.

    They were cancelled, or what they worked on was deleted.
    """
    if not running:
        return 0
    rows = Job.objects.unscoped(REASON).filter(pk__in=list(running), state=JobState.RUNNING)
    counting = set(rows.order_by().values_list("id", "attempt"))
    ended = [each for each in running.values() if (each.job_id, each.attempt) not in counting]
    for each in ended:
        each.event.set()
    return len(ended)
