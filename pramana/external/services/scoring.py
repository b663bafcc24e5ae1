"""What a run found is scored, held against what its collection says, and the scoring kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from uuid import UUID, uuid4

from django.db import transaction

from pramana.external.adapters.gathering import own_candidates, web_candidates
from pramana.external.contracts.requests import Budget
from pramana.external.contracts.search import SearchResult
from pramana.external.contracts.selection import Ranked, SelectionRules
from pramana.external.contracts.views import ResearchView
from pramana.external.domain.ranking import rank
from pramana.external.domain.scoring import as_ranked, tokens_of
from pramana.external.selectors import get_research, rules_of
from pramana.external.services.recording import keep_call
from pramana.external.services.rows import locked
from pramana.kit.clock import utcnow
from pramana.kit.scope import ScopeContext
from pramana.kit.tools import ToolMeta, ToolOutcome, ToolResult
from pramana.llm.contracts import Usage
from pramana.retrieval.scoring.contracts import (
    HybridResult,
    Origin,
    ScoringContext,
    ScoringFlag,
    SearchCandidate,
)
from pramana.retrieval.scoring.judging import Judge, configured_judge
from pramana.retrieval.scoring.score import Scoring, configured_recipe, score_candidates

TOOL = "hybrid_search_and_score"
"""The name under which a scoring is kept as a tool call."""


@dataclass(frozen=True)
class ScoredRank:
    """A run's ranking (`Rank`): the web's own order, scored beside what the collection has."""

    scope: ScopeContext
    research: ResearchView

    def __call__(
        self, query: str, results: Sequence[SearchResult], rules: SelectionRules
    ) -> list[Ranked]:
        if not results:
            return []
        began, found = monotonic(), rank(query, results, rules)
        asked = ScoringContext(
            question=query,
            collection_scope=str(self.research.collection_id or ""),
            **rules.scoring.model_dump(),
        )
        scored = self._scored(asked, found, rules.top_n)
        took = round((monotonic() - began) * 1000, 1)
        outcome: ToolOutcome = ToolResult(input=asked, data=scored, meta=ToolMeta(took_ms=took))
        keep_call(self.scope, TOOL, outcome, uuid4())
        return as_ranked(found, scored)

    def _scored(self, asked: ScoringContext, found: Sequence[Ranked], top_k: int) -> HybridResult:
        own, amiss = own_candidates(self.scope, asked.question, self.research.collection_id)
        web, encoder = web_candidates(self.scope, asked.question, found)
        scoring = Scoring(
            context=asked,
            at=utcnow(),
            policies=rules_of(self.scope),
            top_k=top_k,
            offered=frozenset({Origin.WEB}),
            encoder=encoder,
            recipe=configured_recipe(),
        )
        usage: list[Usage] = []
        judge = self._judge(scoring, [*own, *web], usage)
        scored = score_candidates(self.scope, scoring, [*own, *web], judge)
        _keep_tokens(self.scope, self.research.id, sum(u.tokens_in + u.tokens_out for u in usage))
        unseen = {ScoringFlag.COLLECTION_UNAVAILABLE} if amiss else set()
        return scored.model_copy(update={"flags": scored.flags | unseen})

    def _judge(
        self, scoring: Scoring, candidates: Sequence[SearchCandidate], usage: list[Usage]
    ) -> Judge | None:
        """The model, while the run's budget has room for what it would read."""
        now = get_research(self.scope, self.research.id)
        room = Budget.model_validate(now.budget).tokens - now.spent.get("tokens", 0)
        if tokens_of(candidates[: scoring.recipe.judged]) > room:
            return None
        return configured_judge(self.scope, scoring.context, scoring.recipe, usage.append)


@transaction.atomic
def _keep_tokens(scope: ScopeContext, research_id: UUID, tokens: int) -> None:
    """What the judging took, counted against the run's budget."""
    if tokens:
        row = locked(scope, research_id)
        row.spent = {**row.spent, "tokens": row.spent.get("tokens", 0) + tokens}
        row.save(update_fields=["spent"])
