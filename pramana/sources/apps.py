from django.apps import AppConfig


class SourcesConfig(AppConfig):
    name = "pramana.sources"
    label = "sources"
    verbose_name = "Sources that are followed"
