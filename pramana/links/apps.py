from django.apps import AppConfig


class LinksConfig(AppConfig):
    name = "pramana.links"
    label = "evals"  # the table and its migrations were created under this label
    verbose_name = "Links"
