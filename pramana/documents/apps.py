from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "pramana.documents"
    label = "documents"
    verbose_name = "Documents"
