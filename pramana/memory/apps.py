from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "pramana.memory"
    label = "memory"
    verbose_name = "Memory"

    def ready(self) -> None:
        """Register memory's texts with search, and its message count with the quotas."""
        from pramana.memory.selectors.groups import received_today
        from pramana.memory.selectors.search import TEXTS
        from pramana.retrieval.stores import register_space
        from pramana.tenancy.contracts import Quota
        from pramana.tenancy.services.quotas import register_meter

        for space, texts in TEXTS.items():
            register_space(space, texts)
        register_meter(Quota.MESSAGES_PER_DAY, received_today)
