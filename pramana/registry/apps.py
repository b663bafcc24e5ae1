from django.apps import AppConfig


class RegistryConfig(AppConfig):
    name = "pramana.registry"
    label = "registry"
    verbose_name = "Registry"

    def ready(self) -> None:
        """What a person wrote stays written; the name goes with the person."""
        from pramana.registry.services.authors import forget_author
        from pramana.tenancy.erasure import register_person_eraser

        register_person_eraser(forget_author)
