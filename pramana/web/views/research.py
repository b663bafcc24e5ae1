"""Research: questions to the web, how far each is, and the form that asks a new one."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.selectors import collections_of
from pramana.external.contracts.requests import Budget, Wanted
from pramana.external.contracts.selection import SelectionRules
from pramana.external.contracts.stages import Stage
from pramana.external.selectors import research_page
from pramana.external.selectors.page_research import pages_of_runs, research_counts
from pramana.external.services import start_research
from pramana.kit.errors import AppError
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import case_names
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of, text_in
from pramana.web.keys import LISTS, key
from pramana.web.matter import chosen_case
from pramana.web.sentences import sentence
from pramana.web.tabs import Tab
from pramana.web.views.research_words import STAGES, error_words

PAGE = 30
LONGEST = 2_000
MOST_CASES = 200
KEYS = (*LISTS, key("n", later("New question")), key("s", later("Rules about sources")))
ALWAYS = (Stage.AWAITING_APPROVAL, Stage.DONE, Stage.FAILED)
"""Stages that have a tab even while nothing stands there."""


@page()
def show(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    asked = request.GET.get("stage", "")
    stage = Stage(asked) if asked in set(Stage) else None
    found = research_page(scope, stage=stage, after=request.GET.get("after", "")[:200], limit=PAGE)
    pages = pages_of_runs(scope, [each.id for each in found.runs])
    counts = research_counts(scope)
    context = {
        "title": _("Research"),
        "keys": KEYS,
        "rows": [_row(each, pages.get(each.id, (0, 0))) for each in found.runs],
        "next_after": found.next,
        "stage": stage,
        "tabs": _tabs(counts, stage),
        "total": sum(counts.values()),
        "has_provider": settings.PRAMANA.search != "none",
        "given": {**given_in(request.GET), **_case(request)},
        "collections": collections_of(scope),
        "cases": case_names(scope, limit=MOST_CASES),
    }
    return render(request, "web/pages/research.html", context)


def _row(run: Any, pages: tuple[int, int]) -> dict[str, Any]:
    tone, word = STAGES[run.stage]
    offered, came_in = pages
    return {
        "run": run,
        "tone": tone,
        "word": word,
        "error": error_words(run.error),
        "offered": offered,
        "came_in": came_in,
    }


def _case(request: PageRequest) -> dict[str, str]:
    """The case the address names, or else the one the person works in."""
    if "case" in request.GET:
        return {}
    case = chosen_case(request, request.principal.scope)
    return {"case": str(case.id) if case else ""}


def _tabs(counts: dict[Stage, int], chosen: Stage | None) -> list[Tab]:
    shown = [
        Tab(stage, STAGES[stage][1], stage is chosen, count)
        for stage, count in counts.items()
        if count or stage is chosen or stage in ALWAYS
    ]
    return [Tab("", _("All"), chosen is None, sum(counts.values())), *shown]


def given_in(said: QueryDict) -> dict[str, str]:
    """What the form holds at first: a question asked again comes with what it was asked with."""
    names = ("text", "kind", "collection", "way", "case", "workflow", "blocked")
    given = {name: text_in(said, name, LONGEST) for name in names}
    numbers = {name: str(_number(said, name, default, most)) for name, default, most in NUMBERS}
    return {**given, **numbers, "pdf": said.get("pdf", "yes" if not said.get("text") else "")}


NUMBERS = (("searches", 3, 10), ("pages", 5, 50), ("top_n", 5, 50), ("tokens", 20_000, 10_000_000))
"""Each by its name in the form, what it is at first, and the most it may be."""


def _number(said: QueryDict, name: str, default: int, most: int) -> int:
    asked = said.get(name, "")
    is_number = asked.isascii() and asked.isdecimal() and len(asked) < 10
    return min(max(int(asked), 0 if name == "tokens" else 1), most) if is_number else default


@require_POST
@page(Role.REVIEWER)
def start(request: PageRequest) -> HttpResponse:
    try:
        begun = start_research(request.principal.scope, wanted_in(request.POST))
    except AppError as error:
        messages.error(request, sentence(error.message))
        return redirect("web:research")
    return redirect("web:research-run", begun.id)


def wanted_in(said: QueryDict) -> Wanted:
    """The run that the form asks for."""
    numbers = {name: _number(said, name, default, most) for name, default, most in NUMBERS}
    given, asks_first = given_in(said), said.get("way") != "auto"
    rules = SelectionRules(
        top_n=numbers.pop("top_n"),
        prefer_pdf=said.get("pdf") == "yes",
        blocked_domains=given["blocked"].lower().replace(",", " ").split()[:1000],
    )
    case_id: UUID | None = id_of(given["case"])
    return Wanted(
        text=given["text"],
        is_question=said.get("kind") != "query",
        collection_id=id_of(given["collection"]),
        enable_hitl=asks_first,
        auto_ingest=not asks_first,
        case_id=case_id,
        workflow=given["workflow"].strip()[:200] if case_id else "",
        rules=rules,
        budget=Budget(**numbers),
    )
