from django.apps import AppConfig
from django.db.models.signals import post_migrate


class RetrievalConfig(AppConfig):
    name = "pramana.retrieval"
    label = "retrieval"
    verbose_name = "Retrieval"

    def ready(self) -> None:
        """Begin or stop noting changes for a cluster, as the settings say."""
        from pramana.retrieval.qdrant.switching import after_migrating

        post_migrate.connect(after_migrating, sender=self)
