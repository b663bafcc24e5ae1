"""A run's searches: each kept in its envelope, none paid twice, several made one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from pramana.external.contracts.search import TOOL, SearchData, SearchInput, SearchResult
from pramana.external.domain.queries import cleaned
from pramana.external.ports import WebSearchWorker
from pramana.external.selectors import earlier_call
from pramana.external.services.recording import keep_search
from pramana.external.worker import ProviderWorker
from pramana.kit.scope import ScopeContext
from pramana.kit.tools import ToolMeta, ToolOutcome, ToolResult
from pramana.retrieval.domain.fusion import fuse_by_rank


@dataclass(frozen=True)
class KeptWorker:
    """A worker whose calls are kept. One that went well is not made again for the same run."""

    worker: ProviderWorker
    scope: ScopeContext
    research_id: UUID

    def run(self, *, query: str, context: Mapping[str, Any]) -> ToolOutcome:
        asked = SearchInput(query=cleaned(query), max_results=self.worker.max_results)
        if self.scope.run_id:
            known = earlier_call(self.scope, self.scope.run_id, TOOL, **asked.model_dump())
            if known:
                return ToolResult[SearchInput, SearchData].model_validate(known)
        call_id = uuid4()
        told = {**context, "worker_call_id": str(call_id)}
        outcome = self.worker.run(query=query, context=told)
        keep_search(self.scope, self.research_id, TOOL, outcome, call_id)
        return outcome


@dataclass(frozen=True)
class SeveralQueries:
    """A question searched for in several ways; what more of them find comes first.

    One query that fails does not cost what the others found; only where all fail is that told.
    """

    worker: WebSearchWorker
    queries: Sequence[str]

    def run(self, *, query: str, context: Mapping[str, Any]) -> ToolOutcome:
        outcomes = [self.worker.run(query=each, context=context) for each in self.queries]
        good = [each for each in outcomes if isinstance(each, ToolResult)]
        if not good:
            return outcomes[0]
        results = merged([each.data.results for each in good])
        took = sum(each.meta.took_ms for each in outcomes)
        return ToolResult(
            input=SearchInput(query=query, max_results=len(results)),
            data=SearchData(results=results),
            meta=ToolMeta(took_ms=took),
        )


def merged(found: Sequence[Sequence[SearchResult]]) -> list[SearchResult]:
    """Each page once, by its places in the lists; a page keeps the fullest text it was given."""
    pages: dict[str, SearchResult] = {}
    for each in (result for results in found for result in results):
        known = pages.get(each.url)
        if known is None or len(each.snippet) > len(known.snippet):
            pages[each.url] = each
    scores = fuse_by_rank([[each.url for each in results] for results in found])
    order = sorted(scores, key=lambda url: -scores[url])
    return [pages[url].model_copy(update={"position": place}) for place, url in enumerate(order)]
