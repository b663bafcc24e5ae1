from django.apps import AppConfig


class ExternalConfig(AppConfig):
    name = "pramana.external"
    label = "external"
    verbose_name = "External"
