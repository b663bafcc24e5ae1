from django.db import models

from pramana.registry.contracts import RelationshipType
from pramana.registry.models.record import Record
from pramana.tenancy.models import ScopedModel

TYPES = [(each.value, each.value) for each in RelationshipType]


class Relationship(ScopedModel):
    """How one record stands to another, and from when to when."""

    source = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    target = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    type = models.CharField(max_length=20, choices=TYPES)
    start_date = models.DateField(null=True)
    end_date = models.DateField(null=True)
    attributes = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("type", "start_date", "created_at", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "source", "target", "type", "start_date"),
                name="one_relationship_per_start",
                nulls_distinct=False,
            ),
        )

    def __str__(self) -> str:
        return f"{self.source_id} {self.type} {self.target_id}"
