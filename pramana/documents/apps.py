from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "pramana.documents"
    label = "documents"
    verbose_name = "Documents"

    def ready(self) -> None:
        """Register the passages, the document count, and which addresses tenants may name."""
        from pramana.documents.contracts import PASSAGES
        from pramana.documents.selectors import document_count, passage_texts
        from pramana.documents.services.web_sources import address_guard
        from pramana.retrieval.stores import register_space
        from pramana.tenancy.addresses import register_address_rules
        from pramana.tenancy.contracts import Quota
        from pramana.tenancy.services.quotas import register_meter

        register_space(PASSAGES, passage_texts)
        register_meter(Quota.DOCUMENTS, document_count)
        register_address_rules(address_guard)
