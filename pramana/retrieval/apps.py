from django.apps import AppConfig


class RetrievalConfig(AppConfig):
    name = "pramana.retrieval"
    label = "retrieval"
    verbose_name = "Retrieval"
