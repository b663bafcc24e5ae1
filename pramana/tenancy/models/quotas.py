"""Quotas that a tenant has of its own, instead of what the settings give everyone."""

from django.db import models

from pramana.tenancy.contracts import Quota
from pramana.tenancy.models.scoped import ScopedModel

QUOTAS = [(quota.value, quota.value) for quota in Quota]


class TenantQuota(ScopedModel):
    quota = models.CharField(max_length=32, choices=QUOTAS)
    most = models.DecimalField(max_digits=24, decimal_places=4)
    """0 is no end."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "quota"), name="one_row_per_quota"),
        )

    def __str__(self) -> str:
        return f"{self.quota}: {self.most}"
