"""Questions about what was spent on models."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum

from pramana.kit.scope import Scope
from pramana.llm.ledger import OK
from pramana.llm.models import ModelCall
from pramana.tenancy.quotas import month_start
from pramana.tenancy.selectors import runs_of_cases


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
    return _by_purpose(ModelCall.objects.in_scope(scope).filter(at__gte=since))


def spending_on_case(scope: Scope, case_id: UUID) -> list[Spending]:
    """What a case's runs used, by purpose and engine, dearest first."""
    runs = runs_of_cases(scope, [case_id]).values("id")
    return _by_purpose(ModelCall.objects.in_scope(scope).filter(run_id__in=runs))


def spent_on_cases(scope: Scope, case_ids: Collection[UUID]) -> dict[UUID, Decimal]:
    """US dollars by case, over the calls whose price is known; without one, not named."""
    runs = runs_of_cases(scope, case_ids)
    calls = ModelCall.objects.in_scope(scope).filter(run_id__in=runs.values("id"))
    of_case = Subquery(runs.filter(pk=OuterRef("run_id")).values("case_id")[:1])
    priced = calls.filter(cost__isnull=False).annotate(case=of_case).order_by().values("case")
    return dict(priced.annotate(total=Sum("cost")).values_list("case", "total"))


def _by_purpose(calls: QuerySet[ModelCall]) -> list[Spending]:
    rows = (
        calls.order_by()
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
