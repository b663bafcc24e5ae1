"""Cases: what is in each, what people put there, its runs, decisions and costs."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.cases.contracts import (
    CaseDecision,
    CaseDocument,
    CaseItemView,
    DecisionPlace,
    DocumentRole,
    ItemKind,
)
from pramana.cases.selectors import (
    decisions_of_case,
    documents_of_case,
    get_priced_case,
    items_of_case,
    list_priced_cases,
    list_priced_runs,
    notes_of_case,
    questions_of_case,
    reports_of_case,
)
from pramana.cases.services import add_items, delete_note, remove_item, write_note
from pramana.documents.selectors import LibraryQuery, documents_by_id, library_page
from pramana.extraction.selectors.listings import stacks_of_case
from pramana.kit.scope import Scope
from pramana.llm.selectors import case_spending
from pramana.memory.selectors.groups import groups_with_episodes
from pramana.registry.selectors import find_records, search_records
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import RunFilter, members_of, workflows_of
from pramana.tenancy.services import open_case
from pramana.web.access import PageRequest, member_names, page
from pramana.web.actions import attempt, attempt_result, redirect_back
from pramana.web.activity.wording import RUN_STATES, run_kind_name
from pramana.web.cases import reports
from pramana.web.formatting import count_text, format_number
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import choice_param, parse_id, text_param
from pramana.web.research.wording import VERDICTS
from pramana.web.wording import Label

LONGEST_NAME = 300
MOST_ADDED = 500
MOST_SUGGESTED = 100

KINDS: dict[ItemKind, tuple[str, Label, Label]] = {
    ItemKind.DOCUMENT: ("document", later("Documents"), later("Name of a document")),
    ItemKind.MEMORY: ("memory", later("Memory"), later("Name of a memory group")),
    ItemKind.RECORD: ("registry", later("Records"), later("Name of a record")),
    ItemKind.PERSON: ("people", later("People"), later("Name of a member")),
}
"""The icon of each kind, its heading, and what its field asks for."""


@require_POST
@page(Role.REVIEWER)
def add_named_item(request: PageRequest, case_id: UUID) -> HttpResponse:
    """Add what a name means, if it means one thing."""
    scope, name = request.principal.scope, text_param(request.POST, "name", LONGEST_NAME)
    kind = choice_param(request.POST, "kind", ItemKind) or ItemKind.DOCUMENT
    subjects = NAMED[kind](scope, name) if name else []
    if len(subjects) == 1:
        attempt(request, lambda: add_items(scope, case_id, kind, subjects), _("Added to the case."))
    elif subjects:
        messages.error(request, _("Several have a name like “%(name)s”.") % {"name": name})
    else:
        messages.error(request, _("Nothing is called “%(name)s” here.") % {"name": name})
    return redirect("web:cases-case", case_id)


@require_POST
@page(Role.REVIEWER)
def add_selected_documents(request: PageRequest) -> HttpResponse:
    """Add the documents that are selected in the library to the chosen case."""
    scope, case_id = request.principal.scope, parse_id(request.POST.get("case", ""))
    given = [parse_id(each) for each in request.POST.getlist("document")[:MOST_ADDED]]
    known = documents_by_id(scope, [each for each in given if each])
    if case_id is None or not known:
        messages.error(request, _("Select documents and a case first."))
        return redirect_back(request, "web:library")
    said = ngettext(
        "%(count)s document is in the case.", "%(count)s documents are in the case.", len(known)
    )
    attempt(
        request,
        lambda: add_items(scope, case_id, ItemKind.DOCUMENT, [str(each.id) for each in known]),
        said % {"count": format_number(len(known))},
    )
    return redirect_back(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def remove_case_item(request: PageRequest, case_id: UUID, item_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: remove_item(scope, case_id, item_id), _("Taken out of the case."))
    return redirect("web:cases-case", case_id)


@require_POST
@page(Role.REVIEWER)
def save_note(request: PageRequest, case_id: UUID) -> HttpResponse:
    scope, text = request.principal.scope, request.POST.get("text", "")
    attempt(request, lambda: write_note(scope, case_id, text), _("Note added."))
    return redirect("web:cases-case", case_id)


@require_POST
@page(Role.REVIEWER)
def remove_note(request: PageRequest, case_id: UUID, note_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: delete_note(scope, case_id, note_id), _("Note deleted."))
    return redirect("web:cases-case", case_id)


def item_groups(scope: Scope, case_id: UUID, people: dict[UUID, str]) -> list[dict[str, Any]]:
    """The items of a case by kind, each with its name and page; what is gone is left out."""
    found: dict[ItemKind, list[CaseItemView]] = {kind: [] for kind in ItemKind}
    for item in items_of_case(scope, case_id):
        found[item.kind].append(item)
    suggested = {
        ItemKind.MEMORY: groups_with_episodes(scope),
        ItemKind.PERSON: list(people.values()),
        ItemKind.DOCUMENT: _document_names(scope),
        ItemKind.RECORD: [],
    }
    return [
        {
            "kind": kind,
            "icon": icon,
            "heading": heading,
            "field": field,
            "names": suggested[kind][:MOST_SUGGESTED],
            "rows": _item_rows(scope, kind, found[kind], people),
        }
        for kind, (icon, heading, field) in KINDS.items()
    ]


def _document_names(scope: Scope) -> list[str]:
    newest = library_page(scope, LibraryQuery(), limit=MOST_SUGGESTED).documents
    return [each.title for each in newest]


def _item_rows(
    scope: Scope, kind: ItemKind, items: list[CaseItemView], people: dict[UUID, str]
) -> list[dict[str, Any]]:
    places = _places(scope, kind, [each.subject for each in items], people)
    return [
        {
            "item": each,
            "name": places[each.subject][0],
            "address": places[each.subject][1],
            "by": people.get(each.added_by_id) if each.added_by_id else None,
        }
        for each in items
        if each.subject in places
    ]


def _places(
    scope: Scope, kind: ItemKind, subjects: list[str], people: dict[UUID, str]
) -> dict[str, tuple[str, str]]:
    """The name and page of each subject that still exists."""
    if kind is ItemKind.DOCUMENT:
        documents = documents_by_id(scope, [UUID(each) for each in subjects])
        return {
            str(each.id): (each.title, reverse("web:library-document", args=[each.id]))
            for each in documents
        }
    if kind is ItemKind.RECORD:
        language = (get_language() or "en")[:2]
        return {
            name: (record.title(language), reverse("web:registry-record", args=[record.id]))
            for name, record in find_records(scope, subjects).items()
        }
    if kind is ItemKind.MEMORY:
        return {name: (name, reverse("web:memory-group", args=[name])) for name in subjects}
    return {str(user_id): (name, "") for user_id, name in people.items()}


def _documents_named(scope: Scope, name: str) -> list[str]:
    found = library_page(scope, LibraryQuery(words=name), limit=20).documents
    exact = [each for each in found if name in (each.title, each.filename)]
    return [str(each.id) for each in exact or found]


def _groups_named(scope: Scope, name: str) -> list[str]:
    return [each for each in groups_with_episodes(scope) if each == name]


def _records_named(scope: Scope, name: str) -> list[str]:
    found = search_records(scope, name, limit=20).records
    exact = [each for each in found if name in (each.title("en"), each.title("ne"), each.nes_id)]
    return [str(each.id) for each in exact or found]


def _people_named(scope: Scope, name: str) -> list[str]:
    return [str(each.user_id) for each in members_of(scope) if each.user_name == name]


NAMED: dict[ItemKind, Callable[[Scope, str], list[str]]] = {
    ItemKind.DOCUMENT: _documents_named,
    ItemKind.MEMORY: _groups_named,
    ItemKind.RECORD: _records_named,
    ItemKind.PERSON: _people_named,
}


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
    path("cases/add-documents", add_selected_documents, name="cases-add-documents"),
    path("cases/<uuid:case_id>", show_case, name="cases-case"),
    path("cases/<uuid:case_id>/add", add_named_item, name="cases-add"),
    path("cases/<uuid:case_id>/items/<uuid:item_id>", remove_case_item, name="cases-remove"),
    path("cases/<uuid:case_id>/notes", save_note, name="cases-note"),
    path("cases/<uuid:case_id>/notes/<uuid:note_id>", remove_note, name="cases-note-delete"),
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
