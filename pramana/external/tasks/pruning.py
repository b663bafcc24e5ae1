"""Checkpoints are disposable: those of runs that are over, or gone, are thrown away."""

from datetime import timedelta

from pramana.external.checkpoints import forget_threads, known_threads
from pramana.external.selectors.threads import open_threads
from pramana.jobs.registry import periodic
from pramana.kit.clock import utcnow

KEEP = timedelta(days=1)


@periodic("external.prune_checkpoints", cron="37 * * * *")
def prune_checkpoints() -> None:
    """Keep those of runs that go on, or ended within the last day."""
    kept = open_threads(ended_after=utcnow() - KEEP)
    forget_threads([thread for thread in known_threads() if thread not in kept])
