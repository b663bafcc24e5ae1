from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class JobsConfig(AppConfig):
    name = "pramana.jobs"
    label = "jobs"
    verbose_name = "Jobs"

    def ready(self) -> None:
        """Import every app's `tasks`, so that each task is known by its name."""
        autodiscover_modules("tasks")
