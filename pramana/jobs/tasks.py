"""What the clock asks of jobs itself: forget what is long over."""

from datetime import timedelta

from pramana.jobs.prune import prune_events, prune_jobs
from pramana.jobs.registry import periodic
from pramana.jobs.rescue import prune_workers
from pramana.kit.clock import utcnow
from pramana.tenancy import retention
from pramana.tenancy.services import sweep_files

KEEP_DONE = timedelta(days=30)
KEEP_EVENTS = timedelta(days=30)


@periodic("jobs.sweep_files", cron="43 * * * *")
def sweep() -> None:
    """Erase bytes that a crash left without a row."""
    sweep_files()


@periodic("jobs.prune", cron="17 * * * *")
def prune() -> None:
    """Delete jobs that ended well and events of runs that ended, after thirty days; and whatever
    else the settings give an end."""
    now = utcnow()
    prune_jobs(before=now - KEEP_DONE)
    prune_events(before=now - KEEP_EVENTS)
    prune_workers()
    retention.prune()
