"""Background jobs, runs and the events of a run."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    Id,
    Pages,
    continue_from,
    nothing,
    one,
    present_values,
)
from pramana.client.operations import C, Part, operation, page_operation, stream_operation
from pramana.client.streams import StreamRequest

JobState = Literal["queued", "running", "done", "failed", "dead", "cancelled"]


class ProgressInfo(ApiModel):
    stage: str
    current: int
    total: int


class JobInfo(ApiModel):
    id: UUID
    name: str
    state: JobState
    attempt: int
    error: str
    progress: ProgressInfo | None
    run_id: UUID | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class JobPage(ApiModel):
    jobs: list[JobInfo]
    next_before: int | None


class RunInfo(ApiModel):
    """One execution, for example of a question, an extraction or a review."""

    id: UUID
    kind: str
    state: Literal["active", "done", "failed"]
    created_at: datetime
    ended_at: datetime | None


class RunEventInfo(ApiModel):
    seq: int
    kind: str
    payload: dict[str, Any]
    at: datetime


PATH = "/api/jobs/"
LAST = ("done", "failed")


class Jobs(Part[C]):
    @operation
    def get(self, job_id: Id) -> ApiCall[JobInfo]:
        """A job with its progress and its error."""
        return ApiCall("GET", f"{PATH}{job_id}", one(JobInfo))

    @operation
    def list(
        self, *, state: JobState | None = None, before: int | None = None, limit: int = 50
    ) -> ApiCall[JobPage]:
        """One page, newest first. Pass the page's `next_before` as `before` to continue."""
        params = present_values(state=state, before=before, limit=limit)
        return ApiCall("GET", PATH, one(JobPage), params=params)

    @page_operation
    def every(self, *, state: JobState | None = None) -> Pages[JobPage, JobInfo]:
        """All of them, newest first, fetched page by page."""
        return Pages(
            ApiCall("GET", PATH, one(JobPage), params=present_values(state=state, limit=MOST)),
            lambda page: page.jobs,
            lambda page: continue_from("before", page.next_before),
        )

    @operation
    def retry(self, job_id: Id) -> ApiCall[JobInfo]:
        """Retry a failed, dead or cancelled job."""
        return ApiCall("POST", f"{PATH}{job_id}/retry", one(JobInfo))

    @operation
    def cancel(self, job_id: Id) -> ApiCall[JobInfo]:
        """Cancel a queued or running job."""
        return ApiCall("POST", f"{PATH}{job_id}/cancel", one(JobInfo))

    @operation
    def run(self, run_id: Id) -> ApiCall[RunInfo]:
        """One run and its state."""
        return ApiCall("GET", f"/api/runs/{run_id}", one(RunInfo))

    @stream_operation
    def events(self, run_id: Id, *, after: int = 0) -> StreamRequest[RunEventInfo]:
        """Stream the events of a run until it ends."""
        return StreamRequest(
            begin=_events(run_id, after),
            resume=lambda _, seen: _events(run_id, seen),
            read=RunEventInfo.model_validate,
            is_last=lambda data: data.get("kind") in LAST,
            after=after,
        )


def _events(run_id: Id, after: int) -> ApiCall[object]:
    return ApiCall("GET", f"/api/runs/{run_id}/events", nothing, params={"after": after})
