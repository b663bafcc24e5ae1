from django.apps import AppConfig


class LlmConfig(AppConfig):
    name = "pramana.llm"
    label = "llm"
    verbose_name = "Language models"
