"""Research runs, their candidates, decisions and tool calls, as values."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Count, Q
from django.utils.dateparse import parse_datetime

from pramana.external.contracts import (
    BY_PERSON,
    CandidateState,
    CandidateView,
    DecisionView,
    PlanView,
    ResearchPage,
    ResearchPlan,
    ResearchSummary,
    ResearchView,
    Stage,
    StageView,
    Verdict,
)
from pramana.external.errors import ResearchNotFound
from pramana.external.models import Candidate, Decision, ResearchRun
from pramana.kit.listings import NamedItem, WaitingItem, WaitingKind, WaitingPage, waiting_page
from pramana.kit.scope import Scope, ScopeContext
from pramana.tenancy.selectors import calls_of_run


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
    scope: Scope,
    *,
    stage: Stage | None = None,
    waiting: bool = False,
    after: str = "",
    limit: int = 50,
) -> ResearchPage:
    """The tenant's runs, newest first. `after` is the `next` of the page before."""
    rows = ResearchRun.objects.in_scope(scope).defer("results", "answer", "dropped")
    if stage:
        rows = rows.filter(stage=stage)
    if waiting:
        rows = rows.filter(stage__in=WAITING_STAGES)
    place = _place(after)
    if place:
        at, last = place
        rows = rows.filter(Q(created_at__lt=at) | Q(created_at=at, id__lt=last))
    found = list(rows[: limit + 1])
    last_one = found[limit - 1] if len(found) > limit else None
    ahead = f"{last_one.created_at.isoformat()}~{last_one.id}" if last_one else None
    return ResearchPage(tuple(research_summary(row) for row in found[:limit]), ahead)


WAITING_STAGES = tuple(stage for stage in Stage if stage.needs_person)


def waiting_count(scope: Scope) -> int:
    """The number of runs that wait for a decision."""
    return ResearchRun.objects.in_scope(scope).filter(stage__in=WAITING_STAGES).count()


def context_of(scope: Scope, research: ResearchView) -> ScopeContext:
    """The scope of the run's execution, with its run, case and workflow."""
    return ScopeContext(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        run_id=research.run_id,
        case_id=research.case_id,
        workflow_id=research.workflow_id,
        collection_id=research.collection_id,
    )


def research_summary(row: ResearchRun) -> ResearchSummary:
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
        **asdict(research_summary(row)),
        case_id=row.run.case_id,
        workflow_id=row.run.workflow_id,
        collection_id=row.collection_id,
        enable_hitl=row.enable_hitl,
        auto_ingest=row.auto_ingest,
        plan=_plan(row.plan),
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


def _plan(stored: dict[str, Any] | None) -> PlanView | None:
    if stored is None:
        return None
    approved, by, at = (stored.get(n) for n in ("approved", "approved_by_id", "approved_at"))
    return PlanView(
        proposed=_plan_fields(stored["proposed"]),
        approved=_plan_fields(approved) if approved else None,
        approved_by_id=UUID(by) if by else None,
        approved_at=datetime.fromisoformat(at) if at else None,
    )


def _plan_fields(stored: dict[str, list[str]]) -> ResearchPlan:
    return ResearchPlan(**{name: tuple(lines) for name, lines in stored.items()})


def _stage(entry: dict[str, Any]) -> StageView:
    return StageView(Stage(entry["stage"]), datetime.fromisoformat(entry["at"]))


def _place(after: str) -> tuple[datetime, UUID] | None:
    """The moment and id in a cursor; None if it is invalid."""
    moment, _, name = after.rpartition("~")
    try:
        at, last = parse_datetime(moment), UUID(name)
    except ValueError:
        return None
    return (at, last) if at and at.tzinfo else None


def needs_plan(scope: Scope, research_id: UUID) -> bool:
    """Whether the run's plan is to be approved first and has not been proposed yet."""
    rows = ResearchRun.objects.in_scope(scope).filter(pk=research_id)
    return rows.filter(plan_first=True, plan__isnull=True).exists()


def stored_results(scope: Scope, research_id: UUID) -> list[dict[str, Any]] | None:
    """The run's search results; None until candidates have been selected."""
    rows = ResearchRun.objects.in_scope(scope).filter(pk=research_id)
    return rows.values_list("results", flat=True).first()


def research_counts(scope: Scope) -> dict[Stage, int]:
    """The number of runs at each stage, including stages without runs."""
    rows = ResearchRun.objects.in_scope(scope).order_by().values("stage")
    found = {Stage(row["stage"]): row["count"] for row in rows.annotate(count=Count("id"))}
    return dict.fromkeys(Stage, 0) | found


def page_counts(scope: Scope, ids: Collection[UUID]) -> dict[UUID, tuple[int, int]]:
    """For each run, the number of offered pages and of ingested pages."""
    rows = Candidate.objects.in_scope(scope).filter(research_id__in=ids).order_by()
    came_in = Count("id", filter=Q(state=CandidateState.INGESTED))
    counted = rows.values("research_id").annotate(offered=Count("id"), came_in=came_in)
    return {row["research_id"]: (row["offered"], row["came_in"]) for row in counted}


def research_of_run(scope: Scope, run_id: UUID) -> ResearchSummary | None:
    """The research of a run; None if the run is of another kind."""
    row = ResearchRun.objects.in_scope(scope).filter(run_id=run_id).first()
    return research_summary(row) if row else None


