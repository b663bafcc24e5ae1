"""Cases: the matters a tenant works on, and of each its runs, documents, decisions and costs."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.selectors import documents_by_id
from pramana.external.contracts.cases import CaseDocument
from pramana.external.selectors.page_cases import (
    cases_listed,
    decisions_of_case,
    documents_of_case,
    get_case,
)
from pramana.external.selectors.page_runs import runs_listed
from pramana.extraction.selectors.cases import stacks_of_case
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.selectors import spending_on_case
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import WantedRuns, members_of, workflows_of
from pramana.tenancy.services import open_case
from pramana.web.access import PageRequest, page
from pramana.web.keys import LISTS, key
from pramana.web.sentences import sentence
from pramana.web.views.cases_words import decision_of, part_of
from pramana.web.views.runs_words import RUN_STATES, kind_words

PAGE = 50
FEW = 12
"""Runs that a case's own page lists; the runs page has the rest."""
MOST = 200
"""Documents of a case that its page lists."""

KEYS = (*LISTS, key("n", later("Open a case")))
CASE_KEYS = (
    *LISTS,
    key("w", later("Work in this case")),
    key("q", later("Ask the web")),
    key("b", later("Back to the cases")),
)


@page()
def show(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    found = cases_listed(scope, after=request.GET.get("after", "")[:200], limit=PAGE + 1)
    listed = found[:PAGE]
    context = {
        "title": _("Cases"),
        "keys": KEYS,
        "cases": listed,
        "next_after": listed[-1].place if len(found) > PAGE else None,
    }
    return render(request, "web/pages/cases.html", context)


@require_POST
@page(Role.REVIEWER)
def create(request: PageRequest) -> HttpResponse:
    try:
        made = open_case(request.principal.scope, request.POST.get("name", ""))
    except AppError as error:
        messages.error(request, sentence(error.message))
        return redirect("web:cases")
    return redirect("web:cases-case", made)


@page()
def show_case(request: PageRequest, case_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    case = get_case(scope, case_id)
    people = {each.user_id: each.user_name for each in members_of(scope)}
    runs = runs_listed(scope, WantedRuns(case_id=case_id), limit=FEW)
    costs = spending_on_case(scope, case_id)
    context = {
        "title": case.name,
        "keys": CASE_KEYS,
        "case": case,
        "workflows": workflows_of(scope, case_id),
        "runs": [
            {"run": run, "kind": kind_words(run.kind), "state": RUN_STATES[run.state]}
            for run in runs
        ],
        "documents": _documents(scope, case_id),
        "stacks": stacks_of_case(scope, case_id),
        "decisions": [decision_of(each, people) for each in decisions_of_case(scope, case_id)],
        "costs": costs,
        "calls": sum(each.calls for each in costs),
        "tokens": sum(each.tokens_in + each.tokens_out for each in costs),
    }
    return render(request, "web/pages/cases_case.html", context)


def _documents(scope: Scope, case_id: UUID) -> list[dict[str, Any]]:
    """Each document once, newest first, with the parts it has in the case."""
    parts: dict[UUID, list[CaseDocument]] = {}
    for part in documents_of_case(scope, case_id):
        parts.setdefault(part.document_id, []).append(part)
    found = documents_by_id(scope, list(parts)[:MOST])
    return [
        {"document": each, "parts": [part_of(part) for part in parts[each.id]]} for each in found
    ]
