from django.apps import AppConfig


class ExtractionConfig(AppConfig):
    name = "pramana.extraction"
    label = "extraction"
    verbose_name = "Extraction"
