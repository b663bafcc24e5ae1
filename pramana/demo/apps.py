from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "pramana.demo"
    label = "demo"
    verbose_name = "Demonstration"

    def ready(self) -> None:
        """Serve the demonstration's own web pages, which only its own run can find."""
        from pramana.external.demo import PROVIDER, DemoFetcher
        from pramana.external.ports import register_fetcher

        register_fetcher(PROVIDER, lambda _scope, options: DemoFetcher(options))
