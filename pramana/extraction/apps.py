from django.apps import AppConfig


class ExtractionConfig(AppConfig):
    name = "pramana.extraction"
    label = "extraction"
    verbose_name = "Extraction"

    def ready(self) -> None:
        from pramana.documents.services.deletion import register_eraser
        from pramana.extraction.services.extractions import erase_extractions_of_documents
        from pramana.extraction.services.stacks import erase_documents_from_stacks

        register_eraser(erase_extractions_of_documents)
        register_eraser(erase_documents_from_stacks)
