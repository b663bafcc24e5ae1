from django.db import models
from django.db.models.functions import Now

from pramana.tenancy.models import ScopedModel


class ToolCall(ScopedModel):
    """One use of a tool by an agent: what it was given and the envelope of what came of it.

    `subject_id` is what the tools were used for: an extraction, or a row, a table or a correction
    of a stack.
    """

    subject_id = models.UUIDField()
    run_id = models.UUIDField(null=True)
    order = models.PositiveIntegerField()
    tool = models.CharField(max_length=100)
    input = models.JSONField(default=dict)
    outcome = models.JSONField(default=dict)
    is_error = models.BooleanField(default=False)
    took_ms = models.FloatField(default=0)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extraction_tool_calls"
        ordering = ("order",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "subject_id", "order"), name="one_tool_call_per_place"
            ),
        )
        indexes = (models.Index(fields=("tenant", "run_id"), name="tool_call_of_run"),)

    def __str__(self) -> str:
        return f"{self.tool} #{self.order}"
