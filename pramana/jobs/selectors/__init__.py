from pramana.jobs.selectors.events import (
    EVENTS_AT_ONCE,
    Wanted,
    events_wanted,
    run_events,
    run_is_over,
)
from pramana.jobs.selectors.jobs import (
    active_jobs,
    get_job,
    job_counts,
    jobs_of_run,
    jobs_page,
    runs_given,
    view,
)
from pramana.jobs.selectors.queue import jobs_by_state, queue_health

__all__ = [
    "EVENTS_AT_ONCE",
    "Wanted",
    "active_jobs",
    "events_wanted",
    "get_job",
    "job_counts",
    "jobs_by_state",
    "jobs_of_run",
    "jobs_page",
    "queue_health",
    "run_events",
    "run_is_over",
    "runs_given",
    "view",
]
