from django.db import models
from django.db.models.functions import Now

from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.models.stacks.table import StackTable, StackTableRow
from pramana.tenancy.models import ScopedModel

STATUSES = [(status.value, status.value.replace("_", " ").title()) for status in ExtractionStatus]


class CellChange(ScopedModel):
    """One change of one cell: who made it, with what, and the whole cell before and after.

    The first reading of a cell is no change. A change that was undone stays, marked.
    """

    table = models.ForeignKey(StackTable, on_delete=models.CASCADE, related_name="+")
    row = models.ForeignKey(StackTableRow, on_delete=models.CASCADE, related_name="+")
    document_id = models.UUIDField()
    column = models.CharField(max_length=100)
    tool = models.CharField(max_length=100)
    by_hand = models.BooleanField()
    actor_id = models.UUIDField(null=True)
    run_id = models.UUIDField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    created_at = models.DateTimeField()
    undone_by_id = models.UUIDField(null=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "stack_cell_changes"
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(fields=("tenant", "table", "-created_at"), name="stack_change_newest"),
            models.Index(fields=("tenant", "row", "column"), name="stack_change_of_cell"),
        )

    def __str__(self) -> str:
        return f"{self.tool} {self.column}"


class StackCorrection(ScopedModel):
    """What a person asked for in words, and what came of it."""

    table = models.ForeignKey(StackTable, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey("tenancy.User", on_delete=models.CASCADE, related_name="+")
    instruction = models.TextField()
    overwrite = models.BooleanField(default=False)
    status = models.CharField(
        max_length=16, choices=STATUSES, default=ExtractionStatus.IN_PROGRESS.value
    )
    answer = models.TextField(default="", db_default="")
    error = models.TextField(default="", db_default="")
    engine = models.CharField(max_length=200, default="", db_default="")
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "stack_corrections"
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(fields=("tenant", "table", "-created_at"), name="stack_correction_newest"),
        )

    def __str__(self) -> str:
        return f"Correction {self.id} ({self.status})"
