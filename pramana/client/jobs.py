"""Background work, and the runs it belongs to."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pramana.client.calls import ApiCall, ApiModel, Id, nothing, one, present_values
from pramana.client.operations import AsyncPart, SyncPart, listening, operation, paging
from pramana.client.pages import MOST, Pages, from_place
from pramana.client.streams import Listening

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
    """One execution: of a question, an extraction, a review."""

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


class JobOperations:
    @operation
    def get(self, job_id: Id) -> ApiCall[JobInfo]:
        """A job with its progress and its error."""
        return ApiCall("GET", f"{PATH}{job_id}", one(JobInfo))

    @operation
    def list(
        self, *, state: JobState | None = None, before: int | None = None, limit: int = 50
    ) -> ApiCall[JobPage]:
        """Newest first. Continue with `before` = the `next_before` of the page before."""
        params = present_values(state=state, before=before, limit=limit)
        return ApiCall("GET", PATH, one(JobPage), params=params)

    @paging
    def every(self, *, state: JobState | None = None) -> Pages[JobPage, JobInfo]:
        """All of them, newest first."""
        return Pages(
            ApiCall("GET", PATH, one(JobPage), params=present_values(state=state, limit=MOST)),
            lambda page: page.jobs,
            lambda page: from_place("before", page.next_before),
        )

    @operation
    def retry(self, job_id: Id) -> ApiCall[JobInfo]:
        """Try a failed, dead or cancelled job again."""
        return ApiCall("POST", f"{PATH}{job_id}/retry", one(JobInfo))

    @operation
    def cancel(self, job_id: Id) -> ApiCall[JobInfo]:
        """Call a waiting or running job off."""
        return ApiCall("POST", f"{PATH}{job_id}/cancel", one(JobInfo))

    @operation
    def run(self, run_id: Id) -> ApiCall[RunInfo]:
        """One execution: what it is and whether it goes on."""
        return ApiCall("GET", f"/api/runs/{run_id}", one(RunInfo))

    @listening
    def events(self, run_id: Id, *, after: int = 0) -> Listening[RunEventInfo]:
        """The events of a run, as they happen, until it ends."""
        return Listening(
            begin=_events(run_id, after),
            go_on=lambda _, seen: _events(run_id, seen),
            read=RunEventInfo.model_validate,
            is_last=lambda data: data.get("kind") in LAST,
            after=after,
        )


class Jobs(JobOperations, SyncPart):
    """Of `Pramana`."""


class AsyncJobs(JobOperations, AsyncPart):
    """Of `AsyncPramana`."""


def _events(run_id: Id, after: int) -> ApiCall[object]:
    return ApiCall("GET", f"/api/runs/{run_id}/events", nothing, params={"after": after})
