"""Periodic work of this capability: delete what is no longer needed."""

from datetime import datetime, timedelta

from pramana.jobs.contracts import JobState
from pramana.jobs.models import Job, RunEvent
from pramana.jobs.registry import periodic
from pramana.kit.clock import utcnow
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import erasure, sweep_files

BATCH = 1000
REASON = "old rows of every tenant are deleted alike"


def prune_jobs(*, before: datetime) -> int:
    """Delete jobs done or cancelled before then. Failed and dead ones stay for someone to see."""
    over = Job.objects.unscoped(REASON).filter(
        state__in=(JobState.DONE, JobState.CANCELLED), finished_at__lt=before
    )
    deleted = 0
    while ids := list(over.order_by().values_list("id", flat=True)[:BATCH]):
        deleted += Job.objects.unscoped(REASON).filter(pk__in=ids).delete()[0]
    return deleted


def prune_events(*, before: datetime) -> int:
    """Delete the events of runs that ended before then; an open run keeps its events."""
    over = (
        RunEvent.objects.unscoped(REASON)
        .filter(at__lt=before, run__ended_at__lt=before)
        .exclude(run__state=RunState.ACTIVE)
    )
    deleted = 0
    while ids := list(over.order_by().values_list("id", flat=True)[:BATCH]):
        deleted += RunEvent.objects.unscoped(REASON).filter(pk__in=ids).delete()[0]
    return deleted


KEEP_DONE = timedelta(days=30)
KEEP_EVENTS = timedelta(days=30)


@periodic("jobs.sweep_files", cron="43 * * * *")
def sweep() -> None:
    """Delete files that a crash left without a row."""
    sweep_files()


@periodic("jobs.prune", cron="17 * * * *")
def prune() -> None:
    """Delete done jobs and events of ended runs after thirty days, and what the settings expire."""
    now = utcnow()
    prune_jobs(before=now - KEEP_DONE)
    prune_events(before=now - KEEP_EVENTS)
    erasure.delete_expired()
