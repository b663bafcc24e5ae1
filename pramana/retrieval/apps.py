from django.apps import AppConfig
from django.db.models.signals import post_migrate


class RetrievalConfig(AppConfig):
    name = "pramana.retrieval"
    label = "retrieval"
    verbose_name = "Retrieval"

    def ready(self) -> None:
        """Track changes for a configured Qdrant cluster, and erase deleted tenants there."""
        from pramana.retrieval.qdrant.store import after_migrating
        from pramana.retrieval.stores import forget_tenant
        from pramana.tenancy.services.erasure import register_tenant_eraser

        register_tenant_eraser(forget_tenant)
        post_migrate.connect(after_migrating, sender=self)
