"""How right it was: what people decided, per prompt version and engine."""

from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.evals.contracts.cases import Kind
from pramana.evals.contracts.reports import Bin, Calibration, Report
from pramana.evals.domain.calibration import BINS, place_of
from pramana.evals.domain.reporting import reports_of
from pramana.evals.selectors import cases_of
from pramana.kit.clock import utcnow
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.navigation import Tab
from pramana.web.wording import Label

CASE_KINDS: dict[Kind, tuple[Label, Label]] = {
    Kind.ENTITY: (later("Entities"), later("Was it worth keeping?")),
    Kind.CANDIDATE: (later("First candidates"), later("Was the likeliest record the one?")),
    Kind.FIELD: (later("Extracted fields"), later("Did the value stand?")),
    Kind.CELL: (later("Cells of stacks"), later("Did the value stand?")),
    Kind.SOURCE: (later("Pages of the web"), later("Was the page let in?")),
    Kind.DUPLICATE: (later("Names in memory"), later("Were the two names one?")),
    Kind.LINK: (later("Links"), later("Are record and entity one?")),
}
PERIODS: dict[str, int] = {"": 90, "30": 30, "365": 365}
"""Days by what the address says."""


@page(Role.ADMIN)
def show_accuracy(request: PageRequest) -> HttpResponse:
    chosen = request.GET.get("days", "")
    chosen = chosen if chosen in PERIODS else ""
    since = utcnow() - timedelta(days=PERIODS[chosen])
    reports = reports_of(cases_of(request.principal.scope, since=since))
    context = {
        "title": _("How right it was"),
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
    names = {"30": _("30 days"), "": _("90 days"), "365": _("A year")}
    return [Tab(value, label, value == chosen) for value, label in names.items()]


def _report_row(report: Report) -> dict[str, object]:
    return {
        "report": report,
        "measures": [
            (label, found, _bin_slots(found))
            for label, found in ((_("Confidence"), report.confidence), (_("Trust"), report.trust))
            if found.error is not None
        ],
    }


def _bin_slots(found: Calibration) -> list[Bin | None]:
    """A place for each bin, so that bars stand where their sureness is."""
    known = {place_of(each.low + 1 / (2 * BINS)): each for each in found.bins}
    return [known.get(number) for number in range(BINS)]
