"""Changes to what people put into a case, one transaction each."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet

from pramana.cases.contracts import ItemKind, SectionState
from pramana.cases.errors import (
    EmptyOutline,
    NoteNotFound,
    ReportNotFound,
    SectionChanged,
    SectionEdited,
    SectionNotFound,
)
from pramana.cases.models import CaseItem, CaseNote, CaseReport, CaseReportSection
from pramana.chat.contracts.answers import ChatResponse
from pramana.jobs.queue import enqueue
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import storable, with_visible_overrides
from pramana.tenancy.contracts import Matter, RunState
from pramana.tenancy.locking import lock_row
from pramana.tenancy.selectors import get_case
from pramana.tenancy.services import audit, end_run, start_run

ANSWER_TASK = "cases.answer_sections"
RUN_KIND = "cases.report"
MOST_SECTIONS = 40
MOST_EARLIER = 20
LONGEST_TITLE, LONGEST_QUESTION, LONGEST_TEXT = 200, 500, 50_000
WITHDRAWN = "The source of this section was deleted, and the text with it."


@transaction.atomic
def add_items(scope: Scope, case_id: UUID, kind: ItemKind, subjects: Iterable[str]) -> int:
    """Add things to a case, each once; return how many were new. The caller checks the ids."""
    get_case(scope, case_id)
    rows = [
        CaseItem(
            tenant_id=scope.tenant_id,
            case_id=case_id,
            kind=kind,
            subject=subject,
            added_by_id=scope.actor_id,
        )
        for subject in dict.fromkeys(subjects)
    ]
    before = CaseItem.objects.in_scope(scope).filter(case_id=case_id).count()
    CaseItem.objects.bulk_create(rows, ignore_conflicts=True)
    return CaseItem.objects.in_scope(scope).filter(case_id=case_id).count() - before


@transaction.atomic
def remove_item(scope: Scope, case_id: UUID, item_id: UUID) -> None:
    """Take a thing out of the case. The thing itself stays."""
    CaseItem.objects.in_scope(scope).filter(pk=item_id, case_id=case_id).delete()


@transaction.atomic
def write_note(scope: Scope, case_id: UUID, text: str) -> UUID:
    get_case(scope, case_id)
    clean = storable(text).strip()[:LONGEST_TEXT]
    if not clean:
        raise InvalidRequest("A note needs some text.")
    row = CaseNote(
        tenant_id=scope.tenant_id, case_id=case_id, text=clean, written_by_id=scope.actor_id
    )
    row.save(force_insert=True)
    return row.pk


@transaction.atomic
def delete_note(scope: Scope, case_id: UUID, note_id: UUID) -> None:
    """Delete a note of one's own."""
    rows = CaseNote.objects.in_scope(scope).filter(
        pk=note_id, case_id=case_id, written_by_id=scope.actor_id
    )
    if not rows.delete()[0]:
        raise NoteNotFound()


def _clean_title(title: str) -> str:
    return with_visible_overrides(" ".join(storable(title).split()))[:LONGEST_TITLE]


@transaction.atomic
def create_report(scope: Scope, case_id: UUID, title: str, questions: Sequence[str]) -> UUID:
    """Create a report with an outline, and have its sections answered."""
    case = get_case(scope, case_id)
    outline = [each for each in map(_clean_question, questions) if each][:MOST_SECTIONS]
    if not outline:
        raise EmptyOutline()
    report = CaseReport(
        tenant_id=scope.tenant_id,
        case_id=case_id,
        title=with_visible_overrides(" ".join(storable(title).split()))[:LONGEST_TITLE]
        or case.name,
        created_by_id=scope.actor_id,
    )
    report.save(force_insert=True)
    for position, question in enumerate(outline):
        _new_section(scope, report.pk, position, question).save(force_insert=True)
    audit(scope, "case.report_created", "case", case_id)
    ask_sections(scope, report.pk)
    return report.pk


