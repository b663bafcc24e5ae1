"""Forgetting what is long over, a little at a time, so that no table is locked for long."""

from datetime import datetime

from pramana.jobs.contracts import JobState
from pramana.jobs.models import Job, RunEvent
from pramana.tenancy.contracts import RunState

AT_ONCE = 1000
REASON = "old rows are forgotten for every tenant alike"


def prune_jobs(*, before: datetime) -> int:
    """Delete jobs done or cancelled before then. Failed and dead ones stay for someone to see."""
    over = Job.objects.unscoped(REASON).filter(
        state__in=(JobState.DONE, JobState.CANCELLED), finished_at__lt=before
    )
    deleted = 0
    while ids := list(over.order_by().values_list("id", flat=True)[:AT_ONCE]):
        deleted += Job.objects.unscoped(REASON).filter(pk__in=ids).delete()[0]
    return deleted


def prune_events(*, before: datetime) -> int:
    """Delete the events of runs that ended before then; a run still open keeps its story."""
    over = (
        RunEvent.objects.unscoped(REASON)
        .filter(at__lt=before, run__ended_at__lt=before)
        .exclude(run__state=RunState.ACTIVE)
    )
    deleted = 0
    while ids := list(over.order_by().values_list("id", flat=True)[:AT_ONCE]):
        deleted += RunEvent.objects.unscoped(REASON).filter(pk__in=ids).delete()[0]
    return deleted
