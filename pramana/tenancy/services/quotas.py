"""A tenant's own quotas: set by whoever runs the machine."""

from decimal import Decimal

from django.db import transaction

from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Quota
from pramana.tenancy.models import TenantQuota
from pramana.tenancy.services.audit import audit

LARGEST = Decimal(10) ** 18


@transaction.atomic
def set_quota(scope: Scope, quota: Quota, most: Decimal | None) -> None:
    """Give the tenant a quota of its own; 0 is no end, None goes back to everyone's."""
    if most is not None and not _is_a_quota(most):
        raise InvalidRequest(
            f"A quota is a number from 0 (no end) to {LARGEST:,f}, with four decimals at most."
        )
    mine = TenantQuota.objects.in_scope(scope).filter(quota=quota)
    if most is None:
        mine.delete()
    else:
        mine.update_or_create(tenant_id=scope.tenant_id, quota=quota.value, defaults={"most": most})
    audit(scope, "quota.changed", "quota", quota, most=None if most is None else str(most))


def _is_a_quota(most: Decimal) -> bool:
    return most.is_finite() and 0 <= most <= LARGEST and most == round(most, 4)
