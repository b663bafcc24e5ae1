from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "pramana.demo"
    label = "demo"
    verbose_name = "Demonstration"
