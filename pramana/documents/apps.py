from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "pramana.documents"
    label = "documents"
    verbose_name = "Documents"

    def ready(self) -> None:
        """Tell retrieval where the texts of passages are."""
        from pramana.documents.contracts import PASSAGES
        from pramana.documents.selectors import passage_texts
        from pramana.retrieval.spaces import register_space

        register_space(PASSAGES, passage_texts)
