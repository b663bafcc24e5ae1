from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "pramana.jobs"
    label = "jobs"
    verbose_name = "Jobs"

    def ready(self) -> None:
        """A tenant that goes takes its places in the queue along."""
        from pramana.jobs.tokens import forget_tokens
        from pramana.tenancy.erasure import register_tenant_eraser

        register_tenant_eraser(forget_tokens)
