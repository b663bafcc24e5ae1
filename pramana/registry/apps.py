from django.apps import AppConfig


class RegistryConfig(AppConfig):
    name = "pramana.registry"
    label = "registry"
    verbose_name = "Registry"
