"""Accuracy: how often people accepted what the system proposed, per prompt version and engine."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.evals.contracts import (
    AccuracyReport,
    CalibrationBin,
    CalibrationReport,
    ClaimKind,
    EvalCase,
)
from pramana.evals.domain import BINS, place_of, reports_of
from pramana.evals.selectors import cases_of
from pramana.kit.clock import utcnow
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.activity.wording import purpose_name
from pramana.web.formatting import format_number, format_percent
from pramana.web.navigation import Tab
from pramana.web.wording import Label

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
