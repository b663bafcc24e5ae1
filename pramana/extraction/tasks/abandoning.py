"""What the clock asks of extraction: that nothing seems to go on which nobody works on."""

from pramana.extraction.services.abandoning import end_abandoned_runs
from pramana.extraction.services.stacks.abandoning import end_abandoned_tables
from pramana.jobs.registry import periodic


@periodic("extraction.end_abandoned", cron="* * * * *")
def end_abandoned() -> None:
    """End the runs and tables whose jobs were called off one by one."""
    end_abandoned_runs()
    end_abandoned_tables()
