"""Cases, each with its runs, documents, decisions and costs."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.cases.contracts import CaseDecision, CaseDocument, DecisionPlace, DocumentRole
from pramana.cases.selectors import (
    decisions_of_case,
    documents_of_case,
    get_priced_case,
    list_priced_cases,
    list_priced_runs,
    notes_of_case,
    questions_of_case,
    reports_of_case,
)
from pramana.documents.selectors import documents_by_id
from pramana.extraction.selectors.listings import stacks_of_case
from pramana.kit.scope import Scope
from pramana.llm.selectors import case_spending
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import RunFilter, workflows_of
from pramana.tenancy.services import open_case
from pramana.web.access import PageRequest, member_names, page
from pramana.web.actions import attempt_result
from pramana.web.activity.wording import RUN_STATES, run_kind_name
from pramana.web.cases import items, reports
from pramana.web.cases.items import item_groups
from pramana.web.formatting import count_text, format_number
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.research.wording import VERDICTS
from pramana.web.wording import Label

DOCUMENT_PARTS: dict[DocumentRole, tuple[Label, str]] = {
    DocumentRole.LET_IN: (later("From the web"), ""),
    DocumentRole.EXTRACTED: (later("Extracted"), "web:extract-one"),
    DocumentRole.REVIEWED: (later("Reviewed"), "web:review-session"),
    DocumentRole.STACKED: (later("In a stack"), "web:stacks-stack"),
    DocumentRole.ADDED: (later("Added"), ""),
}
DECISION_PAGES = {
    DecisionPlace.RESEARCH: ("research", "web:research-run"),
    DecisionPlace.EXTRACTION: ("extract", "web:extract-one"),
    DecisionPlace.REVIEW: ("review", "web:review-session"),
}
"""Icon and page for each kind of decision."""

FOR_ADMINS = "web:review-session"
APPROVED = later("Fields approved")


def document_part(part: CaseDocument) -> dict[str, Any]:
    word, page = DOCUMENT_PARTS[part.way]
    address = reverse(page, args=[part.subject_id]) if page and part.subject_id else ""
    return {"word": word, "address": address, "for_admins": page == FOR_ADMINS}


def decision_row(decision: CaseDecision, people: dict[UUID, str]) -> dict[str, Any]:
    icon, page = DECISION_PAGES[decision.where]
    return {
        "decision": decision,
        "icon": icon,
        "address": reverse(page, args=[decision.subject_id]),
        "for_admins": page == FOR_ADMINS,
        "words": decision_text(decision),
        "by": people.get(decision.by_id) if decision.by_id else None,
    }


def decision_text(decision: CaseDecision) -> Label:
    """A short description of the decision."""
    if decision.verdict:
        word = VERDICTS[decision.verdict]
        return f"{word} ({format_number(decision.count)})" if decision.count else word
    if decision.where is DecisionPlace.REVIEW:
        return count_text("%(count)s record approved", "%(count)s records approved", decision.count)
    return APPROVED


PAGE = 50
QUESTIONS_LISTED = 12
RUNS_LISTED = 12
"""Runs listed on a case's page; the runs page has the rest."""
DOCUMENTS_LISTED = 200
"""Documents listed on a case's page."""

CASES_SHORTCUTS = (*LIST_SHORTCUTS, shortcut("n", later("Open a case")))
CASE_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("r", later("New report")),
    shortcut("w", later("Work in this case")),
    shortcut("q", later("Research the web")),
    shortcut("b", later("Back to cases")),
)


@page()
def show_cases(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    found = list_priced_cases(scope, after=request.GET.get("after", "")[:200], limit=PAGE + 1)
    listed = found[:PAGE]
    context = {
        "title": _("Cases"),
        "keys": CASES_SHORTCUTS,
        "cases": listed,
        "next_after": listed[-1].place if len(found) > PAGE else None,
    }
    return render(request, "web/cases/list.html", context)


@require_POST
@page(Role.REVIEWER)
def create_case(request: PageRequest) -> HttpResponse:
    scope, name = request.principal.scope, request.POST.get("name", "")
    made = attempt_result(request, lambda: open_case(scope, name))
    return redirect("web:cases-case", made) if made else redirect("web:cases")


@page()
def show_case(request: PageRequest, case_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    case = get_priced_case(scope, case_id)
    people = member_names(scope)
    runs = list_priced_runs(scope, RunFilter(case_id=case_id), limit=RUNS_LISTED)
    costs = case_spending(scope, case_id)
    context = {
        "title": case.name,
        "keys": CASE_SHORTCUTS,
        "case": case,
        "workflows": workflows_of(scope, case_id),
        "runs": [
            {"run": run, "kind": run_kind_name(run.kind), "state": RUN_STATES[run.state]}
            for run in runs
        ],
        "documents": _case_documents(scope, case_id),
        "groups": item_groups(scope, case_id, people),
        "notes": [
            {"note": each, "by": people.get(each.written_by_id) if each.written_by_id else None}
            for each in notes_of_case(scope, case_id)
        ],
        "questions": questions_of_case(scope, case_id)[:QUESTIONS_LISTED],
        "reports": reports_of_case(scope, case_id),
        "stacks": stacks_of_case(scope, case_id),
        "decisions": [decision_row(each, people) for each in decisions_of_case(scope, case_id)],
        "costs": costs,
        "calls": sum(each.calls for each in costs),
        "tokens": sum(each.tokens_in + each.tokens_out for each in costs),
    }
    return render(request, "web/cases/case.html", context)


def _case_documents(scope: Scope, case_id: UUID) -> list[dict[str, Any]]:
    """Each document once, newest first, with its roles in the case."""
    parts: dict[UUID, list[CaseDocument]] = {}
    for part in documents_of_case(scope, case_id):
        parts.setdefault(part.document_id, []).append(part)
    found = documents_by_id(scope, list(parts)[:DOCUMENTS_LISTED])
    return [
        {"document": each, "parts": [document_part(part) for part in parts[each.id]]}
        for each in found
    ]


REPORT = "cases/reports/<uuid:report_id>"

urlpatterns = [
    path("cases", show_cases, name="cases"),
    path("cases/open", create_case, name="cases-open"),
    path("cases/add-documents", items.add_selected_documents, name="cases-add-documents"),
    path("cases/<uuid:case_id>", show_case, name="cases-case"),
    path("cases/<uuid:case_id>/add", items.add_named_item, name="cases-add"),
    path("cases/<uuid:case_id>/items/<uuid:item_id>", items.remove_case_item, name="cases-remove"),
    path("cases/<uuid:case_id>/notes", items.save_note, name="cases-note"),
    path("cases/<uuid:case_id>/notes/<uuid:note_id>", items.remove_note, name="cases-note-delete"),
    path("cases/<uuid:case_id>/report", reports.new_report, name="cases-report-new"),
    path(REPORT, reports.show_report, name="cases-report"),
    path(f"{REPORT}/answer", reports.answer_report, name="cases-report-answer"),
    path(f"{REPORT}/sections", reports.append_section, name="cases-section-add"),
    path(f"{REPORT}/sections/<uuid:section_id>", reports.change_section, name="cases-section"),
    path(f"{REPORT}/delete", reports.remove_report, name="cases-report-delete"),
    path(
        f"{REPORT}/report.<report_format:kind>", reports.download_report, name="cases-report-export"
    ),
]
