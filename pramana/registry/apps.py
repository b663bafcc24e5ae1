from django.apps import AppConfig


class RegistryConfig(AppConfig):
    name = "pramana.registry"
    label = "registry"
    verbose_name = "Registry"

    def ready(self) -> None:
        """When a person is erased, their versions stay but lose the name."""
        from pramana.registry.services.records import erase_author
        from pramana.tenancy.services.erasure import register_person_eraser

        register_person_eraser(erase_author)
