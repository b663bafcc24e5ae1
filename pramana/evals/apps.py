from django.apps import AppConfig


class EvalsConfig(AppConfig):
    name = "pramana.evals"
    label = "evals"
    verbose_name = "Evals"
