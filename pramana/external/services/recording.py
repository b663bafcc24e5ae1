"""What the graph tells is written down as it happens; what was written before is left alone."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.external.contracts.selection import Ranked, Selection
from pramana.external.contracts.stages import Stage
from pramana.external.domain.choosing import candidate_id
from pramana.external.models import Candidate, ToolCall
from pramana.external.services.rows import locked, move
from pramana.kit.errors import ContextError
from pramana.kit.scope import ScopeContext
from pramana.kit.tools import ToolOutcome
from pramana.tenancy.services import note_steps
from pramana.tenancy.steps import Step


@dataclass(frozen=True)
class Recorder:
    """Hears the graph (`Told`) for one run."""

    scope: ScopeContext
    research_id: UUID

    @transaction.atomic
    def searching(self) -> None:
        move(self.scope, locked(self.scope, self.research_id), Stage.SEARCHING)

    @transaction.atomic
    def selected(self, results: Sequence[Mapping[str, Any]], selection: Selection) -> None:
        """Keep what is offered, once: a run that is taken up again keeps its first selection."""
        row = locked(self.scope, self.research_id)
        if row.results is not None:
            return
        row.results = [dict(each) for each in results]
        row.dropped = [asdict(each) for each in selection.dropped]
        row.save(update_fields=["results", "dropped"])
        Candidate.objects.bulk_create(
            self._candidate(place, each) for place, each in enumerate(selection.offered)
        )

    @transaction.atomic
    def ingesting(self) -> None:
        move(self.scope, locked(self.scope, self.research_id), Stage.INGESTING)

    def passed(self, step: Step) -> None:
        note_steps(self.scope, run_of(self.scope), [step])

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
            title=result.title[:500],
            snippet=result.snippet[:2000],
            source=result.source[:40],
            is_pdf=result.is_pdf,
            published=result.published[:100],
        )


@transaction.atomic
def keep_queries(
    scope: ScopeContext, research_id: UUID, queries: Sequence[str], tokens: int
) -> None:
    """What will be searched for, and what finding that out took."""
    row = locked(scope, research_id)
    row.queries = list(queries)
    row.spent = {**row.spent, "tokens": row.spent.get("tokens", 0) + tokens}
    row.save(update_fields=["queries", "spent"])


@transaction.atomic
def keep_search(
    scope: ScopeContext, research_id: UUID, tool: str, outcome: ToolOutcome, invocation_id: UUID
) -> None:
    """The call in its envelope, counted against the run's budget."""
    keep_call(scope, tool, outcome, invocation_id)
    row = locked(scope, research_id)
    row.spent = {**row.spent, "searches": row.spent.get("searches", 0) + 1}
    row.save(update_fields=["spent"])


def keep_call(
    scope: ScopeContext, tool: str, outcome: ToolOutcome | Mapping[str, Any], invocation_id: UUID
) -> None:
    """A tool call of a run, as an envelope."""
    kept = outcome if isinstance(outcome, Mapping) else outcome.model_dump(mode="json")
    ids = {"trace_id": str(scope.trace_id), "invocation_id": str(invocation_id)}
    ToolCall(
        tenant_id=scope.tenant_id,
        run_id=run_of(scope),
        invocation_id=invocation_id,
        tool=tool,
        status=kept["status"],
        envelope={**kept, "meta": {**kept["meta"], **ids}},
    ).save(force_insert=True)


def run_of(scope: ScopeContext) -> UUID:
    if scope.run_id is None:
        raise ContextError("What a graph and its tools do is kept with their run.")
    return scope.run_id
