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
from pramana.external.selectors.page_cases import (
    DecisionLine,
    cases_listed,
    costs_of,
    decisions_of,
    documents_let_in,
    get_case,
    workflows_of,
)
from pramana.external.selectors.page_runs import WantedRuns, runs_listed
from pramana.kit.errors import AppError
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import members_of
from pramana.tenancy.services import open_case
from pramana.web.access import PageRequest, page
from pramana.web.keys import LISTS, key
from pramana.web.views.research_words import VERDICTS
from pramana.web.views.runs_words import RUN_STATES, kind_words
from pramana.web.words import sentence

PAGE = 50
FEW = 12
"""Runs that a case's own page lists; the runs page has the rest."""

KEYS = (*LISTS, key("n", later("Open a case")))
CASE_KEYS = (*LISTS, key("q", later("Ask the web")), key("b", later("Back to the cases")))


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
    costs = costs_of(scope, case_id)
    context = {
        "title": case.name,
        "keys": CASE_KEYS,
        "case": case,
        "workflows": workflows_of(scope, case_id),
        "runs": [
            {"run": run, "kind": kind_words(run.kind), "state": RUN_STATES[run.state]}
            for run in runs
        ],
        "documents": documents_by_id(scope, documents_let_in(scope, case_id)),
        "decisions": [_decision(each, people) for each in decisions_of(scope, case_id)],
        "costs": costs,
        "calls": sum(each.calls for each in costs),
        "tokens": sum(each.tokens_in + each.tokens_out for each in costs),
    }
    return render(request, "web/pages/cases_case.html", context)


def _decision(decision: DecisionLine, people: dict[UUID, str]) -> dict[str, Any]:
    by = people.get(decision.decided_by_id) if decision.decided_by_id else None
    return {"decision": decision, "verdict": VERDICTS[decision.verdict], "by": by}
