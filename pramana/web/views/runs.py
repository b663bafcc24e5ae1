"""Runs of every kind: a list to choose from, and one run's trace that a person can read."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.external.selectors.page_research import research_of_run
from pramana.external.selectors.page_runs import PricedRun, get_run_line, runs_listed
from pramana.external.selectors.page_trace import tool_lines
from pramana.jobs.selectors import jobs_of_run, run_events
from pramana.kit.scope import Scope
from pramana.llm.selectors import calls_of_run
from pramana.tenancy.contracts import RunState
from pramana.tenancy.selectors import WantedRuns, cases_listed, run_kinds, steps_of
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of
from pramana.web.keys import LISTS, key
from pramana.web.shelves import Choice, Filter
from pramana.web.views.runs_line import line_of
from pramana.web.views.runs_trace import Entry, story_of
from pramana.web.views.runs_words import RUN_STATES, kind_words

PAGE = 50
MOST_CASES = 200
MOST_LINES = 600
"""Lines of a trace that are shown; the figures above it count everything."""

RUN_KEYS = (key("b", later("Back to the runs")), key("o", later("Open what it worked on")))


@page()
def show(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    kinds = run_kinds(scope)
    wanted = _wanted(request, kinds)
    found = runs_listed(scope, wanted, after=request.GET.get("after", "")[:200], limit=PAGE + 1)
    listed = found[:PAGE]
    context = {
        "title": _("Runs"),
        "keys": LISTS,
        "rows": [_row(each) for each in listed],
        "next_after": listed[-1].place if len(found) > PAGE else None,
        "filters": _filters(scope, wanted, kinds),
        "is_filtered": wanted != WantedRuns(),
    }
    return render(request, "web/pages/runs.html", context)


def _wanted(request: PageRequest, kinds: dict[str, int]) -> WantedRuns:
    """What the address asks for; a word that means nothing asks for all."""
    kind, state = request.GET.get("kind", ""), request.GET.get("state", "")
    return WantedRuns(
        kind=kind if kind in kinds else "",
        state=state if state in set(RunState) else "",
        case_id=id_of(request.GET.get("case", "")),
    )


def _filters(scope: Scope, wanted: WantedRuns, kinds: dict[str, int]) -> list[Filter]:
    of_kind = [Choice(e, kind_words(e), e == wanted.kind, count) for e, count in kinds.items()]
    in_state = [Choice(e, RUN_STATES[e][1], e == wanted.state) for e in RunState]
    of_case = [
        Choice(str(each.id), each.name, each.id == wanted.case_id, each.runs)
        for each in cases_listed(scope, limit=MOST_CASES)
    ]
    return [
        Filter("kind", _("Kind"), of_kind),
        Filter("state", _("State"), in_state),
        Filter("case", _("Case"), of_case),
    ]


def _row(run: PricedRun) -> dict[str, Any]:
    tone, word = RUN_STATES[run.state]
    return {"run": run, "kind": kind_words(run.kind), "tone": tone, "word": word}


@page()
def show_run(request: PageRequest, run_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    run = get_run_line(scope, run_id)
    events, jobs = run_events(scope, run_id), jobs_of_run(scope, run_id)
    tools, nodes = tool_lines(scope, run_id), steps_of(scope, run_id)
    story = story_of(events, nodes, tools, calls_of_run(scope, run_id), jobs)
    began = min([run.created_at, *(entry.at for entry in story)])
    context = {
        "title": kind_words(run.kind),
        "keys": RUN_KEYS,
        "run": run,
        "state": RUN_STATES[run.state],
        "steps": line_of(events),
        "entries": [_told(entry, began) for entry in story[:MOST_LINES]],
        "left_off": max(len(story) - MOST_LINES, 0),
        "node_count": len(nodes),
        "tool_count": len(tools),
        "job_count": len(jobs),
        "problems": sum(bool(entry.problem) for entry in story),
        "subject": research_of_run(scope, run_id),
    }
    return render(request, "web/pages/runs_run.html", context)


def _told(entry: Entry, began: datetime) -> dict[str, Any]:
    return {"entry": entry, "since_ms": (entry.at - began) / timedelta(milliseconds=1)}
