from django.db import models
from django.db.models.functions import Now

from pramana.extraction.contracts.stacks.cells import RowStatus, TableStatus
from pramana.extraction.models.stacks.stack import Stack
from pramana.tenancy.models import ScopedModel

TABLE_STATUSES = [(status.value, status.value.replace("_", " ").title()) for status in TableStatus]
ROW_STATUSES = [(status.value, status.value.title()) for status in RowStatus]


class StackTable(ScopedModel):
    """Columns over a stack's documents. The counts are those of the last run.

    The row is locked when a document's reading ends, so that the count is right and exactly one
    of them is the last.
    """

    stack = models.ForeignKey(Stack, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=200)
    instructions = models.TextField(default="", db_default="")
    columns = models.JSONField(default=list)
    status = models.CharField(max_length=16, choices=TABLE_STATUSES, default=TableStatus.NEW.value)
    error = models.TextField(default="", db_default="")
    total = models.PositiveIntegerField(default=0, db_default=0)
    done = models.PositiveIntegerField(default=0, db_default=0)
    failed = models.PositiveIntegerField(default=0, db_default=0)
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    engine = models.CharField(max_length=200, default="", db_default="")
    tokens_in = models.BigIntegerField(default=0, db_default=0)
    tokens_out = models.BigIntegerField(default=0, db_default=0)
    cost = models.DecimalField(max_digits=14, decimal_places=6, null=True)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "stack_tables"
        ordering = ("created_at", "id")
        indexes = (models.Index(fields=("tenant", "stack"), name="stack_table_of_stack"),)

    def __str__(self) -> str:
        return self.name


class StackTableRow(ScopedModel):
    """One document's row: its cells by column, and where its reading stands.

    `claim` names the attempt that may write: one that was taken over finds another there.
    """

    table = models.ForeignKey(StackTable, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(
        "documents.Document", on_delete=models.DO_NOTHING, related_name="+"
    )
    position = models.PositiveIntegerField()
    cells = models.JSONField(default=dict)
    status = models.CharField(max_length=16, choices=ROW_STATUSES, default=RowStatus.NEW.value)
    error = models.TextField(default="", db_default="")
    run_id = models.UUIDField(null=True)
    claim = models.UUIDField(null=True)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "stack_table_rows"
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "table", "document"), name="one_stack_row_per_document"
            ),
        )
        indexes = (
            models.Index(fields=("tenant", "table", "position"), name="stack_row_order"),
            models.Index(
                fields=("tenant", "table", "status", "position"), name="stack_row_by_status"
            ),
        )

    def __str__(self) -> str:
        return f"{self.document_id} in {self.table_id}"
