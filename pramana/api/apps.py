from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "pramana.api"
    label = "api"
    verbose_name = "API"
