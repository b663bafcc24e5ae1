"""Usage: what models cost by day, capability and member, and at what amount to be told."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from pramana.llm.selectors import Spending, daily_spending
from pramana.tenancy.contracts import Role
from pramana.tenancy.services.choices import choice_views
from pramana.tenancy.services.quotas import budget_uses, day_start, quota_uses
from pramana.web.access import PageRequest, member_names, page
from pramana.web.activity.wording import purpose_name
from pramana.web.formatting import format_decimal, format_number
from pramana.web.navigation import Tab

PERIODS: dict[str, int] = {"": 30, "7": 7, "90": 90}
"""Days by the value of the `days` parameter."""
CHART_HEIGHT = 100


@dataclass(frozen=True)
class UsageRow:
    name: str
    calls: int
    tokens: int
    cost: Decimal


@dataclass(frozen=True)
class Bar:
    """A bar of the chart, on a grid of ten units a bar and `CHART_HEIGHT` units high."""

    x: int
    y: float
    height: float
    text: str


@page(Role.ADMIN)
def show_usage(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    chosen = request.GET.get("days", "")
    chosen = chosen if chosen in PERIODS else ""
    since = day_start() - timedelta(days=PERIODS[chosen] - 1)
    spent = daily_spending(scope, since=since)
    names = member_names(scope)
    days = [since.date() + timedelta(days=each) for each in range(PERIODS[chosen])]
    by_day = [_row(_day_name(day), (each for each in spent if each.day == day)) for day in days]
    context = {
        "title": _("Usage"),
        "tabs": _period_tabs(chosen),
        "total": _row("", spent),
        "bars": chart_bars(by_day),
        "days": [row for row in reversed(by_day) if row.calls],
        "first": by_day[0].name,
        "last": by_day[-1].name,
        "tables": [
            (_("By capability"), _grouped(spent, lambda each: purpose_name(f"{each.capability}."))),
            (_("By member"), _grouped(spent, lambda each: _member_name(each, names))),
        ],
        "limits": [use for use in quota_uses(scope) if use.quota.is_spending],
        "alarms": budget_uses(scope),
        "view": choice_views(scope)["alarms"],
    }
    return render(request, "web/settings/usage.html", context)


def _period_tabs(chosen: str) -> list[Tab]:
    names = {"7": _("7 days"), "": _("30 days"), "90": _("90 days")}
    return [Tab(value, label, value == chosen) for value, label in names.items()]


def _day_name(day: date) -> str:
    return format_number(date_format(day, "j M"))


def _row(name: str, spent: Iterable[Spending]) -> UsageRow:
    listed = list(spent)
    return UsageRow(
        name,
        sum(each.calls for each in listed),
        sum(each.tokens for each in listed),
        sum((each.cost for each in listed), Decimal(0)),
    )


def _grouped(spent: Sequence[Spending], name_of: Callable[[Spending], str]) -> list[UsageRow]:
    """One row per name, dearest first."""
    names = {name_of(each) for each in spent}
    rows = [_row(name, (each for each in spent if name_of(each) == name)) for name in names]
    return sorted(rows, key=lambda row: (-row.cost, -row.tokens, row.name))


def _member_name(spent: Spending, names: dict[UUID, str]) -> str:
    """Work that nobody asked for, such as a schedule, has no member."""
    if spent.actor_id is None:
        return _("Automatic")
    return names.get(spent.actor_id, _("Former member"))


def chart_bars(rows: Sequence[UsageRow]) -> list[Bar]:
    """The days as bars: by cost, or by tokens where no call has a price."""
    is_priced = any(row.cost for row in rows)
    sizes = [float(row.cost) if is_priced else float(row.tokens) for row in rows]
    largest = max(sizes, default=0.0) or 1.0
    heights = [round(size / largest * CHART_HEIGHT, 1) for size in sizes]
    return [
        Bar(place * 10, CHART_HEIGHT - height, height, f"{row.name}: {_amount_text(row)}")
        for place, (row, height) in enumerate(zip(rows, heights, strict=True))
    ]


def _amount_text(row: UsageRow) -> str:
    if row.cost:
        return f"${format_decimal(float(row.cost), 2)}"
    return _("%(count)s tokens") % {"count": format_number(row.tokens)}
