"""Record what a run does: its stages, candidates, tool calls, steps and spending."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.external.contracts import SEARCH_TOOL, Ranked, Selection, Stage
from pramana.external.domain.selection import candidate_id
from pramana.external.models import Candidate
from pramana.external.services.runs import lock_research, move_to_stage
from pramana.kit.errors import ContextError
from pramana.kit.scope import ScopeContext
from pramana.kit.texts import with_visible_overrides
from pramana.kit.tools import ToolOutcome
from pramana.tenancy.services import record_steps, record_tool_calls
from pramana.tenancy.steps import Step, ToolCallEntry


@dataclass(frozen=True)
class Recorder:
    """Records the progress of one run's graph (`ProgressListener`)."""

    scope: ScopeContext
    research_id: UUID

    @transaction.atomic
    def search_started(self) -> None:
        move_to_stage(self.scope, lock_research(self.scope, self.research_id), Stage.SEARCHING)

    @transaction.atomic
    def results_selected(self, results: Sequence[Mapping[str, Any]], selection: Selection) -> None:
        """Store the results and candidates. A retried run keeps its first selection."""
        row = lock_research(self.scope, self.research_id)
        if row.results is not None:
            return
        row.results = [dict(each) for each in results]
        row.dropped = [asdict(each) for each in selection.dropped]
        row.save(update_fields=["results", "dropped"])
        Candidate.objects.bulk_create(
            self._candidate(place, each) for place, each in enumerate(selection.offered)
        )

    @transaction.atomic
    def ingestion_started(self) -> None:
        move_to_stage(self.scope, lock_research(self.scope, self.research_id), Stage.INGESTING)

    def step_ended(self, step: Step) -> None:
        record_steps(self.scope, required_run_id(self.scope), [step])

    def _candidate(self, place: int, ranked: Ranked) -> Candidate:
        result = ranked.result
        return Candidate(
            id=candidate_id(self.research_id, result.url),
            tenant_id=self.scope.tenant_id,
            research_id=self.research_id,
            position=place,
            score=ranked.score,
            reasons=list(ranked.reasons),
            facets=dict(ranked.facets),
            adds=list(ranked.adds),
            recommended_ingest=ranked.recommended_ingest,
            url=result.url,
            title=with_visible_overrides(result.title)[:500],
            snippet=result.snippet[:2000],
            source=result.source[:40],
            is_pdf=result.is_pdf,
            published=result.published[:100],
        )


@transaction.atomic
def record_queries(
    scope: ScopeContext, research_id: UUID, queries: Sequence[str], tokens: int
) -> None:
    """Store the run's queries and the tokens that proposing them cost."""
    row = lock_research(scope, research_id)
    row.queries = list(queries)
    row.add_spent(tokens=tokens)
    row.save(update_fields=["queries", "spent"])


@transaction.atomic
def record_search(
    scope: ScopeContext, research_id: UUID, outcome: ToolOutcome, invocation_id: UUID
) -> None:
    """Store a web search and count it against the run's budget."""
    call = ToolCallEntry(SEARCH_TOOL, outcome.model_dump(mode="json"), invocation_id)
    record_call(scope, research_id, call)
    row = lock_research(scope, research_id)
    row.add_spent(searches=1)
    row.save(update_fields=["spent"])


@transaction.atomic
def record_tokens(scope: ScopeContext, research_id: UUID, tokens: int) -> None:
    """Count tokens against the run's budget."""
    if tokens:
        row = lock_research(scope, research_id)
        row.add_spent(tokens=tokens)
        row.save(update_fields=["spent"])


def record_call(scope: ScopeContext, research_id: UUID, call: ToolCallEntry) -> None:
    """Store a tool call of the run."""
    record_tool_calls(scope, research_id, required_run_id(scope), [call])


def required_run_id(scope: ScopeContext) -> UUID:
    if scope.run_id is None:
        raise ContextError("Steps and tool calls are stored with a run; this scope has none.")
    return scope.run_id
