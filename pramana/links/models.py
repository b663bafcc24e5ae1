from django.db import models
from django.db.models import Q

from pramana.tenancy.scoped import ScopedModel


class EntityLink(ScopedModel):
    """A person's statement that a record and a memory entity are the same thing.

    The registry and memory do not depend on each other, so a link holds ids without foreign keys.
    A link that was removed stays, with `undone_at` set.
    """

    record_id = models.UUIDField()
    entity_id = models.UUIDField()
    score = models.FloatField()
    """How similar the names were when the link was made."""
    made_by_id = models.UUIDField(null=True)
    made_at = models.DateTimeField()
    undone_by_id = models.UUIDField(null=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-made_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "entity_id"),
                condition=Q(undone_at__isnull=True),
                name="one_record_per_linked_entity",
            ),
        )
        indexes = (models.Index(fields=("tenant", "record_id"), name="link_of_record"),)

    def __str__(self) -> str:
        return f"{self.record_id} is {self.entity_id}"
