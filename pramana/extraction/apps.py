from django.apps import AppConfig


class ExtractionConfig(AppConfig):
    name = "pramana.extraction"
    label = "extraction"
    verbose_name = "Extraction"

    def ready(self) -> None:
        from pramana.documents.erasure import register_eraser
        from pramana.extraction.services.deleting import erase_of_documents
        from pramana.extraction.services.stacks.papers import forget_documents

        register_eraser(erase_of_documents)
        register_eraser(forget_documents)
