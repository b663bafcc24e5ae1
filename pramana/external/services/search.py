"""The searches of a run: which queries are sent, and how results are recorded, merged and scored.

Results are scored against what the run's collection already holds.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any
from uuid import UUID, uuid4

from pramana.documents.contracts import PASSAGES, PassageHit
from pramana.documents.search import search
from pramana.external.contracts import (
    SEARCH_TOOL,
    Budget,
    Ranked,
    ResearchView,
    SearchData,
    SearchInput,
    SearchResult,
    SelectionRules,
)
from pramana.external.domain.queries import clean_query, usable_queries
from pramana.external.domain.selection import candidate_of, judging_tokens, rank, ranked_by_score
from pramana.external.policies import scoring_policies
from pramana.external.prompts.propose import ProposeInput, propose_prompt
from pramana.external.selectors.research import get_research
from pramana.external.services.runs import (
    record_call,
    record_queries,
    record_search,
    record_tokens,
    required_run_id,
)
from pramana.external.worker import ProviderWorker
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope, ScopeContext
from pramana.kit.tools import ToolMeta, ToolOutcome, ToolResult
from pramana.llm.contracts import Usage
from pramana.llm.embeddings.encoder import configured_encoder
from pramana.llm.errors import ModelError
from pramana.llm.gateway import gateway
from pramana.retrieval.contracts import Filters
from pramana.retrieval.domain.fusion import fuse_by_rank
from pramana.retrieval.encoders import calibration_id, encoder_for_model, question_vector
from pramana.retrieval.scoring.contracts import (
    CandidateOrigin,
    HybridResult,
    ScoringContext,
    ScoringFlag,
    SearchCandidate,
)
from pramana.retrieval.scoring.domain.candidate_ranking import cosines
from pramana.retrieval.scoring.scorer import (
    Judge,
    Scoring,
    configured_judge,
    configured_recipe,
    score_candidates,
)
from pramana.retrieval.stores import index_store
from pramana.tenancy.selectors import find_call
from pramana.tenancy.steps import ToolCallEntry


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


logger = logging.getLogger(__name__)

MOST_OWN = 8
"""How many of the library's passages a question is compared with."""


def own_candidates(
    scope: Scope, question: str, collection_id: UUID | None
) -> tuple[list[SearchCandidate], bool]:
    """Passages of the collection or the whole library; True if it could not be searched."""
    chosen = Filters(collection_ids=frozenset({collection_id})) if collection_id else Filters()
    try:
        hits = search(scope, question, filters=chosen, limit=MOST_OWN)
    except AppError as error:
        logger.warning("the collection was not searched for scoring: %s", error.code)
        return [], True
    return [_own_candidate(hit) for hit in hits], False


def web_candidates(
    scope: Scope, question: str, ranked: Sequence[Ranked]
) -> tuple[list[SearchCandidate], str]:
    """The results with their similarity to the question, and the encoder that measured it.

    It is the encoder of the library, so that both can be compared.
    """
    model, similar = "", dict[str, float]()
    try:
        model = index_store().active_model(scope, PASSAGES) or _configured_model(scope)
        similar = _similarities(scope, model, question, ranked) if model else {}
    except AppError as error:
        logger.warning("the search results were not embedded for scoring: %s", error.code)
    web = [candidate_of(each, similar.get(each.result.url)) for each in ranked]
    return web, calibration_id(model, question) if similar else ""


def _similarities(
    scope: Scope, model: str, question: str, ranked: Sequence[Ranked]
) -> dict[str, float]:
    vector, _ = question_vector(scope, model, question)
    if vector is None:
        return {}
    texts = [f"{each.result.title}\n{each.result.snippet}" for each in ranked]
    vectors = encoder_for_model(model, scope).embed_passages(texts).vectors
    return cosines(vector, {each.result.url: v for each, v in zip(ranked, vectors, strict=True)})


def _configured_model(scope: Scope) -> str:
    encoder = configured_encoder(scope)
    return encoder.id if encoder else ""


def _own_candidate(hit: PassageHit) -> SearchCandidate:
    return SearchCandidate(
        id=f"passage:{hit.passage_id}",
        origin=CandidateOrigin.CORPUS,
        title=hit.title,
        text=hit.text,
        url=hit.source_url if hit.source_url.startswith("http") else "",
        cosine=hit.cosine,
        reasons=(hit.why,),
    )


SCORING_TOOL = "hybrid_search_and_score"
"""The name under which a scoring is stored as a tool call."""


@dataclass(frozen=True)
class ScoredRank:
    """The ranking (`Rank`) of one run: results are scored beside the collection's passages."""

    scope: ScopeContext
    research: ResearchView

    def __call__(
        self, query: str, results: Sequence[SearchResult], rules: SelectionRules
    ) -> list[Ranked]:
        if not results:
            return []
        began, ranked = monotonic(), rank(query, results, rules)
        context = ScoringContext(
            question=query,
            collection_scope=str(self.research.collection_id or ""),
            **rules.scoring.model_dump(),
        )
        scored = self._score(context, ranked, rules.top_n)
        took = round((monotonic() - began) * 1000, 1)
        outcome: ToolOutcome = ToolResult(input=context, data=scored, meta=ToolMeta(took_ms=took))
        call = ToolCallEntry(SCORING_TOOL, outcome.model_dump(mode="json"))
        record_call(self.scope, self.research.id, call)
        return ranked_by_score(ranked, scored)

    def _score(self, context: ScoringContext, ranked: Sequence[Ranked], top_k: int) -> HybridResult:
        question = context.question
        own, is_unavailable = own_candidates(self.scope, question, self.research.collection_id)
        web, encoder = web_candidates(self.scope, question, ranked)
        scoring = Scoring(
            context=context,
            at=utcnow(),
            policies=scoring_policies(self.scope),
            top_k=top_k,
            offered=frozenset({CandidateOrigin.WEB}),
            encoder=encoder,
            recipe=configured_recipe(),
        )
        usage: list[Usage] = []
        judge = self._judge(scoring, [*own, *web], usage)
        scored = score_candidates(self.scope, scoring, [*own, *web], judge)
        record_tokens(self.scope, self.research.id, sum(u.tokens_in + u.tokens_out for u in usage))
        flags = {ScoringFlag.COLLECTION_UNAVAILABLE} if is_unavailable else set()
        return scored.model_copy(update={"flags": scored.flags | flags})

    def _judge(
        self, scoring: Scoring, candidates: Sequence[SearchCandidate], usage: list[Usage]
    ) -> Judge | None:
        """The model, if the run's budget covers the tokens it would need."""
        now = get_research(self.scope, self.research.id)
        room = Budget.model_validate(now.budget).tokens - now.spent.get("tokens", 0)
        if judging_tokens(candidates[: scoring.recipe.judged]) > room:
            return None
        return configured_judge(self.scope, scoring.context, scoring.recipe, usage.append)
