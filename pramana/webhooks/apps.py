from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "pramana.webhooks"
    label = "webhooks"
    verbose_name = "Webhooks"

    def ready(self) -> None:
        """Write a delivery for every notice that a webhook asks for."""
        from pramana.tenancy.services.notices import register_notice_listener
        from pramana.webhooks.services import write_deliveries

        register_notice_listener(write_deliveries)
