"""Background work of the tenant: what runs, what failed, trying again."""

from uuid import UUID

from ninja import Router

from pramana.api.fields import Limit, Position
from pramana.jobs.contracts import JobsPage, JobState, JobView
from pramana.jobs.selectors import get_job, jobs_page
from pramana.jobs.services import cancel_job, retry_job
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["jobs"])


@router.get("/jobs/", response=JobsPage)
def list_jobs(
    request: ScopedRequest,
    state: JobState | None = None,
    before: Position | None = None,
    limit: Limit = 50,
) -> JobsPage:
    """The tenant's jobs, newest first. Read on with `before` = the last `next_before`."""
    return jobs_page(request.scope, state=state, before=before, limit=limit)


@router.get("/jobs/{uuid:job_id}", response=JobView)
def one_job(request: ScopedRequest, job_id: UUID) -> JobView:
    """One job, with its progress and its error."""
    return get_job(request.scope, job_id)


@router.post("/jobs/{uuid:job_id}/retry", response=JobView, auth=needs(Role.REVIEWER))
def retry(request: ScopedRequest, job_id: UUID) -> JobView:
    """Try a failed, dead or cancelled job again. 409 in any other state."""
    return retry_job(request.scope, job_id)


@router.post("/jobs/{uuid:job_id}/cancel", response=JobView, auth=needs(Role.REVIEWER))
def cancel(request: ScopedRequest, job_id: UUID) -> JobView:
    """Call a waiting or running job off. 409 if it has ended."""
    return cancel_job(request.scope, job_id)
