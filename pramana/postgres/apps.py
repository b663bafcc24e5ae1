"""The Django app whose one migration makes sure that pgvector is there."""

from django.apps import AppConfig


class PostgresConfig(AppConfig):
    name = "pramana.postgres"
    label = "postgres"
    verbose_name = "PostgreSQL"
