from django.apps import AppConfig


class SourcesConfig(AppConfig):
    name = "pramana.sources"
    label = "sources"
    verbose_name = "Sources that are followed"

    def ready(self) -> None:
        """Let research runs search the folders that are open to a tenant."""
        from pramana.external.ports import register_fetcher, register_provider
        from pramana.sources.connectors.folder import folder_fetcher, folder_provider

        register_provider("folder", folder_provider)
        register_fetcher("folder", folder_fetcher)
