from django.apps import AppConfig


class LlmConfig(AppConfig):
    name = "pramana.llm"
    label = "llm"
    verbose_name = "Language models"

    def ready(self) -> None:
        """The ledger has an end, if the settings say so."""
        from pramana.llm.services import forget_calls_before
        from pramana.tenancy.retention import register_pruner

        register_pruner("keep_ledger_days", forget_calls_before)
