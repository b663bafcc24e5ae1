from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "pramana.documents"
    label = "documents"
    verbose_name = "Documents"

    def ready(self) -> None:
        """Register the passages with retrieval, and the document count with the quotas."""
        from pramana.documents.contracts import PASSAGES
        from pramana.documents.selectors import document_count, passage_texts
        from pramana.retrieval.spaces import register_space
        from pramana.tenancy.contracts import Quota
        from pramana.tenancy.services.quotas import register_meter

        register_space(PASSAGES, passage_texts)
        register_meter(Quota.DOCUMENTS, document_count)
