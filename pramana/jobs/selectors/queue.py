"""Questions about the queue as a whole, for health checks and metrics. No tenant's data."""

from django.db import connection
from django.db.models import Count

from pramana.jobs.contracts import JobState, QueueHealth
from pramana.jobs.liveness import live_workers
from pramana.jobs.models import Job

REASON = "counts over all tenants, for operators"
WAITING = """
    SELECT count(*), coalesce(extract(epoch FROM now() - min(coalesce(scheduled_at, asked_at))), 0)
      FROM procrastinate_jobs token
      JOIN LATERAL (SELECT min(at) AS asked_at FROM procrastinate_events
                     WHERE job_id = token.id) event ON true
     WHERE status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= now())
"""


def queue_health() -> QueueHealth:
    """How many workers are alive, and how long the oldest due piece of work has been waiting."""
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        waiting, oldest = cursor.fetchone()
    return QueueHealth(len(live_workers()), waiting, float(oldest))


def jobs_by_state() -> dict[JobState, int]:
    rows = Job.objects.unscoped(REASON).order_by().values("state").annotate(count=Count("id"))
    return dict.fromkeys(JobState, 0) | {JobState(r["state"]): r["count"] for r in rows}
