"""Questions about what was spent on models."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Count, Q, Sum

from pramana.kit.scope import Scope
from pramana.llm.ledger import OK
from pramana.llm.models import ModelCall
from pramana.tenancy.quotas import month_start


@dataclass(frozen=True)
class Spending:
    """What one purpose used on one engine."""

    purpose: str
    engine: str
    calls: int
    failed: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    """In US dollars, over the calls whose price is known; None when none is."""


def spending(scope: Scope, *, since: datetime) -> list[Spending]:
    """What the tenant used since a moment, by purpose and engine, dearest first."""
    rows = (
        ModelCall.objects.in_scope(scope)
        .filter(at__gte=since)
        .order_by()
        .values("purpose", "engine")
        .annotate(
            calls=Count("id"),
            failed=Count("id", filter=~Q(outcome=OK)),
            total_in=Sum("tokens_in"),
            total_out=Sum("tokens_out"),
            total_cost=Sum("cost"),
        )
    )
    found = [
        Spending(
            purpose=row["purpose"],
            engine=row["engine"],
            calls=row["calls"],
            failed=row["failed"],
            tokens_in=row["total_in"],
            tokens_out=row["total_out"],
            cost=row["total_cost"],
        )
        for row in rows
    ]
    return sorted(found, key=lambda each: (-(each.cost or 0), each.purpose, each.engine))


def spent_this_month(scope: Scope) -> Decimal:
    """US dollars since the month began in UTC, over the calls whose price is known."""
    priced = ModelCall.objects.in_scope(scope).filter(at__gte=month_start(), cost__gt=0)
    return Decimal(priced.aggregate(spent=Sum("cost"))["spent"] or 0)
