"""Questions about research runs. Answers are values; rows stay here."""

from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.dateparse import parse_datetime

from pramana.external.contracts.stages import CandidateState, Stage, Verdict
from pramana.external.contracts.views import (
    CandidateView,
    DecisionView,
    ResearchPage,
    ResearchSummary,
    ResearchView,
    StageView,
)
from pramana.external.errors import ResearchNotFound
from pramana.external.models import Candidate, Decision, ResearchRun
from pramana.kit.scope import Scope, ScopeContext


def get_research(scope: Scope, research_id: UUID) -> ResearchView:
    row = (
        ResearchRun.objects.in_scope(scope)
        .select_related("run", "decision")
        .filter(pk=research_id)
        .first()
    )
    if row is None:
        raise ResearchNotFound()
    return _view(row, list(Candidate.objects.in_scope(scope).filter(research=row)))


def research_page(
    scope: Scope, *, stage: Stage | None = None, after: str = "", limit: int = 50
) -> ResearchPage:
    """The tenant's runs, newest first; `after` is the `next` of the page before."""
    rows = ResearchRun.objects.in_scope(scope).defer("results", "answer", "dropped")
    if stage:
        rows = rows.filter(stage=stage)
    place = _place(after)
    if place:
        at, last = place
        rows = rows.filter(Q(created_at__lt=at) | Q(created_at=at, id__lt=last))
    found = list(rows[: limit + 1])
    last_one = found[limit - 1] if len(found) > limit else None
    ahead = f"{last_one.created_at.isoformat()}~{last_one.id}" if last_one else None
    return ResearchPage(tuple(summary(row) for row in found[:limit]), ahead)


def waiting_count(scope: Scope) -> int:
    """How many runs wait for a person."""
    return ResearchRun.objects.in_scope(scope).filter(stage=Stage.AWAITING_APPROVAL).count()


def context_of(scope: Scope, research: ResearchView) -> ScopeContext:
    """The scope of the run's execution: its run, and the case and workflow its caller named."""
    return ScopeContext(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        run_id=research.run_id,
        case_id=research.case_id,
        workflow_id=research.workflow_id,
        collection_id=research.collection_id,
    )


def summary(row: ResearchRun) -> ResearchSummary:
    return ResearchSummary(
        id=row.id,
        run_id=row.run_id,
        text=row.text,
        is_question=row.is_question,
        stage=Stage(row.stage),
        error=row.error,
        created_at=row.created_at,
        created_by_id=row.created_by_id,
    )


def _view(row: ResearchRun, candidates: list[Candidate]) -> ResearchView:
    return ResearchView(
        **asdict(summary(row)),
        case_id=row.run.case_id,
        workflow_id=row.run.workflow_id,
        collection_id=row.collection_id,
        enable_hitl=row.enable_hitl,
        auto_ingest=row.auto_ingest,
        rules=row.rules,
        budget=row.budget,
        spent=row.spent,
        queries=tuple(row.queries),
        stages=tuple(_stage(each) for each in row.stages),
        found=len(row.results or ()),
        dropped=tuple(row.dropped),
        candidates=tuple(candidate_view(each) for each in candidates),
        decision=_decision(getattr(row, "decision", None)),
        answer=row.answer,
        ended_at=row.ended_at,
    )


def candidate_view(row: Candidate) -> CandidateView:
    return CandidateView(
        id=row.id,
        url=row.url,
        title=row.title,
        snippet=row.snippet,
        source=row.source,
        position=row.position,
        score=row.score,
        reasons=tuple(row.reasons),
        facets=row.facets,
        adds=tuple(row.adds),
        recommended_ingest=row.recommended_ingest,
        is_pdf=row.is_pdf,
        published=row.published,
        state=CandidateState(row.state),
        error=row.error,
        document_id=row.document_id,
    )


def _decision(row: Decision | None) -> DecisionView | None:
    if row is None:
        return None
    return DecisionView(
        verdict=Verdict(row.verdict),
        candidate_ids=tuple(UUID(each) for each in row.candidate_ids),
        added_urls=tuple(row.added_urls),
        rationale=row.rationale,
        decided_by_id=row.decided_by_id,
        decided_at=row.decided_at,
    )


def _stage(kept: dict[str, Any]) -> StageView:
    return StageView(Stage(kept["stage"]), datetime.fromisoformat(kept["at"]))


def _place(after: str) -> tuple[datetime, UUID] | None:
    """Where a page ended; what is no place begins at the beginning."""
    moment, _, name = after.rpartition("~")
    try:
        at, last = parse_datetime(moment), UUID(name)
    except ValueError:
        return None
    return (at, last) if at and at.tzinfo else None