def get_candidate(scope: Scope, research_id: UUID, candidate_id: UUID) -> CandidateView:
    rows = Candidate.objects.in_scope(scope).filter(research_id=research_id, pk=candidate_id)
    row = rows.first()
    if row is None:
        raise ResearchNotFound()
    return candidate_view(row)


@dataclass(frozen=True)
class PageDecision:
    """A page that was offered to a person, and whether they approved it."""

    id: UUID
    research_id: UUID
    run_id: UUID
    score: float
    source: str
    is_approved: bool
    decided_at: datetime


def search_research(scope: Scope, words: str, *, limit: int) -> list[NamedItem]:
    rows = ResearchRun.objects.in_scope(scope).filter(text__icontains=words)
    newest = rows.order_by("-created_at").values_list("id", "text", "stage", "created_at")
    return [NamedItem(*row) for row in newest[:limit]]


def page_decisions(scope: Scope, *, since: datetime | None, limit: int) -> list[PageDecision]:
    """Pages that a person approved or rejected, the newest decision first.

    A page that was left alone while another one was approved is not judged.
    """
    rows = Candidate.objects.in_scope(scope).exclude(source=BY_PERSON)
    rows = rows.filter(research__decision__decided_by_id__isnull=False)
    if since:
        rows = rows.filter(research__decision__decided_at__gte=since)
    newest = rows.order_by("-research__decision__decided_at", "position")
    found = newest.select_related("research__decision")[:limit]
    return [_page_decision(row) for row in found if _is_judged(row)]


def _is_judged(row: Candidate) -> bool:
    decision = row.research.decision
    if decision.verdict == Verdict.REJECTED:
        return True
    return str(row.id) in (*decision.candidate_ids, *decision.rejected_ids)


def _page_decision(row: Candidate) -> PageDecision:
    decision = row.research.decision
    return PageDecision(
        id=row.id,
        research_id=row.research_id,
        run_id=row.research.run_id,
        score=row.score,
        source=row.source,
        is_approved=str(row.id) in decision.candidate_ids,
        decided_at=decision.decided_at,
    )


REASON = "checkpoints of every tenant are pruned alike"


def threads_in_use(*, ended_after: datetime) -> frozenset[str]:
    """The thread ids of runs that are active or ended after this moment."""
    rows = ResearchRun.objects.unscoped(REASON).order_by()
    in_use = rows.filter(Q(ended_at__isnull=True) | Q(ended_at__gte=ended_after))
    return frozenset(str(run_id) for run_id in in_use.values_list("run_id", flat=True))


def research_to_decide(scope: Scope, *, limit: int) -> list[WaitingPage]:
    """Runs whose plan or whose pages wait for a person."""
    runs = research_page(scope, waiting=True, limit=limit).runs
    pages = page_counts(scope, [run.id for run in runs]) if runs else {}
    offered = {run: number for run, (number, _came_in) in pages.items()}
    found = (
        WaitingItem(
            WaitingKind.SOURCES,
            run.id,
            run.text,
            run.created_at,
            open=offered.get(run.id, 0),
            parts=offered.get(run.id, 0),
        )
        for run in runs
    )
    count = partial(waiting_count, scope)
    return [waiting_page(WaitingKind.SOURCES, found, limit=limit, count=count)]


@dataclass(frozen=True)
class CaseResearchDecision:
    """A person's decision about the pages of a run that belongs to a case."""

    research_id: UUID
    text: str
    verdict: Verdict
    pages: int
    rationale: str
    decided_by_id: UUID | None
    decided_at: datetime


def documents_of_case(scope: Scope, case_id: UUID, *, limit: int) -> list[UUID]:
    """Documents that the case's research runs ingested, each once, newest run first."""
    rows = Candidate.objects.in_scope(scope).filter(research__run__case_id=case_id)
    newest = rows.exclude(document_id=None).order_by("-research__created_at", "position")
    ids = newest.values_list("document_id", flat=True)[:limit]
    return list(dict.fromkeys(each for each in ids if each))


def decisions_of_case(scope: Scope, case_id: UUID, *, limit: int) -> list[CaseResearchDecision]:
    """Decisions about the case's research runs, newest first."""
    rows = Decision.objects.in_scope(scope).filter(research__run__case_id=case_id)
    return [
        CaseResearchDecision(
            research_id=row.research_id,
            text=row.research.text,
            verdict=Verdict(row.verdict),
            pages=len(row.candidate_ids) + len(row.added_urls),
            rationale=row.rationale,
            decided_by_id=row.decided_by_id,
            decided_at=row.decided_at,
        )
        for row in rows.select_related("research").order_by("-decided_at")[:limit]
    ]


def tool_calls_of(scope: Scope, run_id: UUID) -> list[dict[str, Any]]:
    """The tool calls of a run in their envelopes, oldest first."""
    return [
        {"tool": call.tool, "invocation_id": call.invocation_id, "at": call.at, **call.envelope}
        for call in calls_of_run(scope, run_id)
    ]


def visible_subjects(scope: Scope, subjects: Collection[UUID]) -> set[UUID]:
    """Those of these subjects of tool calls that are research: the whole tenant may see it."""
    rows = ResearchRun.objects.in_scope(scope).filter(pk__in=subjects)
    return set(rows.values_list("pk", flat=True))
