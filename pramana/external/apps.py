from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ExternalConfig(AppConfig):
    name = "pramana.external"
    label = "external"
    verbose_name = "External"

    def ready(self) -> None:
        """Register the erasers, and create LangGraph's tables with `migrate`."""
        from pramana.documents.services.deletion import register_eraser
        from pramana.external.services import delete_checkpoints_of_tenant, release_documents
        from pramana.tenancy.services.erasure import register_tenant_eraser

        register_eraser(release_documents)
        register_tenant_eraser(delete_checkpoints_of_tenant)
        post_migrate.connect(_make_tables, sender=self)


def _make_tables(plan: Any = None, **_: Any) -> None:
    """Run after `migrate`, which passes a plan, but not after `flush`, which passes none."""
    if plan is not None:
        from pramana.external.checkpoints import make_tables

        make_tables()
