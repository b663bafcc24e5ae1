"""Tenancy in Django, and Django's admin with our own rule about who may enter it.

Both are named in INSTALLED_APPS.
"""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class TenancyConfig(AppConfig):
    name = "pramana.tenancy"
    label = "tenancy"
    verbose_name = "Tenants and access"
    default = True

    def ready(self) -> None:
        """Register when audit entries expire and how stored bytes are counted."""
        from pramana.tenancy.contracts import Quota
        from pramana.tenancy.services.erasure import register_pruner
        from pramana.tenancy.services.files import stored_bytes
        from pramana.tenancy.services.notices import delete_audit_before
        from pramana.tenancy.services.quotas import register_meter

        register_pruner("keep_audit_days", delete_audit_before)
        register_meter(Quota.BYTES, stored_bytes)


class OperatorsConfig(admin_apps.SimpleAdminConfig):
    """The admin, whose pages are found by `config.urls`: workers and commands need none of them."""

    default_site = "pramana.tenancy.operators.OperatorSite"
    default = False
