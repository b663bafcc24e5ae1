"""Reports of a case: an outline, and sections that are answered, edited and exported."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.cases.contracts import CaseReportView, SectionState, SectionView
from pramana.cases.selectors import (
    documents_of_case,
    get_report,
    questions_of_case,
    research_questions_of_case,
)
from pramana.cases.services import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_SECTIONS,
    add_section,
    ask_sections,
    create_report,
    delete_report,
    edit_section,
    move_section_up,
    remove_section,
)
from pramana.chat.answer_report import report_of_answers
from pramana.documents.selectors import documents_by_id
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.reports.writers import CitedReport, ReportFormat, report_response
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import get_case
from pramana.web.access import PageRequest, member_names, page
from pramana.web.actions import attempt, attempt_confirmed, confirmation_page, is_confirmed
from pramana.web.ask.conversations import report_words
from pramana.web.errors import error_sentence
from pramana.web.navigation import shortcut
from pramana.web.params import parse_id, text_param

MOST_PROPOSED = 12
REPORT_SHORTCUTS = (shortcut("b", later("Back to the case")), shortcut("a", later("Add a section")))


@page(Role.REVIEWER)
def new_report(request: PageRequest, case_id: UUID) -> HttpResponse:
    """An outline to edit, proposed from the case; sent, it becomes a report."""
    scope = request.principal.scope
    case = get_case(scope, case_id)
    outline = request.POST.get("outline", "")[:LONGEST_TEXT]
    if request.method == "POST":
        title = text_param(request.POST, "title", LONGEST_TITLE)
        try:
            made = create_report(scope, case_id, title, outline.splitlines())
        except AppError as error:
            messages.error(request, error_sentence(error.message))
        else:
            return redirect("web:cases-report", made)
    context = {
        "title": _("New report"),
        "case": case,
        "outline": outline or "\n".join(proposed_outline(scope, case_id)),
        "document_count": len({each.document_id for each in documents_of_case(scope, case_id)}),
        "most_sections": MOST_SECTIONS,
    }
    return render(request, "web/cases/new_report.html", context)


def proposed_outline(scope: Scope, case_id: UUID) -> list[str]:
    """Questions that were asked in the case, then one for each of its documents."""
    asked = [each.query for each in reversed(questions_of_case(scope, case_id))]
    ids = dict.fromkeys(each.document_id for each in documents_of_case(scope, case_id))
    documents = documents_by_id(scope, list(ids)[:MOST_PROPOSED])
    about = [_("What does “%(title)s” say?") % {"title": each.title[:200]} for each in documents]
    lines = [*asked, *research_questions_of_case(scope, case_id), *about]
    return list(dict.fromkeys(" ".join(line.split()) for line in lines))[:MOST_PROPOSED]


@page()
def show_report(request: PageRequest, report_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    report = get_report(scope, report_id)
    written = case_report(request, scope, report)
    context = {
        "title": report.title,
        "keys": REPORT_SHORTCUTS,
        "report": report,
        "case": get_case(scope, report.case_id),
        "written": written,
        "sections": list(zip(report.sections, written.sections, strict=True)),
        "unwritten": any(not each.text for each in report.sections),
    }
    return render(request, "web/cases/report.html", context)


def case_report(request: HttpRequest, scope: Scope, report: CaseReportView) -> CitedReport:
    """The report as its page and its files show it, with sources numbered over all sections."""
    people = member_names(scope)
    by = people.get(report.created_by_id, "") if report.created_by_id else ""
    return report_of_answers(
        report.title,
        [(each.question, each.answer) for each in report.sections],
        absolute=request.build_absolute_uri,
        words=report_words(),
        notes=[section_note(each, people) for each in report.sections],
        byline=" · ".join(filter(None, (_day(report.created_at), by))),
        language=(get_language() or "en")[:2],
    )


def section_note(section: SectionView, people: dict[UUID, str]) -> str:
    """Who wrote the text, or why there is none."""
    if section.state is SectionState.FAILED:
        return error_sentence(section.error)
    if section.edited_at:
        name = people.get(section.edited_by_id) if section.edited_by_id else None
        words = _("Edited by %(name)s, %(day)s.") if name else _("Edited, %(day)s.")
        return words % {"name": name, "day": _day(section.edited_at)}
    return "" if section.text else _("Not written yet.")


def _day(moment: Any) -> str:
    return date_format(timezone.localtime(moment), "j F Y, H:i")


@page()
def download_report(request: PageRequest, report_id: UUID, kind: ReportFormat) -> HttpResponse:
    scope = request.principal.scope
    report = get_report(scope, report_id)
    return report_response(case_report(request, scope, report), kind)


@require_POST
@page(Role.REVIEWER)
def answer_report(request: PageRequest, report_id: UUID) -> HttpResponse:
    """Have one section answered again, or every section that has no text."""
    scope, section_id = request.principal.scope, parse_id(request.POST.get("section", ""))
    sections = {each.id: each for each in get_report(scope, report_id).sections}
    chosen = sections.get(section_id) if section_id else None
    is_edited = chosen is not None and chosen.state is SectionState.EDITED
    if is_edited and not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Replace the edited text?"),
            text=_("An answer from the case replaces it. The text is kept under “Earlier texts”."),
            yes=_("Answer again"),
            back="web:cases",
            kept=[("section", str(section_id))],
        )
    attempt(
        request,
        lambda: ask_sections(
            scope, report_id, [section_id] if section_id else None, overwrite=is_edited
        ),
        _("The answers are being written."),
    )
    return redirect("web:cases-report", report_id)


@require_POST
@page(Role.REVIEWER)
def append_section(request: PageRequest, report_id: UUID) -> HttpResponse:
    scope, question = request.principal.scope, request.POST.get("question", "")
    attempt(request, lambda: add_section(scope, report_id, question), _("Section added."))
    return redirect("web:cases-report", report_id)


@require_POST
@page(Role.REVIEWER)
def change_section(request: PageRequest, report_id: UUID, section_id: UUID) -> HttpResponse:
    """Save the edited text, or with `up` or `remove` change the outline."""
    scope, form = request.principal.scope, request.POST
    if "remove" in form:
        attempt(
            request, lambda: remove_section(scope, report_id, section_id), _("Section removed.")
        )
        return redirect("web:cases-report", report_id)
    if "up" in form:
        attempt(request, lambda: move_section_up(scope, report_id, section_id), _("Moved up."))
        return redirect("web:cases-report", report_id)
    edition = form.get("edition", "")
    attempt(
        request,
        lambda: edit_section(
            scope,
            report_id,
            section_id,
            question=form.get("question", ""),
            text=form.get("text", ""),
            edition=int(edition) if edition.isdecimal() and len(edition) < 9 else -1,
            at=utcnow(),
        ),
        _("Section saved."),
    )
    return redirect("web:cases-report", report_id)


@require_POST
@page(Role.REVIEWER)
def remove_report(request: PageRequest, report_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    return attempt_confirmed(
        request,
        lambda: delete_report(scope, report_id),
        _("Report deleted."),
        question=_("Delete this report?"),
        text=_("Its sections and texts are deleted. Documents and questions stay in the case."),
        yes=_("Delete the report"),
        back="web:cases",
    )
