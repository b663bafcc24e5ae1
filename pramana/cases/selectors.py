"""A case with its documents, decisions and cost, collected from every capability, and runs of
every kind with their cost and the tools they called.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from pramana.agni.selectors.changes import approvals_of_case
from pramana.agni.selectors.sessions import reviews_of_case
from pramana.cases.contracts import (
    CaseDecision,
    CaseDocument,
    CaseItemView,
    CaseNoteView,
    CaseReportLine,
    CaseReportView,
    DecisionPlace,
    DocumentRole,
    ItemKind,
    SectionState,
    SectionView,
)
from pramana.cases.errors import ReportNotFound
from pramana.cases.models import CaseItem, CaseNote, CaseReport, CaseReportSection
from pramana.chat import selectors as chat
from pramana.chat.selectors import CitingTurn, turns_of_runs
from pramana.external.selectors import research
from pramana.extraction.selectors import history as extraction
from pramana.extraction.selectors.listings import (
    CaseExtraction,
    documents_of_case_stacks,
    extractions_of_case,
)
from pramana.kit.scope import Scope
from pramana.llm.selectors import RunSpending, case_costs, run_spending
from pramana.tenancy import selectors as tenancy
from pramana.tenancy.selectors import CaseLine, RunFilter, RunLine
from pramana.tenancy.steps import ToolLine

CHAT_RUN = "chat.answer"
MOST_QUESTIONS = 50
MOST = 200
"""How many documents, and how many decisions, of one case are shown."""


@dataclass(frozen=True)
class PricedCase(CaseLine):
    """A case with its cost in US dollars, summed over the calls whose price is known."""

    cost: Decimal | None


def list_priced_cases(scope: Scope, *, after: str = "", limit: int = 50) -> list[PricedCase]:
    """Newest first. `after` is the `place` of the last case of the page before."""
    return _with_cost(scope, tenancy.list_cases(scope, after=after, limit=limit))


def get_priced_case(scope: Scope, case_id: UUID) -> PricedCase:
    return _with_cost(scope, [tenancy.get_case(scope, case_id)])[0]


def _with_cost(scope: Scope, cases: Sequence[CaseLine]) -> list[PricedCase]:
    costs = case_costs(scope, [case.id for case in cases])
    return [PricedCase(**vars(case), cost=costs.get(case.id)) for case in cases]


def documents_of_case(scope: Scope, case_id: UUID, *, limit: int = MOST) -> list[CaseDocument]:
    """The documents of a case, ordered by their role in it; at most `limit` of each role."""
    ingested = research.documents_of_case(scope, case_id, limit=limit)
    extracted = extractions_of_case(scope, case_id, limit=limit)
    reviewed = reviews_of_case(scope, case_id, limit=limit)
    stacked = documents_of_case_stacks(scope, case_id, limit=limit)
    return [
        *(CaseDocument(each, DocumentRole.LET_IN) for each in ingested),
        *(CaseDocument(each.document_id, DocumentRole.EXTRACTED, each.id) for each in extracted),
        *(CaseDocument(each.document_id, DocumentRole.REVIEWED, each.id) for each in reviewed),
        *(
            CaseDocument(document_id, DocumentRole.STACKED, stack_id)
            for document_id, stack_id in stacked
        ),
        *(
            CaseDocument(UUID(each.subject), DocumentRole.ADDED, each.id)
            for each in items_of_case(scope, case_id, ItemKind.DOCUMENT)[:limit]
        ),
    ]


def decisions_of_case(scope: Scope, case_id: UUID) -> list[CaseDecision]:
    """Decisions that people made in the case, newest first."""
    approved = _approved(extractions_of_case(scope, case_id, limit=MOST))
    decisions = [*_researched(scope, case_id), *_reviewed(scope, case_id), *approved]
    return sorted(decisions, key=lambda each: each.at, reverse=True)[:MOST]


def _researched(scope: Scope, case_id: UUID) -> Iterator[CaseDecision]:
    for each in research.decisions_of_case(scope, case_id, limit=MOST):
        yield CaseDecision(
            where=DecisionPlace.RESEARCH,
            subject_id=each.research_id,
            text=each.text,
            by_id=each.decided_by_id,
            at=each.decided_at,
            verdict=each.verdict,
            count=each.pages,
            rationale=each.rationale,
        )


def _reviewed(scope: Scope, case_id: UUID) -> Iterator[CaseDecision]:
    for each in approvals_of_case(scope, case_id, limit=MOST):
        yield CaseDecision(
            where=DecisionPlace.REVIEW,
            subject_id=each.session_id,
            text=each.document_title,
            by_id=each.approved_by_id,
            at=each.approved_at,
            count=each.creations + each.updates,
        )


def _approved(extractions: Sequence[CaseExtraction]) -> Iterator[CaseDecision]:
    for each in extractions:
        if each.approved_at:
            yield CaseDecision(
                where=DecisionPlace.EXTRACTION,
                subject_id=each.id,
                text=each.document_title,
                by_id=each.approved_by_id,
                at=each.approved_at,
            )


def items_of_case(scope: Scope, case_id: UUID, kind: ItemKind | None = None) -> list[CaseItemView]:
    """What people added to a case, the newest first."""
    rows = CaseItem.objects.in_scope(scope).filter(case_id=case_id)
    rows = rows.filter(kind=kind) if kind else rows
    return [
        CaseItemView(row.pk, ItemKind(row.kind), row.subject, row.added_by_id, row.added_at)
        for row in rows[: MOST * len(ItemKind)]
    ]


def notes_of_case(scope: Scope, case_id: UUID) -> list[CaseNoteView]:
    rows = CaseNote.objects.in_scope(scope).filter(case_id=case_id)[:MOST]
    return [CaseNoteView(row.pk, row.text, row.written_by_id, row.written_at) for row in rows]


def questions_of_case(scope: Scope, case_id: UUID) -> list[CitingTurn]:
    """The questions that this person asked in the case, the newest first."""
    chosen = RunFilter(case_id=case_id, kind=CHAT_RUN)
    runs = tenancy.list_runs(scope, chosen, limit=MOST)
    return turns_of_runs(scope, [run.id for run in runs], limit=MOST_QUESTIONS)


def research_questions_of_case(scope: Scope, case_id: UUID) -> list[str]:
    """The questions of the case's decided research, the newest first."""
    decided = research.decisions_of_case(scope, case_id, limit=MOST)
    return list(dict.fromkeys(each.text for each in decided))


