from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "pramana.web"
    label = "web"
    verbose_name = "Pages"
