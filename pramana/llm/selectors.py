"""Questions about the ledger: what runs, cases and tenants spent on models."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import (
    Case,
    CharField,
    Count,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import TruncDate

from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE
from pramana.llm.ledger import OK, CallFigures
from pramana.llm.models import ModelCall
from pramana.tenancy.selectors import runs_of_cases
from pramana.tenancy.services.quotas import day_start, month_start


@dataclass(frozen=True)
class RunSpending:
    """What one run used. `cost` is in US dollars, None when no price is known."""

    calls: int = 0
    tokens: int = 0
    cost: Decimal | None = None


def calls_of_run(scope: Scope, run_id: UUID, *, limit: int = 500) -> list[CallFigures]:
    """A run's calls, oldest first."""
    rows = ModelCall.objects.in_scope(scope).filter(run_id=run_id).order_by("at", "id")
    names = [each.name for each in fields(CallFigures)]
    return [CallFigures(**row) for row in rows.values(*names)[:limit]]


def run_spending(scope: Scope, run_ids: Collection[UUID]) -> dict[UUID, RunSpending]:
    """What each of these runs used; runs without calls are left out."""
    rows = ModelCall.objects.in_scope(scope).filter(run_id__in=run_ids).order_by()
    used = rows.values("run_id").annotate(
        calls=Count("id"), tokens=Sum(F("tokens_in") + F("tokens_out")), total=Sum("cost")
    )
    return {
        run_id: RunSpending(row["calls"], row["tokens"], row["total"])
        for row in used
        if (run_id := row["run_id"])
    }


def prompts_of_runs(
    scope: Scope, prompts: Sequence[str], run_ids: Collection[UUID]
) -> dict[UUID, tuple[str, int]]:
    """Prompt and version by run; of several prompts, the one named first, as last used."""
    order = Case(*(When(prompt=name, then=place) for place, name in enumerate(prompts)))
    rows = ModelCall.objects.in_scope(scope).filter(run_id__in=run_ids, prompt__in=prompts)
    first = rows.order_by("run_id", order, "-at").distinct("run_id")
    found = first.values_list("run_id", "prompt", "prompt_version")
    return {run_id: (prompt, version) for run_id, prompt, version in found if run_id}


@dataclass(frozen=True)
class ModelSpending:
    """What one purpose used on one engine."""

    purpose: str
    engine: str
    calls: int
    failed: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    """In US dollars, for the calls with a known price; None when there is none."""


def tenant_spending(scope: Scope, *, since: datetime) -> list[ModelSpending]:
    """What the tenant used since a moment, by purpose and engine, dearest first."""
    return _by_purpose(ModelCall.objects.in_scope(scope).filter(at__gte=since))


@dataclass(frozen=True)
class Spending:
    """What one member used for one capability on one day (UTC)."""

    day: date
    capability: str
    """The first part of the purpose, such as `chat`."""
    actor_id: UUID | None
    calls: int
    tokens: int
    cost: Decimal
    """In US dollars, for the calls with a known price."""


def daily_spending(scope: Scope, *, since: datetime) -> list[Spending]:
    """What the tenant asked of models since a moment, by day, capability and member."""
    rows = (
        ModelCall.objects.in_scope(scope)
        .filter(at__gte=since)
        .exclude(engine=OFFLINE)
        .order_by()
        .annotate(
            day=TruncDate("at", tzinfo=UTC),
            capability=Func(
                *(F("purpose"), Value("."), Value(1)),
                function="split_part",
                output_field=CharField(),
            ),
        )
        .values("day", "capability", "actor_id")
        .annotate(
            calls=Count("id"), tokens=Sum(F("tokens_in") + F("tokens_out")), total=Sum("cost")
        )
    )
    return [
        Spending(
            day=row["day"],
            capability=row["capability"],
            actor_id=row["actor_id"],
            calls=row["calls"],
            tokens=row["tokens"],
            cost=row["total"] or Decimal(0),
        )
        for row in rows
    ]


def case_spending(scope: Scope, case_id: UUID) -> list[ModelSpending]:
    """What a case's runs used, by purpose and engine, dearest first."""
    runs = runs_of_cases(scope, [case_id]).values("id")
    return _by_purpose(ModelCall.objects.in_scope(scope).filter(run_id__in=runs))


def case_costs(scope: Scope, case_ids: Collection[UUID]) -> dict[UUID, Decimal]:
    """US dollars by case, for the calls with a known price; other cases are left out."""
    runs = runs_of_cases(scope, case_ids)
    calls = ModelCall.objects.in_scope(scope).filter(run_id__in=runs.values("id"))
    of_case = Subquery(runs.filter(pk=OuterRef("run_id")).values("case_id")[:1])
    priced = calls.filter(cost__isnull=False).annotate(case=of_case).order_by().values("case")
    return dict(priced.annotate(total=Sum("cost")).values_list("case", "total"))


def _by_purpose(calls: QuerySet[ModelCall]) -> list[ModelSpending]:
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
        ModelSpending(
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


def month_cost(scope: Scope) -> Decimal:
    """US dollars since the beginning of the month in UTC, for the calls with a known price."""
    return _cost_since(scope, month_start())


def day_cost(scope: Scope) -> Decimal:
    """The same since the beginning of the day in UTC."""
    return _cost_since(scope, day_start())


def _cost_since(scope: Scope, moment: datetime) -> Decimal:
    priced = ModelCall.objects.in_scope(scope).filter(at__gte=moment, cost__gt=0)
    return Decimal(priced.aggregate(spent=Sum("cost"))["spent"] or 0)
