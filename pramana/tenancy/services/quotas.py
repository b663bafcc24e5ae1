"""Quotas: how much a tenant may use, and how much it uses.

A limit comes from the settings, or from the tenant's own row where an operator set one. 0 means no
limit, and then nothing is counted. Each capability registers a meter for what it holds.
"""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial

from django.conf import settings
from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.observability.metrics import count_half_spent
from pramana.tenancy.choices import AlarmChoice
from pramana.tenancy.contracts import NoticeKind, Quota, QuotaUse
from pramana.tenancy.errors import OverQuota
from pramana.tenancy.locking import LockedKind, lock_name
from pramana.tenancy.models import AuditEntry, TenantQuota
from pramana.tenancy.services.notices import audit, publish_notice
from pramana.tenancy.services.stored_choices import choice_of

LARGEST = Decimal(10) ** 18
logger = logging.getLogger(__name__)
_alarms: set[tuple[object, ...]] = set()
"""Alarms that this process has raised today."""


@transaction.atomic
def set_quota(scope: Scope, quota: Quota, most: Decimal | None) -> None:
    """Set the tenant's own limit. 0 means no limit; None restores the default of the settings."""
    if most is not None and not _is_a_quota(most):
        raise InvalidRequest(
            f"A quota is a number from 0 (no limit) to {LARGEST:,f}, with four decimals at most."
        )
    mine = TenantQuota.objects.in_scope(scope).filter(quota=quota)
    if most is None:
        mine.delete()
    else:
        mine.update_or_create(tenant_id=scope.tenant_id, quota=quota.value, defaults={"most": most})
    audit(scope, "quota.changed", "quota", quota, most=None if most is None else str(most))


def _is_a_quota(most: Decimal) -> bool:
    return most.is_finite() and 0 <= most <= LARGEST and most == round(most, 4)


Meter = Callable[[Scope], int | Decimal]
"""Returns how much of a quota the tenant uses now."""

_meters: dict[Quota, Meter] = {}

HOUR = 3600
SENTENCES = {
    Quota.DOCUMENTS: "This tenant may keep {most} documents and has {used}. "
    "Delete some, or have the quota raised.",
    Quota.BYTES: "This tenant may keep {most} bytes of files and has {used}. "
    "Delete some documents, or have the quota raised.",
    Quota.MESSAGES_PER_DAY: "This tenant may send {most} messages a day and has sent {used}. "
    "Wait for the next day (UTC), or have the quota raised.",
    Quota.COST_PER_DAY: "This tenant may spend {most} US dollars a day on models and has "
    "spent {used}. Wait for the next day (UTC), or have the quota raised.",
    Quota.COST_PER_MONTH: "This tenant may spend {most} US dollars a month on models and has "
    "spent {used}. Wait for the next month (UTC), or have the quota raised.",
}


def register_meter(quota: Quota, meter: Meter) -> None:
    """Register how use is counted. A capability calls this when its app is ready."""
    _meters[quota] = meter


def check_quota(scope: Scope, quota: Quota, *, adding: int | Decimal) -> None:
    """Raise `OverQuota` unless the tenant may use this much more.

    Call it in the transaction that adds. It locks the quota until that transaction ends, so two
    callers cannot both take the last place. Spending is not locked, because its amount is known
    only afterwards: concurrent calls may exceed the limit by what they cost.
    """
    most = limit_of(scope, quota)
    if not most:
        return
    if not quota.is_spending:
        lock_name(LockedKind.QUOTA, scope.tenant_id, quota)
    use = _use(scope, quota, most)
    if quota.is_spending and use.used * 2 >= most:
        _raise_alarm(scope, use)
    if use.used + adding > most:
        raise _refusal(use)


@transaction.atomic
def _raise_alarm(scope: Scope, use: QuotaUse) -> None:
    """Tell the tenant's admins and the operator, once a day, that half of the money is spent."""
    today = (scope.tenant_id, use.quota, day_start())
    if today in _alarms:
        return
    transaction.on_commit(partial(_alarms.add, today))
    entries = AuditEntry.objects.in_scope(scope).filter(
        action="quota.half_spent", subject_id=use.quota.value, at__gte=day_start()
    )
    if not entries.exists():
        used, most = format_amount(round(use.used, 2)), format_amount(use.most)
        audit(scope, "quota.half_spent", "quota", use.quota, used=used, most=most)
        half = format_amount(use.most / 2)
        publish_notice(scope, NoticeKind.BUDGET_ALARM, quota=use.quota, used=used, most=half)
        logger.warning("half of the model budget is spent", extra={"quota": use.quota.value})
        count_half_spent(use.quota.value)


