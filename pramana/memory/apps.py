from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "pramana.memory"
    label = "memory"
    verbose_name = "Memory"

    def ready(self) -> None:
        """Tell retrieval where the texts of facts, entities and episodes are."""
        from pramana.memory.selectors.texts import TEXTS
        from pramana.retrieval.spaces import register_space

        for space, texts in TEXTS.items():
            register_space(space, texts)
