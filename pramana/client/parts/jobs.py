"""Background work: what runs, what failed, trying again; and the runs it belongs to."""

from pramana.client.calls import Call, Id, given, nothing, one
from pramana.client.models.jobs import Job, JobPage, JobState, Run, RunEvent
from pramana.client.operations import Async, Sync, listening, operation, paging
from pramana.client.pages import MOST, Pages, from_place
from pramana.client.streams import Listening

PATH = "/api/jobs/"
LAST = ("done", "failed")


class JobOperations:
    @operation
    def get(self, job_id: Id) -> Call[Job]:
        """A job with its progress and its error."""
        return Call("GET", f"{PATH}{job_id}", one(Job))

    @operation
    def list(
        self, *, state: JobState | None = None, before: int | None = None, limit: int = 50
    ) -> Call[JobPage]:
        """Newest first. Continue with `before` = the `next_before` of the page before."""
        params = given(state=state, before=before, limit=limit)
        return Call("GET", PATH, one(JobPage), params=params)

    @paging
    def every(self, *, state: JobState | None = None) -> Pages[JobPage, Job]:
        """All of them, newest first."""
        return Pages(
            Call("GET", PATH, one(JobPage), params=given(state=state, limit=MOST)),
            lambda page: page.jobs,
            lambda page: from_place("before", page.next_before),
        )

    @operation
    def retry(self, job_id: Id) -> Call[Job]:
        """Try a failed, dead or cancelled job again."""
        return Call("POST", f"{PATH}{job_id}/retry", one(Job))

    @operation
    def cancel(self, job_id: Id) -> Call[Job]:
        """Call a waiting or running job off."""
        return Call("POST", f"{PATH}{job_id}/cancel", one(Job))

    @operation
    def run(self, run_id: Id) -> Call[Run]:
        """One execution: what it is and whether it goes on."""
        return Call("GET", f"/api/runs/{run_id}", one(Run))

    @listening
    def events(self, run_id: Id, *, after: int = 0) -> Listening[RunEvent]:
        """The events of a run, as they happen, until it ends."""
        return Listening(
            begin=_events(run_id, after),
            go_on=lambda _, seen: _events(run_id, seen),
            read=RunEvent.model_validate,
            is_last=lambda data: data.get("kind") in LAST,
            after=after,
        )


class Jobs(JobOperations, Sync):
    """Of `Pramana`."""


class AsyncJobs(JobOperations, Async):
    """Of `AsyncPramana`."""


def _events(run_id: Id, after: int) -> Call[object]:
    return Call("GET", f"/api/runs/{run_id}/events", nothing, params={"after": after})