def raise_budget_alarms(scope: Scope) -> None:
    """Tell the admins, once a day or month, that the amount of their own alarm is spent."""
    for use in budget_uses(scope):
        if use.used < use.most:
            continue
        since = _period_start(use.quota)
        known = (scope.tenant_id, use.quota, since, use.most)
        if known in _alarms:
            continue
        transaction.on_commit(partial(_alarms.add, known))
        used, most = format_amount(round(use.used, 2)), format_amount(use.most)
        entries = AuditEntry.objects.in_scope(scope).filter(
            action="budget.alarm", subject_id=use.quota.value, at__gte=since, details__most=most
        )
        if not entries.exists():
            audit(scope, "budget.alarm", "quota", use.quota, used=used, most=most)
            publish_notice(scope, NoticeKind.BUDGET_ALARM, quota=use.quota, used=used, most=most)


def budget_uses(scope: Scope) -> list[QuotaUse]:
    """What is spent of each amount at which the tenant's admins want to be told."""
    chosen = choice_of(scope, AlarmChoice)
    amounts = {
        Quota.COST_PER_DAY: chosen.alarm_per_day,
        Quota.COST_PER_MONTH: chosen.alarm_per_month,
    }
    return [_use(scope, quota, amount) for quota, amount in amounts.items() if amount]


def _period_start(quota: Quota) -> datetime:
    return month_start() if quota is Quota.COST_PER_MONTH else day_start()


def limit_of(scope: Scope, quota: Quota) -> Decimal:
    """The tenant's own limit, or the default of the settings."""
    own = TenantQuota.objects.in_scope(scope).filter(quota=quota)
    most = own.values_list("most", flat=True).first()
    return _default_limit(quota) if most is None else most


def _default_limit(quota: Quota) -> Decimal:
    return Decimal(str(getattr(settings.PRAMANA, f"quota_{quota}")))


def quota_uses(scope: Scope) -> list[QuotaUse]:
    """The use of every quota that has a limit. Money counts only where some is spent or limited.

    Everyone has a limit on spending by default, and most spend nothing.
    """
    own = dict(TenantQuota.objects.in_scope(scope).values_list("quota", "most"))
    limits = {quota: own.get(quota.value, _default_limit(quota)) for quota in Quota}
    uses = [_use(scope, quota, most) for quota, most in limits.items() if most]
    return [
        use for use in uses if use.used or use.quota in own or use.quota is not Quota.COST_PER_DAY
    ]


def _use(scope: Scope, quota: Quota, most: Decimal) -> QuotaUse:
    return QuotaUse(quota, Decimal(_meters[quota](scope)), most)


def day_start() -> datetime:
    return utcnow().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def month_start() -> datetime:
    return day_start().replace(day=1)


def _refusal(use: QuotaUse) -> OverQuota:
    sentence = SENTENCES[use.quota].format(
        most=format_amount(use.most), used=format_amount(use.used)
    )
    return OverQuota(sentence, use=use, retry_after=_seconds_until_reset(use.quota))


def format_amount(amount: Decimal) -> str:
    """A number without the trailing zeros that the column adds.

    >>> format_amount(Decimal("12000.5000"))
    '12,000.5'
    """
    return f"{amount.normalize():,f}"


def _seconds_until_reset(quota: Quota) -> int:
    """Until the day or month ends. Stored data never resets, so one hour."""
    ends = {
        Quota.MESSAGES_PER_DAY: day_start() + timedelta(days=1),
        Quota.COST_PER_DAY: day_start() + timedelta(days=1),
        Quota.COST_PER_MONTH: (month_start() + timedelta(days=32)).replace(day=1),
    }
    left = ends[quota] - utcnow() if quota in ends else timedelta(seconds=HOUR)
    return int(left.total_seconds()) + 1
