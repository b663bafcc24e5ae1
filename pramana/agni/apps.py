from django.apps import AppConfig


class AgniConfig(AppConfig):
    name = "pramana.agni"
    label = "agni"
    verbose_name = "Agni"