def _new_section(scope: Scope, report_id: UUID, position: int, question: str) -> CaseReportSection:
    return CaseReportSection(
        tenant_id=scope.tenant_id, report_id=report_id, position=position, question=question
    )


def _clean_question(question: str) -> str:
    return " ".join(storable(question).split())[:LONGEST_QUESTION]


@transaction.atomic
def delete_report(scope: Scope, report_id: UUID) -> None:
    report = _lock_report(scope, report_id)
    audit(scope, "case.report_deleted", "case", report.case_id)
    report.delete()


@transaction.atomic
def add_section(scope: Scope, report_id: UUID, question: str) -> UUID:
    """Add a section at the end, and have it answered."""
    _lock_report(scope, report_id)
    clean = _clean_question(question)
    sections = _sections(scope, report_id)
    if not clean:
        raise EmptyOutline()
    if sections.count() >= MOST_SECTIONS:
        raise InvalidRequest("A report has at most 40 sections.")
    last = sections.aggregate(last=Max("position"))["last"]
    section = _new_section(scope, report_id, 0 if last is None else last + 1, clean)
    section.save(force_insert=True)
    ask_sections(scope, report_id, [section.pk])
    return section.pk


@transaction.atomic
def remove_section(scope: Scope, report_id: UUID, section_id: UUID) -> None:
    _lock_report(scope, report_id)
    _lock_section(scope, report_id, section_id).delete()


@transaction.atomic
def move_section_up(scope: Scope, report_id: UUID, section_id: UUID) -> None:
    """Change places with the section before, if there is one."""
    _lock_report(scope, report_id)
    rows = list(_sections(scope, report_id).order_by("position", "pk"))
    at = next((n for n, row in enumerate(rows) if row.pk == section_id), None)
    if at is None:
        raise SectionNotFound()
    if at:
        rows[at - 1 : at + 1] = rows[at], rows[at - 1]
    for position, row in enumerate(rows):
        row.position = position
        row.save(update_fields=["position"])


@transaction.atomic
def edit_section(
    scope: Scope,
    report_id: UUID,
    section_id: UUID,
    *,
    question: str,
    text: str,
    edition: int,
    at: datetime,
) -> None:
    """Save what a person wrote, with who and when; the text before is kept.

    `edition` is the one the person saw. Sources stay, so that the numbers in the text lead on.
    """
    row = _lock_section(scope, report_id, section_id)
    if row.edition != edition:
        raise SectionChanged()
    row.question = _clean_question(question) or row.question
    clean = storable(text).replace("\r\n", "\n").strip()[:LONGEST_TEXT]
    if clean != row.text:
        _keep_earlier(row)
        row.text, row.sentences, row.state = clean, [], SectionState.EDITED
        row.edited_by_id, row.edited_at, row.error = scope.actor_id, at, ""
    row.edition += 1
    row.save()


@transaction.atomic
def ask_sections(
    scope: Scope,
    report_id: UUID,
    section_ids: Sequence[UUID] | None = None,
    *,
    overwrite: bool = False,
) -> UUID | None:
    """Have sections answered from the case: those named, or all that have no text.

    A text that a person edited is only replaced with `overwrite`. Returns the job, if any.
    """
    report = _lock_report(scope, report_id)
    rows = _sections(scope, report_id).select_for_update().exclude(state=SectionState.WAITING)
    rows = rows.filter(text="") if section_ids is None else rows.filter(pk__in=section_ids)
    chosen = list(rows)
    if not overwrite and any(row.state == SectionState.EDITED for row in chosen):
        raise SectionEdited()
    if not chosen:
        return None
    for row in chosen:
        row.state, row.error = SectionState.WAITING, ""
        row.edition += 1
        row.save(update_fields=["state", "error", "edition"])
    run_id = start_run(scope, RUN_KIND, Matter(report.case_id))
    editions = {str(row.pk): row.edition for row in chosen}
    return enqueue(scope, ANSWER_TASK, run_id=run_id, report_id=report_id, editions=editions)


