"""Research: an agent finds outside sources, and a person says which may come in."""

from collections.abc import Sequence

from pramana.client.calls import Call, Id, given, nothing, one
from pramana.client.models.research import (
    Research,
    ResearchLine,
    ResearchPage,
    Stage,
    Verdict,
)
from pramana.client.operations import Async, Sync, operation, paging
from pramana.client.pages import MOST, Pages, from_place
from pramana.client.parts.waiting import wait_until, wait_until_async

PATH = "/api/research/"


class ResearchOperations:
    @operation
    def start(
        self,
        question: str,
        *,
        collection_id: Id | None = None,
        enable_hitl: bool = True,
        auto_ingest: bool = False,
    ) -> Call[Research]:
        """Search the web for a question. By default nothing comes in before a person says so."""
        body = given(
            question=question,
            collection_id=collection_id,
            enable_hitl=enable_hitl,
            auto_ingest=auto_ingest,
        )
        return Call("POST", PATH, one(Research), json=body, begins=True)

    @operation
    def get(self, research_id: Id) -> Call[Research]:
        return Call("GET", f"{PATH}{research_id}", one(Research))

    @operation
    def list(
        self, *, stage: Stage | None = None, after: str = "", limit: int = 50
    ) -> Call[ResearchPage]:
        """Newest first. Continue with `after` = the `next` of the page before."""
        params = given(stage=stage, after=after, limit=limit)
        return Call("GET", PATH, one(ResearchPage), params=params)

    @paging
    def every(self, *, stage: Stage | None = None) -> Pages[ResearchPage, ResearchLine]:
        """All of them, newest first."""
        return Pages(
            Call("GET", PATH, one(ResearchPage), params=given(stage=stage, limit=MOST)),
            lambda page: page.runs,
            lambda page: from_place("after", page.next),
        )

    @operation
    def decide(
        self,
        research_id: Id,
        decision: Verdict,
        *,
        candidate_ids: Sequence[Id] = (),
        added_urls: Sequence[str] = (),
        rationale: str = "",
    ) -> Call[Research]:
        """Say what may come in; the run goes on with it."""
        body = given(
            decision=decision,
            candidate_ids=candidate_ids,
            added_urls=added_urls,
            rationale=rationale,
        )
        return Call("POST", f"{PATH}{research_id}/decision", one(Research), json=body)

    @operation
    def delete(self, research_id: Id) -> Call[None]:
        """Forget a run; documents that were let in stay."""
        return Call("DELETE", f"{PATH}{research_id}", nothing)


class Researches(ResearchOperations, Sync):
    def wait(self, research_id: Id, *, timeout: float = 300) -> Research:
        """The run, once it waits for a person or is over."""
        return wait_until(lambda: self.get(research_id), _rests, timeout=timeout)


class AsyncResearches(ResearchOperations, Async):
    async def wait(self, research_id: Id, *, timeout: float = 300) -> Research:
        """The run, once it waits for a person or is over."""
        return await wait_until_async(lambda: self.get(research_id), _rests, timeout=timeout)


def _rests(research: Research) -> bool:
    return research.needs_a_person or research.is_over
