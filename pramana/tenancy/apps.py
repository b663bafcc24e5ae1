from django.apps import AppConfig


class TenancyConfig(AppConfig):
    name = "pramana.tenancy"
    label = "tenancy"
    verbose_name = "Tenants and access"

    def ready(self) -> None:
        """The audit trail has an end, if the settings say so, and files are counted."""
        from pramana.tenancy.contracts import Quota
        from pramana.tenancy.quotas import register_meter
        from pramana.tenancy.retention import register_pruner
        from pramana.tenancy.selectors import bytes_kept
        from pramana.tenancy.services.audit import forget_audit_before

        register_pruner("keep_audit_days", forget_audit_before)
        register_meter(Quota.BYTES, bytes_kept)
