"""Operations on background jobs and runs, and the streams that follow them."""

import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, cast
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from ninja import Header
from pydantic import TypeAdapter

from pramana.api.apis import BIGGEST, Limit, Position
from pramana.jobs.contracts import JobsPage, JobState, JobView, RunEventView
from pramana.jobs.queue import cancel_job, retry_job
from pramana.jobs.selectors import active_jobs, get_job, job_counts, jobs_page
from pramana.jobs.streams import EVENT_STREAM, EventFrame, stream
from pramana.jobs.subscriptions import follow, watch_tenant
from pramana.kit.scope import Scope
from pramana.postgres.loans import releases_connections
from pramana.tenancy.contracts import Role, RunView
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs
from pramana.tenancy.selectors import get_run

router = AreaRouter("jobs", tags=["jobs"])


@router.get("/jobs/", response=JobsPage)
def list_jobs(
    request: ScopedRequest,
    state: JobState | None = None,
    before: Position | None = None,
    limit: Limit = 50,
) -> JobsPage:
    """The tenant's jobs, newest first. Pass `next_before` as `before` to continue."""
    return jobs_page(request.scope, state=state, before=before, limit=limit)


@router.get("/jobs/{uuid:job_id}", response=JobView)
def one_job(request: ScopedRequest, job_id: UUID) -> JobView:
    """One job, with its progress and its error."""
    return get_job(request.scope, job_id)


@router.post("/jobs/{uuid:job_id}/retry", response=JobView, auth=needs(Role.REVIEWER))
def retry(request: ScopedRequest, job_id: UUID) -> JobView:
    """Retry a failed, dead or cancelled job. 409 in any other state."""
    return retry_job(request.scope, job_id)


@router.post("/jobs/{uuid:job_id}/cancel", response=JobView, auth=needs(Role.REVIEWER))
def cancel(request: ScopedRequest, job_id: UUID) -> JobView:
    """Cancel a queued or running job. 409 if it has ended."""
    return cancel_job(request.scope, job_id)


LastEvent = Annotated[int | None, Header(alias="Last-Event-ID", ge=0, le=BIGGEST)]
JOBS = TypeAdapter(list[JobView])

LONGEST_LOOK_S = 600.0
"""How long an endless stream stays open. A client that reconnects must authenticate again, so a key
that was revoked in the meantime stops working."""


@router.get("/runs/{uuid:run_id}", response=RunView)
def one_run(request: ScopedRequest, run_id: UUID) -> RunView:
    """One run and its state."""
    return get_run(request.scope, run_id)


@router.get("/runs/{uuid:run_id}/events", openapi_extra=EVENT_STREAM)
async def run_events(
    request: ScopedRequest, run_id: UUID, after: Position = 0, last_event_id: LastEvent = None
) -> StreamingHttpResponse:
    """The run's events so far, then each new one until the run ends.

    Each event's `id` is its number. A client that reconnects continues after `Last-Event-ID` or
    `after`.
    """
    await sync_to_async(get_run)(request.scope, run_id)
    return await stream(_events(request.scope, run_id, max(after, last_event_id or 0)))


@router.get("/jobs/stream", openapi_extra=EVENT_STREAM)
async def activity(request: ScopedRequest) -> StreamingHttpResponse:
    """Counts by state and the active jobs: at once, then after every change.

    After ten minutes the stream ends with the next change; open it again to continue.
    """
    return await stream(_activity(request.scope))


async def _events(scope: Scope, run_id: UUID, after: int) -> AsyncGenerator[EventFrame, None]:
    opened = cast(AsyncGenerator[RunEventView, None], follow(scope, run_id, after))
    async with aclosing(opened) as events:
        async for event in events:
            content = {"kind": event.kind, "payload": event.payload, "at": event.at.isoformat()}
            yield EventFrame({"seq": event.seq, **content}, id=event.seq)


async def _activity(scope: Scope) -> AsyncGenerator[EventFrame, None]:
    async with aclosing(cast(AsyncGenerator[None, None], watch_tenant(scope))) as changes:
        async for _ in for_a_while(changes, LONGEST_LOOK_S):
            yield EventFrame(await sync_to_async(_work)(scope))


async def for_a_while(changes: AsyncIterator[None], seconds: float) -> AsyncIterator[None]:
    """Yield changes until the first one after this many seconds."""
    ends = time.monotonic() + seconds
    async for change in changes:
        if time.monotonic() >= ends:
            return
        yield change


@releases_connections
def _work(scope: Scope) -> dict[str, Any]:
    """The counts and the active jobs of the tenant."""
    jobs = JOBS.dump_python(list(active_jobs(scope)), mode="json")
    return {"counts": job_counts(scope), "jobs": jobs}
