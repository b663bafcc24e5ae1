"""Questions about jobs and the events of runs. Answers are values; rows stay in this capability."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count

from pramana.jobs.contracts import (
    ACTIVE,
    JobsPage,
    JobState,
    JobView,
    Progress,
    QueueHealth,
    RunEventView,
)
from pramana.jobs.errors import JobNotFound
from pramana.jobs.liveness import live_workers
from pramana.jobs.models import Job, RunEvent
from pramana.kit.listings import WaitingItem, WaitingKind, WaitingPage, waiting_page
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.selectors import get_run

LONGEST_PAGE = 200
ALL_TENANTS = "counts over all tenants, for operators"
READY_JOBS = """
    SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0)
      FROM jobs_job job
     WHERE state = 'queued' AND (NOT delayed OR due_at <= clock_timestamp())
       AND (lane = '' OR NOT EXISTS (
           SELECT 1 FROM jobs_job other
            WHERE other.tenant_id = job.tenant_id AND other.lane = job.lane AND other.lane <> ''
              AND other.state IN ('queued', 'running')
              AND (other.position < job.position OR other.state = 'running')))
"""
EVENTS_PER_RUN = 500
"""As in the query below."""
NEW_EVENTS = """
    SELECT run.tenant_id, run.after, event.run_id, event.seq, event.kind, event.payload::text,
           event.at
      FROM unnest(%s::uuid[], %s::uuid[], %s::bigint[]) AS run(tenant_id, id, after),
   LATERAL (SELECT * FROM jobs_runevent
             WHERE tenant_id = run.tenant_id AND run_id = run.id AND seq > run.after
             ORDER BY seq LIMIT 500) AS event
     ORDER BY event.run_id, event.seq
"""


def get_job(scope: Scope, job_id: UUID) -> JobView:
    row = Job.objects.in_scope(scope).filter(pk=job_id).first()
    if row is None:
        raise JobNotFound(job_id)
    return job_view(row)


def jobs_page(
    scope: Scope,
    *,
    state: JobState | None = None,
    name: str | None = None,
    lane: str | None = None,
    before: int | None = None,
    limit: int = 50,
) -> JobsPage:
    """The tenant's jobs, newest first, `limit` at a time from below position `before`."""
    rows = Job.objects.in_scope(scope).defer("payload").order_by("-position")
    filters = {"state": state, "name": name, "lane": lane, "position__lt": before}
    rows = rows.filter(**{field: value for field, value in filters.items() if value is not None})
    size = max(1, min(limit, LONGEST_PAGE))
    jobs = [job_view(row) for row in rows[: size + 1]]
    more = len(jobs) > size
    return JobsPage(tuple(jobs[:size]), jobs[size - 1].position if more else None)


def job_arguments(scope: Scope, job_ids: Collection[UUID]) -> dict[UUID, dict[str, object]]:
    """What jobs were given: ids, from which their subjects are found. They are never shown."""
    rows = Job.objects.in_scope(scope).filter(pk__in=job_ids)
    return dict(rows.values_list("pk", "payload"))


def active_jobs(scope: Scope, *, limit: int = 100) -> tuple[JobView, ...]:
    """What runs or waits, oldest first."""
    rows = Job.objects.in_scope(scope).defer("payload").filter(state__in=ACTIVE)
    return tuple(job_view(row) for row in rows.order_by("position")[:limit])


def active_job_count(scope: Scope) -> int:
    """How many jobs run or wait."""
    return Job.objects.in_scope(scope).filter(state__in=ACTIVE).count()


def job_counts(scope: Scope) -> dict[JobState, int]:
    """How many jobs are in each state; every state is named."""
    rows = Job.objects.in_scope(scope).order_by().values("state").annotate(count=Count("id"))
    return dict.fromkeys(JobState, 0) | {JobState(r["state"]): r["count"] for r in rows}


def jobs_of_run(scope: Scope, run_id: UUID) -> tuple[JobView, ...]:
    rows = Job.objects.in_scope(scope).defer("payload").filter(run_id=run_id)
    return tuple(job_view(row) for row in rows.order_by("position"))


