"""Activity: jobs and runs, with their state, failures and trace; updated live."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.cases.selectors import PricedRun, get_priced_run, list_priced_runs, tool_lines
from pramana.external.selectors.research import research_of_run
from pramana.jobs.contracts import JobState
from pramana.jobs.selectors import get_job, job_counts, jobs_of_run, jobs_page, run_events
from pramana.jobs.services import cancel_job, retry_job
from pramana.kit.scope import Scope
from pramana.llm.selectors import calls_of_run
from pramana.tenancy.contracts import Role, RunState
from pramana.tenancy.selectors import RunFilter, list_cases, run_kinds, steps_of
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, attempt_confirmed, redirect_back
from pramana.web.activity import accuracy
from pramana.web.activity.subjects import group_jobs, subjects_of
from pramana.web.activity.trace import TraceEntry, event_entries, stage_line, trace_entries
from pramana.web.activity.wording import RUN_STATES, run_kind_name
from pramana.web.navigation import LIST_SHORTCUTS, Filter, FilterChoice, shortcut, tabs_with_counts
from pramana.web.params import choice_param, parse_id
from pramana.web.wording import JOB_STATES, task_name

PAGE = 50
MOST_CASES = 200
MOST_LINES = 600
"""Trace entries shown; the totals above them count everything."""

RUN_SHORTCUTS = (
    shortcut("b", later("Back to runs")),
    shortcut("o", later("Open the result")),
)


@page()
def show_runs(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    kinds = run_kinds(scope)
    wanted = _run_query(request, kinds)
    found = list_priced_runs(
        scope, wanted, after=request.GET.get("after", "")[:200], limit=PAGE + 1
    )
    listed = found[:PAGE]
    context = {
        "title": _("Runs"),
        "keys": LIST_SHORTCUTS,
        "rows": [_run_row(each) for each in listed],
        "next_after": listed[-1].place if len(found) > PAGE else None,
        "filters": _run_filters(scope, wanted, kinds),
        "is_filtered": wanted != RunFilter(),
    }
    return render(request, "web/activity/runs.html", context)


def _run_query(request: PageRequest, kinds: dict[str, int]) -> RunFilter:
    """The filters in the URL; unknown values are ignored."""
    kind, state = request.GET.get("kind", ""), request.GET.get("state", "")
    return RunFilter(
        kind=kind if kind in kinds else "",
        state=state if state in set(RunState) else "",
        case_id=parse_id(request.GET.get("case", "")),
    )


def _run_filters(scope: Scope, wanted: RunFilter, kinds: dict[str, int]) -> list[Filter]:
    of_kind = [
        FilterChoice(e, run_kind_name(e), e == wanted.kind, count) for e, count in kinds.items()
    ]
    in_state = [FilterChoice(e, RUN_STATES[e][1], e == wanted.state) for e in RunState]
    of_case = [
        FilterChoice(str(each.id), each.name, each.id == wanted.case_id, each.runs)
        for each in list_cases(scope, limit=MOST_CASES)
    ]
    return [
        Filter("kind", _("Kind"), of_kind),
        Filter("state", _("State"), in_state),
        Filter("case", _("Case"), of_case),
    ]


def _run_row(run: PricedRun) -> dict[str, Any]:
    tone, word = RUN_STATES[run.state]
    return {"run": run, "kind": run_kind_name(run.kind), "tone": tone, "word": word}


@page()
def show_run(request: PageRequest, run_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    run = get_priced_run(scope, run_id)
    events, jobs = run_events(scope, run_id), jobs_of_run(scope, run_id)
    tools, nodes = tool_lines(scope, run_id), steps_of(scope, run_id)
    story = trace_entries(events, nodes, tools, calls_of_run(scope, run_id), jobs)
    began = min([run.created_at, *(entry.at for entry in story)])
    context = {
        "title": run_kind_name(run.kind),
        "keys": RUN_SHORTCUTS,
        "run": run,
        "state": RUN_STATES[run.state],
        "steps": stage_line(events),
        "entries": [_trace_row(entry, began) for entry in story[:MOST_LINES]],
        "left_off": max(len(story) - MOST_LINES, 0),
        "node_count": len(nodes),
        "tool_count": len(tools),
        "job_count": len(jobs),
        "problems": sum(bool(entry.problem) for entry in story),
        "subject": research_of_run(scope, run_id),
    }
    return render(request, "web/activity/run.html", context)


def _trace_row(entry: TraceEntry, began: datetime) -> dict[str, Any]:
    return {"entry": entry, "since_ms": (entry.at - began) / timedelta(milliseconds=1)}


ACTIVITY_SHORTCUTS = (*LIST_SHORTCUTS, shortcut("r", later("Try again")))


PERMANENT_TABS = (JobState.RUNNING, JobState.FAILED)
"""States that always have a tab."""


@page()
def show_activity(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    state = choice_param(request.GET, "state", JobState)
    found = jobs_page(scope, state=state, before=_number_value(request.GET.get("before", "")))
    context = {
        "title": _("Activity"),
        "keys": ACTIVITY_SHORTCUTS,
        "groups": group_jobs(scope, found.jobs),
        "next_before": found.next_before,
        "state": state,
        "tabs": tabs_with_counts(JOB_STATES, job_counts(scope), state, PERMANENT_TABS),
    }
    return render(request, "web/activity/jobs.html", context)


def _number_value(asked: str) -> int | None:
    return int(asked) if asked.isdecimal() and len(asked) < 19 else None


@page()
def show_job(request: PageRequest, job_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    job = get_job(scope, job_id)
    subject = subjects_of(scope, [job]).get(job.id)
    run = get_priced_run(scope, job.run_id) if job.run_id else None
    events = run_events(scope, job.run_id) if job.run_id else ()
    siblings = jobs_of_run(scope, job.run_id) if job.run_id else ()
    context = {
        "title": task_name(job.name),
        "job": job,
        "subject": subject,
        "run": run,
        "run_kind": run_kind_name(run.kind) if run else "",
        "steps": list(event_entries(events)),
        "siblings": [each for each in siblings if each.id != job.id],
        "keys": (shortcut("r", _("Try again")),),
    }
    return render(request, "web/activity/job.html", context)


@require_POST
@page(Role.REVIEWER)
def retry_failed_job(request: PageRequest, job_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: retry_job(request.principal.scope, job_id),
        _("Retry scheduled."),
    )
    return redirect_back(request, "web:activity")


@require_POST
@page(Role.REVIEWER)
def cancel_pending_job(request: PageRequest, job_id: UUID) -> HttpResponse:
    job = get_job(request.principal.scope, job_id)
    return attempt_confirmed(
        request,
        lambda: cancel_job(request.principal.scope, job_id),
        _("Cancelled."),
        question=_("Cancel “%(job)s”?") % {"job": task_name(job.name)},
        text=_("The job stops and saves nothing more. You can retry it later."),
        yes=_("Cancel the job"),
        back="web:activity",
        to=reverse("web:activity-job", args=[job_id]),
    )


urlpatterns = [
    path("runs", show_runs, name="activity-runs"),
    path("runs/<uuid:run_id>", show_run, name="activity-run"),
    path("activity", show_activity, name="activity"),
    path("activity/evals", accuracy.show_accuracy, name="activity-evals"),
    path("activity/<uuid:job_id>", show_job, name="activity-job"),
    path("activity/<uuid:job_id>/retry", retry_failed_job, name="activity-retry"),
    path("activity/<uuid:job_id>/cancel", cancel_pending_job, name="activity-cancel"),
]
