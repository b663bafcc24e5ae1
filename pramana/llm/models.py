"""The ledger's table: a row for each call to an engine, without any content."""

from django.db import models

from pramana.tenancy.scoped import ScopedModel


class ModelCall(ScopedModel):
    at = models.DateTimeField()
    actor_id = models.UUIDField(null=True)
    run_id = models.UUIDField(null=True)
    trace_id = models.UUIDField()
    purpose = models.CharField(max_length=100)
    prompt = models.CharField(max_length=100)
    prompt_version = models.PositiveIntegerField()
    verb = models.CharField(max_length=16)
    engine = models.CharField(max_length=200)
    requests = models.PositiveIntegerField()
    tokens_in = models.PositiveIntegerField()
    tokens_out = models.PositiveIntegerField()
    cost = models.DecimalField(max_digits=14, decimal_places=8, null=True)
    latency_ms = models.PositiveIntegerField()
    outcome = models.CharField(max_length=50)

    class Meta:
        ordering = ("-at",)
        indexes = (
            models.Index(fields=("tenant", "-at"), name="modelcall_by_tenant"),
            models.Index(fields=("tenant", "run_id"), name="modelcall_by_run"),
        )

    def __str__(self) -> str:
        return f"{self.prompt} v{self.prompt_version} by {self.engine}: {self.outcome}"