def reports_of_case(scope: Scope, case_id: UUID) -> list[CaseReportView]:
    """The reports of a case with their sections, the newest first."""
    rows = CaseReport.objects.in_scope(scope).filter(case_id=case_id)[:MOST]
    return _report_views(scope, list(rows))


def get_report(scope: Scope, report_id: UUID) -> CaseReportView:
    views = _report_views(scope, list(CaseReport.objects.in_scope(scope).filter(pk=report_id)))
    if not views:
        raise ReportNotFound()
    return views[0]


def _report_views(scope: Scope, rows: list[CaseReport]) -> list[CaseReportView]:
    sections: dict[UUID, list[SectionView]] = {row.pk: [] for row in rows}
    found = CaseReportSection.objects.in_scope(scope).filter(report_id__in=sections)
    for section in found.order_by("position", "pk"):
        sections[section.report_id].append(_section_view(section))
    return [
        CaseReportView(
            **vars(
                CaseReportLine(row.pk, row.case_id, row.title, row.created_by_id, row.created_at)
            ),
            sections=tuple(sections[row.pk]),
        )
        for row in rows
    ]


def _section_view(row: CaseReportSection) -> SectionView:
    return SectionView(
        id=row.pk,
        question=row.question,
        text=row.text,
        sources=row.sources,
        sentences=row.sentences,
        state=SectionState(row.state),
        error=row.error,
        engine=row.engine,
        answered_at=row.answered_at,
        edited_by_id=row.edited_by_id,
        edited_at=row.edited_at,
        edition=row.edition,
        earlier=row.earlier,
    )


VISIBLE_SUBJECTS = (chat.visible_subjects, extraction.visible_subjects, research.visible_subjects)
"""Each finds those of its own subjects of tool calls that a person may see."""


@dataclass(frozen=True)
class PricedRun(RunLine):
    """A run with its model calls. `cost` is in US dollars; None if no price is known."""

    model_calls: int
    tokens: int
    cost: Decimal | None


def list_priced_runs(
    scope: Scope, chosen: RunFilter, *, after: str = "", limit: int = 50
) -> list[PricedRun]:
    """Newest first. `after` is the `place` of the last run of the page before."""
    return _priced(scope, tenancy.list_runs(scope, chosen, after=after, limit=limit))


def get_priced_run(scope: Scope, run_id: UUID) -> PricedRun:
    return _priced(scope, [tenancy.get_run_line(scope, run_id)])[0]


def _priced(scope: Scope, runs: Sequence[RunLine]) -> list[PricedRun]:
    """Add the cost of all runs, in one statement."""
    spent = run_spending(scope, [run.id for run in runs])
    return [_with(run, spent.get(run.id, RunSpending())) for run in runs]


def _with(run: RunLine, spent: RunSpending) -> PricedRun:
    return PricedRun(**vars(run), model_calls=spent.calls, tokens=spent.tokens, cost=spent.cost)


def tool_lines(scope: Scope, run_id: UUID, *, limit: int = 500) -> list[ToolLine]:
    """The tools a run called, oldest first, as far as this person may see them."""
    calls = tenancy.calls_of_run(scope, run_id, limit=limit)
    subjects = {call.subject_id for call in calls}
    visible = {each for find in VISIBLE_SUBJECTS if subjects for each in find(scope, subjects)}
    return [call.as_line(is_open=call.subject_id in visible) for call in calls]
