from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ExternalConfig(AppConfig):
    name = "pramana.external"
    label = "external"
    verbose_name = "External"

    def ready(self) -> None:
        """Answers go with the documents they rest on; `migrate` also makes LangGraph's tables."""
        from pramana.documents.erasure import register_eraser
        from pramana.external.services import forget_documents, forget_tenant
        from pramana.tenancy.erasure import register_tenant_eraser

        register_eraser(forget_documents)
        register_tenant_eraser(forget_tenant)
        post_migrate.connect(_make_tables, sender=self)


def _make_tables(plan: Any = None, **_: Any) -> None:
    """After `migrate`, which has a plan, and not after `flush`, which has none."""
    if plan is not None:
        from pramana.external.checkpoints import make_tables

        make_tables()
