from django.apps import AppConfig


class CasesConfig(AppConfig):
    name = "pramana.cases"
    label = "cases"
    verbose_name = "Cases"

    def ready(self) -> None:
        """Erase what a case holds of a document, record or memory together with it."""
        from pramana.cases.services import forget_documents, forget_group
        from pramana.documents.services.deletion import register_eraser
        from pramana.memory.services.deletion import register_episode_eraser

        register_eraser(forget_documents)
        register_episode_eraser(forget_group)
