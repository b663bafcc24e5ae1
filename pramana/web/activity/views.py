"""Activity: jobs and runs, live, with failures and trace; and how often proposals were accepted."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.cases.selectors import PricedRun, get_priced_run, list_priced_runs, tool_lines
from pramana.evals.contracts import (
    AccuracyReport,
    CalibrationBin,
    CalibrationReport,
    ClaimKind,
    EvalCase,
)
from pramana.evals.domain import BINS, place_of, reports_of
from pramana.evals.selectors import cases_of
from pramana.external.selectors.research import research_of_run
from pramana.jobs.contracts import JobState
from pramana.jobs.queue import cancel_job, retry_job
from pramana.jobs.selectors import get_job, job_counts, jobs_of_run, jobs_page, run_events
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.selectors import calls_of_run
from pramana.tenancy.contracts import Role, RunState
from pramana.tenancy.selectors import RunFilter, list_cases, run_kinds, steps_of
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, attempt_confirmed, redirect_back
from pramana.web.activity.trace import TraceEntry, event_entries, stage_line, trace_entries
from pramana.web.activity.wording import (
    RUN_STATES,
    group_jobs,
    purpose_name,
    run_kind_name,
    subjects_of,
)
from pramana.web.formatting import format_number, format_percent
from pramana.web.navigation import (
    LIST_SHORTCUTS,
    Filter,
    FilterChoice,
    Tab,
    shortcut,
    tabs_with_counts,
)
from pramana.web.params import choice_param, parse_id
from pramana.web.wording import JOB_STATES, Label, task_name

CASE_KINDS: dict[ClaimKind, tuple[Label, Label]] = {
    ClaimKind.ENTITY: (later("Entities"), later("Was it worth keeping?")),
    ClaimKind.CANDIDATE: (later("Top candidates"), later("Was the top candidate right?")),
    ClaimKind.FIELD: (later("Extracted fields"), later("Was the value right?")),
    ClaimKind.CELL: (later("Stack cells"), later("Was the value right?")),
    ClaimKind.SOURCE: (later("Web pages"), later("Was the page approved?")),
    ClaimKind.DUPLICATE: (later("Names in memory"), later("Were the names the same?")),
    ClaimKind.LINK: (later("Links"), later("Are the record and the entity the same?")),
    ClaimKind.ANSWER: (later("Answers"), later("Was the answer right?")),
}
PERIODS: dict[str, int] = {"": 90, "30": 30, "365": 365}
"""Days by the value of the `days` parameter."""


@page(Role.ADMIN)
def show_accuracy(request: PageRequest) -> HttpResponse:
    chosen = request.GET.get("days", "")
    chosen = chosen if chosen in PERIODS else ""
    since = utcnow() - timedelta(days=PERIODS[chosen])
    cases = list(cases_of(request.principal.scope, since=since))
    reports = reports_of(cases)
    weeks = trend_bars(cases, since.date())
    context = {
        "title": _("Accuracy"),
        "findings": [each for kind in CASE_KINDS if (each := finding_of(kind, reports))],
        "bars": weeks,
        "first": weeks[0].name if weeks else "",
        "last": weeks[-1].name if weeks else "",
        "sections": [
            (label, question, [_report_row(each) for each in reports if each.group.kind is kind])
            for kind, (label, question) in CASE_KINDS.items()
            if any(each.group.kind is kind for each in reports)
        ],
        "total": sum(each.decided for each in reports),
        "tabs": _period_tabs(chosen),
    }
    return render(request, "web/activity/accuracy.html", context)


FEW = 20
"""With fewer decisions, a share says little."""
GOOD, POOR, FAR = 0.9, 0.7, 0.15


@dataclass(frozen=True)
class Finding:
    """How a kind of claim fares over all its versions and engines, and what to do about it."""

    label: Label
    decided: int
    precision: float
    advice: str


def finding_of(kind: ClaimKind, reports: Sequence[AccuracyReport]) -> Finding | None:
    mine = [each for each in reports if each.group.kind is kind and each.decided]
    decided = sum(each.decided for each in mine)
    if not decided:
        return None
    precision = sum(each.right for each in mine) / decided
    advice = advice_on(decided, precision, _surplus(mine))
    return Finding(CASE_KINDS[kind][0], decided, precision, advice)


def _surplus(reports: Sequence[AccuracyReport]) -> float:
    """How much surer it was than it was right, on average; negative where it was too modest."""
    bins = [each for report in reports for each in report.confidence.bins]
    cases = sum(each.cases for each in bins)
    return sum((each.mean - each.right) * each.cases for each in bins) / cases if cases else 0.0


def advice_on(decided: int, precision: float, surplus: float) -> str:
    """What to do, by how often it was right and how much surer than right it was."""
    if decided < FEW:
        text = _("Too few decisions to judge. Decide %(count)s more, then look again.")
        return text % {"count": format_number(FEW - decided)}
    if precision < POOR:
        return _("Often wrong. Check every one, and correct what is wrong: that teaches it.")
    if surplus > FAR:
        return _("Surer than it should be. Check also what it is confident about.")
    if surplus < -FAR:
        return _("Right more often than it says. Low confidence alone is no reason to doubt.")
    if precision < GOOD:
        return _("Mostly right. Check first what it is least confident about.")
    return _("Reliable. Checking what it is least confident about is enough.")


@dataclass(frozen=True)
class WeekBar:
    """A week of the trend: the share of claims that people confirmed."""

    name: str
    x: int
    y: float
    height: float
    text: str


def trend_bars(cases: Sequence[EvalCase], since: date) -> list[WeekBar]:
    """Every week since then, oldest first; none if nothing was decided."""
    weeks: dict[date, list[EvalCase]] = defaultdict(list)
    for case in cases:
        if not case.missed:
            weeks[_monday(case.at.date())].append(case)
    if not weeks:
        return []
    first, last = _monday(since), max(*weeks, _monday(utcnow().date()))
    count = (last - first).days // 7 + 1
    mondays = [first + timedelta(weeks=each) for each in range(count)]
    return [_week_bar(place, week, weeks[week]) for place, week in enumerate(mondays)]


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _week_bar(place: int, week: date, cases: list[EvalCase]) -> WeekBar:
    name = format_number(date_format(week, "j M"))
    if not cases:
        return WeekBar(name, place * 10, 100, 0, "")
    share = sum(each.right for each in cases) / len(cases)
    text = _("%(week)s: %(share)s %% of %(count)s right") % {
        "week": name,
        "share": format_percent(share),
        "count": format_number(len(cases)),
    }
    height = round(share * 100, 1)
    return WeekBar(name, place * 10, 100 - height, height, text)


def _period_tabs(chosen: str) -> list[Tab]:
    names = {"30": _("30 days"), "": _("90 days"), "365": _("1 year")}
    return [Tab(value, label, value == chosen) for value, label in names.items()]


def _report_row(report: AccuracyReport) -> dict[str, object]:
    return {
        "report": report,
        "asked": purpose_name(report.group.prompt) if report.group.prompt else "",
        "measures": [
            (label, calibration, _bin_slots(calibration))
            for label, calibration in (
                (_("Confidence"), report.confidence),
                (_("Trust"), report.trust),
            )
            if calibration.error is not None
        ],
    }


def _bin_slots(calibration: CalibrationReport) -> list[CalibrationBin | None]:
    """One slot per bin, so that each bar is drawn at its confidence."""
    known = {place_of(each.low + 1 / (2 * BINS)): each for each in calibration.bins}
    return [known.get(number) for number in range(BINS)]


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
    path("activity/evals", show_accuracy, name="activity-evals"),
    path("activity/<uuid:job_id>", show_job, name="activity-job"),
    path("activity/<uuid:job_id>/retry", retry_failed_job, name="activity-retry"),
    path("activity/<uuid:job_id>/cancel", cancel_pending_job, name="activity-cancel"),
]
