"""Background work of the tenant: what runs, what failed, trying again."""

from datetime import datetime
from uuid import UUID

from ninja import Router, Schema

from pramana.api.fields import Limit, Position
from pramana.jobs.contracts import JobsPage, JobState, JobView
from pramana.jobs.selectors import get_job, jobs_page
from pramana.jobs.services import cancel_job, retry_job
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["jobs"])


class ProgressOut(Schema):
    stage: str
    current: int
    total: int


class JobOut(Schema):
    id: UUID
    name: str
    state: JobState
    lane: str
    attempt: int
    crashes: int
    error: str
    progress: ProgressOut | None
    run_id: UUID | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class JobsOut(Schema):
    jobs: list[JobOut]
    next_before: int | None


@router.get("/jobs/", response=JobsOut)
def list_jobs(
    request: ScopedRequest,
    state: JobState | None = None,
    before: Position | None = None,
    limit: Limit = 50,
) -> JobsPage:
    """The tenant's jobs, newest first. Read on with `before` = the last `next_before`."""
    return jobs_page(request.scope, state=state, before=before, limit=limit)


@router.get("/jobs/{uuid:job_id}", response=JobOut)
def one_job(request: ScopedRequest, job_id: UUID) -> JobView:
    """One job, with its progress and its error."""
    return get_job(request.scope, job_id)


@router.post("/jobs/{uuid:job_id}/retry", response=JobOut, auth=needs(Role.REVIEWER))
def retry(request: ScopedRequest, job_id: UUID) -> JobView:
    """Try a failed, dead or cancelled job again. 409 in any other state."""
    return retry_job(request.scope, job_id)


@router.post("/jobs/{uuid:job_id}/cancel", response=JobOut, auth=needs(Role.REVIEWER))
def cancel(request: ScopedRequest, job_id: UUID) -> JobView:
    """Call a waiting or running job off. 409 if it has ended."""
    return cancel_job(request.scope, job_id)
