"""How much a tenant may use. Each capability says what of its own is used.

A quota comes from the settings, or from the tenant's own row where it has one; 0 is no end, and
then nothing is counted. What is refused has changed nothing.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.db import connection

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Quota, QuotaUse
from pramana.tenancy.errors import OverQuota
from pramana.tenancy.models import TenantQuota

Meter = Callable[[Scope], int | Decimal]
"""How much of a quota the tenant uses at this moment."""

_meters: dict[Quota, Meter] = {}

HOUR = 3600
SENTENCES = {
    Quota.DOCUMENTS: "This tenant may keep {most} documents and has {used}. "
    "Delete some, or have the quota raised.",
    Quota.BYTES: "This tenant may keep {most} bytes of files and has {used}. "
    "Delete some documents, or have the quota raised.",
    Quota.MESSAGES_PER_DAY: "This tenant may send {most} messages a day and has sent {used}. "
    "Wait for the next day (UTC), or have the quota raised.",
    Quota.COST_PER_MONTH: "This tenant may spend {most} US dollars a month on models and has "
    "spent {used}. Wait for the next month (UTC), or have the quota raised.",
}


def register_meter(quota: Quota, meter: Meter) -> None:
    """Called when the capability that holds such things gets ready."""
    _meters[quota] = meter


def within(scope: Scope, quota: Quota, *, adding: int | Decimal) -> None:
    """Raise `OverQuota` unless so much more may be used.

    Call it in the transaction that adds: those who add to the same quota take turns until it ends,
    so two of them never pass by the same last place. Only spending is not held up, since its
    amount is known afterwards: calls that run together may go over by what they cost.
    """
    most = limit_of(scope, quota)
    if not most:
        return
    if quota is not Quota.COST_PER_MONTH:
        _take_turns(scope, quota)
    use = _use(scope, quota, most)
    if use.used + adding > most:
        raise _refusal(use)


def limit_of(scope: Scope, quota: Quota) -> Decimal:
    """The tenant's own quota, or everyone's."""
    own = TenantQuota.objects.in_scope(scope).filter(quota=quota)
    most = own.values_list("most", flat=True).first()
    return _everyones(quota) if most is None else most


def _everyones(quota: Quota) -> Decimal:
    return Decimal(str(getattr(settings.PRAMANA, f"quota_{quota}")))


def uses(scope: Scope) -> list[QuotaUse]:
    """Use against quota, for every quota that has an end."""
    own = dict(TenantQuota.objects.in_scope(scope).values_list("quota", "most"))
    limits = {quota: own.get(quota.value, _everyones(quota)) for quota in Quota}
    return [_use(scope, quota, most) for quota, most in limits.items() if most]


def _use(scope: Scope, quota: Quota, most: Decimal) -> QuotaUse:
    return QuotaUse(quota, Decimal(_meters[quota](scope)), most)


def day_start() -> datetime:
    return utcnow().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def month_start() -> datetime:
    return day_start().replace(day=1)


def _refusal(use: QuotaUse) -> OverQuota:
    said = SENTENCES[use.quota].format(most=plain(use.most), used=plain(use.used))
    return OverQuota(said, use=use, retry_after=_wait(use.quota))


def plain(amount: Decimal) -> str:
    """A number without the noughts a column adds.

    >>> plain(Decimal("12000.5000"))
    '12,000.5'
    """
    return f"{amount.normalize():,f}"


def _wait(quota: Quota) -> int:
    """Until the day or month ends; what is kept has no such moment, so an hour."""
    ends = {
        Quota.MESSAGES_PER_DAY: day_start() + timedelta(days=1),
        Quota.COST_PER_MONTH: (month_start() + timedelta(days=32)).replace(day=1),
    }
    left = ends[quota] - utcnow() if quota in ends else timedelta(seconds=HOUR)
    return int(left.total_seconds()) + 1


def _take_turns(scope: Scope, quota: Quota) -> None:
    with connection.cursor() as cursor:
        key = f"{scope.tenant_id} {quota}"
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 12))", [key])
