from django.db import models
from django.db.models.functions import Now

from pramana.extraction.models.extraction import Extraction
from pramana.tenancy.models import ScopedModel


class FieldChange(ScopedModel):
    """One change of one path: who made it, with what, and what stood there before.

    `before` and `after` each hold value, confidence and evidence, or are null where nothing stood.
    A change that was undone stays, marked.
    """

    extraction = models.ForeignKey(Extraction, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    run_id = models.UUIDField(null=True)
    actor_id = models.UUIDField(null=True)
    by_hand = models.BooleanField()
    tool = models.CharField(max_length=100)
    path = models.TextField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    undone_by_id = models.UUIDField(null=True)
    undone_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extraction_changes"
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "extraction", "number"), name="one_change_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tool} {self.path}"
