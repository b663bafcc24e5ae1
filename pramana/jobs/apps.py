from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "pramana.jobs"
    label = "jobs"
    verbose_name = "Jobs"
