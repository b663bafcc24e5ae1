from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "pramana.mail"
    label = "mail"
    verbose_name = "E-mail"
