from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "pramana.mail"
    label = "mail"
    verbose_name = "E-mail"

    def ready(self) -> None:
        """Listen for alarms, which admins are told about at once."""
        from pramana.mail.services import queue_budget_alarm
        from pramana.tenancy.services.notices import register_notice_listener

        register_notice_listener(queue_budget_alarm)
