from django.db import models
from django.db.models.functions import Now

from pramana.tenancy.models import ScopedModel


class Stack(ScopedModel):
    """A pile of documents that one person looks at together, until it is shared."""

    name = models.CharField(max_length=200)
    user = models.ForeignKey("tenancy.User", on_delete=models.CASCADE, related_name="+")
    shared = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "stacks"
        ordering = ("-created_at", "-id")
        indexes = (models.Index(fields=("tenant", "-created_at", "-id"), name="stack_newest"),)

    def __str__(self) -> str:
        return self.name


class StackDocument(ScopedModel):
    """A document in a stack. Deleting it is told by `documents`, not by the database."""

    stack = models.ForeignKey(Stack, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(
        "documents.Document", on_delete=models.DO_NOTHING, related_name="+"
    )
    position = models.PositiveIntegerField()
    added_by_id = models.UUIDField(null=True)
    added_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "stack_documents"
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "stack", "document"), name="one_place_per_stacked_document"
            ),
        )
        indexes = (
            models.Index(fields=("tenant", "stack", "position"), name="stack_document_order"),
        )

    def __str__(self) -> str:
        return f"{self.document_id} in {self.stack_id}"
