"""The searches of a run: which queries are sent, and how their results are recorded and merged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from pramana.external.contracts import (
    SEARCH_TOOL,
    Budget,
    ResearchView,
    SearchData,
    SearchInput,
    SearchResult,
)
from pramana.external.domain.queries import clean_query, usable_queries
from pramana.external.prompts.propose import ProposeInput, propose_prompt
from pramana.external.services.recording import (
    record_queries,
    record_search,
    required_run_id,
)
from pramana.external.worker import ProviderWorker
from pramana.kit.scope import ScopeContext
from pramana.kit.tools import ToolMeta, ToolOutcome, ToolResult
from pramana.llm.errors import ModelError
from pramana.llm.gateway import gateway
from pramana.retrieval.domain.fusion import fuse_by_rank
from pramana.tenancy.selectors import find_call


@dataclass(frozen=True)
class ResearchWorker:
    """The `WebSearchWorker` of one run: sends each of its queries and merges the results.

    Every call is recorded, and one that succeeded is not repeated when the run is retried. A query
    that fails does not lose what the others found; the search fails only if every query fails.
    """

    worker: ProviderWorker
    scope: ScopeContext
    research_id: UUID
    queries: Sequence[str]

    def run(self, *, query: str, context: Mapping[str, Any]) -> ToolOutcome:
        outcomes = [self._search(each, context) for each in self.queries]
        succeeded = [each for each in outcomes if isinstance(each, ToolResult)]
        if not succeeded:
            return outcomes[0]
        results = merge_results([each.data.results for each in succeeded])
        return ToolResult(
            input=SearchInput(query=query, max_results=len(results)),
            data=SearchData(results=results),
            meta=ToolMeta(took_ms=sum(each.meta.took_ms for each in outcomes)),
        )

    def _search(self, query: str, context: Mapping[str, Any]) -> ToolOutcome:
        request = SearchInput(query=clean_query(query), max_results=self.worker.max_results)
        run_id = required_run_id(self.scope)
        earlier = find_call(self.scope, run_id, SEARCH_TOOL, request.model_dump())
        if earlier:
            return ToolResult[SearchInput, SearchData].model_validate(earlier.envelope)
        call_id = uuid4()
        outcome = self.worker.run(query=query, context={**context, "worker_call_id": str(call_id)})
        record_search(self.scope, self.research_id, outcome, call_id)
        return outcome


def merge_results(lists: Sequence[Sequence[SearchResult]]) -> list[SearchResult]:
    """Each page once, ordered by its ranks in the lists, with the longest snippet it has."""
    pages: dict[str, SearchResult] = {}
    for each in (result for results in lists for result in results):
        known = pages.get(each.url)
        if known is None or len(each.snippet) > len(known.snippet):
            pages[each.url] = each
    scores = fuse_by_rank([[each.url for each in results] for results in lists])
    order = sorted(scores, key=lambda url: -scores[url])
    return [pages[url].model_copy(update={"position": place}) for place, url in enumerate(order)]


def ensure_queries(scope: ScopeContext, research: ResearchView) -> tuple[str, ...]:
    """The run's queries. They are proposed once; a retried run sends the same ones."""
    if research.queries:
        return research.queries
    queries, tokens = _propose_queries(scope, research)
    record_queries(scope, research.id, queries, tokens)
    return tuple(queries)


def _propose_queries(scope: ScopeContext, research: ResearchView) -> tuple[list[str], int]:
    """Queries for a question and the tokens they cost; without a model, the question itself."""
    if not research.is_question:
        return [clean_query(research.text)], 0
    budget = Budget.model_validate(research.budget)
    prompt = propose_prompt(ProposeInput(research.text, budget.searches))
    try:
        reply = gateway(scope).ask(prompt, fallback="offline")
    except ModelError:
        return [clean_query(research.text)], 0
    tokens = reply.usage.tokens_in + reply.usage.tokens_out
    return usable_queries(reply.output.queries, research.text, budget.searches), tokens
