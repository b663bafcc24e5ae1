"""Accuracy: how often people accepted what the system proposed, per prompt version and engine."""

from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.evals.contracts import AccuracyReport, CalibrationBin, CalibrationReport, ClaimKind
from pramana.evals.domain import BINS, place_of, reports_of
from pramana.evals.selectors import cases_of
from pramana.kit.clock import utcnow
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
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
    reports = reports_of(cases_of(request.principal.scope, since=since))
    context = {
        "title": _("Accuracy"),
        "sections": [
            (label, question, [_report_row(each) for each in reports if each.group.kind is kind])
            for kind, (label, question) in CASE_KINDS.items()
            if any(each.group.kind is kind for each in reports)
        ],
        "total": sum(each.decided for each in reports),
        "tabs": _period_tabs(chosen),
    }
    return render(request, "web/activity/accuracy.html", context)


def _period_tabs(chosen: str) -> list[Tab]:
    names = {"30": _("30 days"), "": _("90 days"), "365": _("1 year")}
    return [Tab(value, label, value == chosen) for value, label in names.items()]


def _report_row(report: AccuracyReport) -> dict[str, object]:
    return {
        "report": report,
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
