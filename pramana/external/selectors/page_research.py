"""What the list of research runs shows beside each."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Count, Q

from pramana.external.contracts.stages import CandidateState, Stage
from pramana.external.contracts.views import CandidateView, ResearchSummary
from pramana.external.errors import ResearchNotFound
from pramana.external.models import Candidate, ResearchRun
from pramana.external.selectors.research import candidate_view, summary
from pramana.kit.scope import Scope


def research_counts(scope: Scope) -> dict[Stage, int]:
    """How many runs stand at each stage; every stage is named."""
    rows = ResearchRun.objects.in_scope(scope).order_by().values("stage")
    found = {Stage(row["stage"]): row["count"] for row in rows.annotate(count=Count("id"))}
    return dict.fromkeys(Stage, 0) | found


def pages_of_runs(scope: Scope, ids: Collection[UUID]) -> dict[UUID, tuple[int, int]]:
    """Of each run: how many pages it offers, and how many came in."""
    rows = Candidate.objects.in_scope(scope).filter(research_id__in=ids).order_by()
    came_in = Count("id", filter=Q(state=CandidateState.INGESTED))
    counted = rows.values("research_id").annotate(offered=Count("id"), came_in=came_in)
    return {row["research_id"]: (row["offered"], row["came_in"]) for row in counted}


def research_of_run(scope: Scope, run_id: UUID) -> ResearchSummary | None:
    """The research that a run carries out, where it carries one out."""
    row = ResearchRun.objects.in_scope(scope).filter(run_id=run_id).first()
    return summary(row) if row else None


def get_candidate(scope: Scope, research_id: UUID, candidate_id: UUID) -> CandidateView:
    rows = Candidate.objects.in_scope(scope).filter(research_id=research_id, pk=candidate_id)
    row = rows.first()
    if row is None:
        raise ResearchNotFound()
    return candidate_view(row)
