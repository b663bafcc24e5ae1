from django.db import models

from pramana.tenancy.models import ScopedModel


class ToolCall(ScopedModel):
    """A tool that a run used, kept in its envelope as it came."""

    run = models.ForeignKey("tenancy.Run", on_delete=models.CASCADE, related_name="+")
    invocation_id = models.UUIDField()
    tool = models.CharField(max_length=60)
    status = models.CharField(max_length=8)
    envelope = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("at", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "invocation_id"), name="one_tool_call_per_invocation"
            ),
        )
        indexes = (models.Index(fields=("tenant", "run", "at"), name="toolcall_by_run"),)

    def __str__(self) -> str:
        return f"{self.tool}: {self.status}"
