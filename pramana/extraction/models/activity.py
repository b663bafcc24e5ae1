from django.db import models
from django.db.models.functions import Now

from pramana.extraction.models.extraction import Extraction
from pramana.tenancy.models import ScopedModel


class ActivityLine(ScopedModel):
    """One frame of a run's stream, as it was told: words, a tool with its input, or the end.

    It is kept here and not in the run's events because an extraction is its owner's until it is
    shared, and the events of a run are the tenant's.
    """

    extraction = models.ForeignKey(Extraction, on_delete=models.CASCADE, related_name="activity")
    run_id = models.UUIDField()
    number = models.PositiveIntegerField()
    data = models.JSONField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "extraction_activity"
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "run_id", "number"), name="one_activity_line_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.run_id} #{self.number}"
