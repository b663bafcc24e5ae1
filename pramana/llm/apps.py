from django.apps import AppConfig


class LlmConfig(AppConfig):
    name = "pramana.llm"
    label = "llm"
    verbose_name = "Language models"

    def ready(self) -> None:
        """Register the pruning of the ledger, and the meter of what a tenant spends on models."""
        from pramana.llm.ledger import forget_calls_before
        from pramana.llm.selectors import day_cost, month_cost
        from pramana.tenancy.contracts import Quota
        from pramana.tenancy.services.erasure import register_pruner
        from pramana.tenancy.services.quotas import register_meter

        register_pruner("keep_ledger_days", forget_calls_before)
        register_meter(Quota.COST_PER_DAY, day_cost)
        register_meter(Quota.COST_PER_MONTH, month_cost)