def runs_with_argument(
    scope: Scope, name: str, argument: str, values: Iterable[object]
) -> list[UUID]:
    """The runs of a task's jobs that were given one of these values for an argument."""
    matching = {f"payload__{argument}__in": [str(value) for value in values]}
    jobs = Job.objects.in_scope(scope).filter(name=name, run_id__isnull=False, **matching)
    return list(jobs.order_by().values_list("run_id", flat=True))


def job_view(row: Job) -> JobView:
    progress = Progress(row.stage, row.current, row.total) if row.stage else None
    return JobView(
        id=row.id,
        name=row.name,
        state=JobState(row.state),
        lane=row.lane,
        attempt=row.attempt,
        crashes=row.crashes,
        error=row.error,
        progress=progress,
        run_id=row.run_id,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        position=row.position,
    )


def failed_work(scope: Scope, *, limit: int, except_task: str = "") -> list[WaitingPage]:
    """Jobs that were given up, newest first.

    Jobs of `except_task` are left out, because what they worked on is listed instead.
    """
    rows = (
        Job.objects.in_scope(scope)
        .filter(state__in=(JobState.FAILED, JobState.DEAD))
        .exclude(name=except_task)
    )
    newest = rows.order_by("-position").only("id", "name", "created_at", "finished_at", "error")
    items = (
        WaitingItem(
            WaitingKind.JOB, row.id, row.name, row.finished_at or row.created_at, detail=row.error
        )
        for row in newest[:limit]
    )
    return [waiting_page(WaitingKind.JOB, items, limit=limit, count=rows.count)]


def queue_health() -> QueueHealth:
    """How many workers are alive, and how long the oldest job that could run has been waiting."""
    with connection.cursor() as cursor:
        cursor.execute(READY_JOBS)
        ready, oldest = cursor.fetchone()
    return QueueHealth(len(live_workers()), ready, max(0.0, float(oldest)))


def jobs_by_state() -> dict[JobState, int]:
    rows = Job.objects.unscoped(ALL_TENANTS).order_by().values("state").annotate(count=Count("id"))
    return dict.fromkeys(JobState, 0) | {JobState(r["state"]): r["count"] for r in rows}


@dataclass(frozen=True)
class RunCursor:
    """A tenant's run, and the number its follower has read up to."""

    tenant_id: UUID
    run_id: UUID | None
    after: int


def run_events(
    scope: Scope, run_id: UUID, *, after: int = 0, limit: int = 10_000
) -> Sequence[RunEventView]:
    """The run's events so far, from the number after `after`."""
    rows = RunEvent.objects.in_scope(scope).filter(run_id=run_id, seq__gt=after).order_by("seq")
    return [event_view(row) for row in rows[:limit]]


def run_is_over(scope: Scope, run_id: UUID, after: int) -> bool:
    """Whether nothing is to be expected after number `after`. Raises `RunNotFound`."""
    run = get_run(scope, run_id)
    last = RunEvent.objects.in_scope(scope).filter(run_id=run_id).order_by("-seq").first()
    if last is None:
        return run.state != RunState.ACTIVE
    return event_view(last).is_terminal and last.seq <= after


def events_after(cursors: Collection[RunCursor]) -> Mapping[RunCursor, list[RunEventView]]:
    """The next events of many runs in one query; each run is asked for with its tenant."""
    runs = list(cursors)
    columns: list[Any] = [
        [run.tenant_id for run in runs],
        [run.run_id for run in runs],
        [run.after for run in runs],
    ]
    events: dict[RunCursor, list[RunEventView]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(NEW_EVENTS, columns)
        for tenant_id, after, run_id, seq, kind, payload, at in cursor:
            event = RunEventView(run_id, seq, kind, json.loads(payload), at)
            events[RunCursor(tenant_id, run_id, after)].append(event)
    return events


def event_view(row: RunEvent) -> RunEventView:
    return RunEventView(row.run_id, row.seq, row.kind, row.payload, row.at)
