from django.apps import AppConfig


class LlmConfig(AppConfig):
    name = "pramana.llm"
    label = "llm"
    verbose_name = "Language models"

    def ready(self) -> None:
        """The ledger has an end, if the settings say so, and what was spent is counted."""
        from pramana.llm.selectors import spent_this_month
        from pramana.llm.services import forget_calls_before
        from pramana.tenancy.contracts import Quota
        from pramana.tenancy.quotas import register_meter
        from pramana.tenancy.retention import register_pruner

        register_pruner("keep_ledger_days", forget_calls_before)
        register_meter(Quota.COST_PER_MONTH, spent_this_month)
