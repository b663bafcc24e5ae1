"""Questions about a tenant's jobs. Answers are values; rows stay here."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Count

from pramana.jobs.contracts import ACTIVE, JobsPage, JobState, JobView, Progress
from pramana.jobs.errors import JobNotFound
from pramana.jobs.models import Job
from pramana.kit.scope import Scope

LONGEST_PAGE = 200


def get_job(scope: Scope, job_id: UUID) -> JobView:
    row = Job.objects.in_scope(scope).filter(pk=job_id).first()
    if row is None:
        raise JobNotFound(job_id)
    return view(row)


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
    wanted = {"state": state, "name": name, "lane": lane, "position__lt": before}
    rows = rows.filter(**{field: value for field, value in wanted.items() if value is not None})
    size = max(1, min(limit, LONGEST_PAGE))
    found = [view(row) for row in rows[: size + 1]]
    more = len(found) > size
    return JobsPage(tuple(found[:size]), found[size - 1].position if more else None)


def active_jobs(scope: Scope, *, limit: int = 100) -> tuple[JobView, ...]:
    """What runs or waits, oldest first."""
    rows = Job.objects.in_scope(scope).defer("payload").filter(state__in=ACTIVE)
    return tuple(view(row) for row in rows.order_by("position")[:limit])


def job_counts(scope: Scope) -> dict[JobState, int]:
    """How many jobs stand in each state; every state is named."""
    rows = Job.objects.in_scope(scope).order_by().values("state").annotate(count=Count("id"))
    return dict.fromkeys(JobState, 0) | {JobState(r["state"]): r["count"] for r in rows}


def jobs_of_run(scope: Scope, run_id: UUID) -> tuple[JobView, ...]:
    rows = Job.objects.in_scope(scope).defer("payload").filter(run_id=run_id)
    return tuple(view(row) for row in rows.order_by("position"))


def runs_given(scope: Scope, name: str, argument: str, values: Iterable[object]) -> list[UUID]:
    """The runs of a task's jobs that were given one of these values for an argument."""
    wanted = {f"payload__{argument}__in": [str(value) for value in values]}
    jobs = Job.objects.in_scope(scope).filter(name=name, run_id__isnull=False, **wanted)
    return list(jobs.order_by().values_list("run_id", flat=True))


def view(row: Job) -> JobView:
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
