from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "pramana.memory"
    label = "memory"
    verbose_name = "Memory"