@transaction.atomic
def save_answer(
    scope: Scope, section_id: UUID, edition: int, response: ChatResponse, *, at: datetime
) -> None:
    """Save an answer, unless the section was edited since it was asked for."""
    row = _lock_waiting_section(scope, section_id, edition)
    if row is None:
        return
    dumped: dict[str, Any] = response.model_dump(mode="json")
    _keep_earlier(row)
    row.text = response.answer or response.fallback_message or ""
    row.sources, row.sentences = dumped["sources"], dumped["metadata"]["sentences"]
    row.engine, row.state, row.answered_at = response.metadata.engine or "", "answered", at
    row.edited_by_id, row.edited_at = None, None
    row.save()


@transaction.atomic
def fail_sections(scope: Scope, editions: dict[UUID, int], error: str) -> None:
    """Mark the sections that were asked for and not answered."""
    for section_id, edition in editions.items():
        row = _lock_waiting_section(scope, section_id, edition)
        if row is not None:
            row.state, row.error = SectionState.FAILED, error
            row.save(update_fields=["state", "error"])


def end_report_run(scope: Scope, run_id: UUID | None, state: RunState) -> None:
    if run_id:
        end_run(scope, run_id, state)


def _lock_waiting_section(scope: Scope, section_id: UUID, edition: int) -> CaseReportSection | None:
    rows = CaseReportSection.objects.in_scope(scope).select_for_update()
    return rows.filter(pk=section_id, edition=edition, state=SectionState.WAITING).first()


def _keep_earlier(row: CaseReportSection) -> None:
    """Keep the text that is about to be replaced."""
    if row.text:
        at = row.edited_at or row.answered_at
        kept = {"text": row.text, "by_id": row.edited_by_id, "at": at, "sources": row.sources}
        row.earlier = [kept, *row.earlier][:MOST_EARLIER]


def _sections(scope: Scope, report_id: UUID) -> QuerySet[CaseReportSection]:
    return CaseReportSection.objects.in_scope(scope).filter(report_id=report_id)


def _lock_report(scope: Scope, report_id: UUID) -> CaseReport:
    return lock_row(CaseReport.objects.in_scope(scope).filter(pk=report_id), ReportNotFound())


def _lock_section(scope: Scope, report_id: UUID, section_id: UUID) -> CaseReportSection:
    return lock_row(_sections(scope, report_id).filter(pk=section_id), SectionNotFound())


def forget_documents(scope: Scope, document_ids: Sequence[UUID]) -> None:
    """Take deleted documents out of cases, and empty the sections that rest on them."""
    names = [str(each) for each in document_ids]
    items = CaseItem.objects.in_scope(scope).filter(kind=ItemKind.DOCUMENT, subject__in=names)
    items.delete()
    _withdraw(scope, [{"document_id": name} for name in names])


def forget_group(scope: Scope, group_id: str, episode_id: UUID | None) -> None:
    """Take a deleted memory group out of cases, and empty sections that cite what is deleted."""
    if episode_id is None:
        items = CaseItem.objects.in_scope(scope).filter(kind=ItemKind.MEMORY, subject=group_id)
        items.delete()
        _withdraw(scope, [{"memory": {"group_id": group_id}}])
    else:
        _withdraw(scope, [{"memory": {"episode_id": str(episode_id)}}])


@transaction.atomic
def _withdraw(scope: Scope, sources: Sequence[dict[str, Any]]) -> None:
    """Empty sections that rest on one of these sources, with what they said before."""
    resting = Q()
    for source in sources:
        resting |= Q(sources__contains=[source]) | Q(earlier__contains=[{"sources": [source]}])
    CaseReportSection.objects.in_scope(scope).filter(resting).update(
        text="",
        sources=[],
        sentences=[],
        earlier=[],
        state=SectionState.FAILED,
        error=WITHDRAWN,
        edition=F("edition") + 1,
    )
