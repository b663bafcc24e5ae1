from django.db import models
from django.db.models import Q

from pramana.tenancy.models import ScopedModel


class EntityLink(ScopedModel):
    """A person's word that a record and an entity of a memory are one thing.

    Records and memories do not know each other; they meet here by id, so each may go without
    asking. A link that was taken away stays, marked.
    """

    record_id = models.UUIDField()
    entity_id = models.UUIDField()
    score = models.FloatField()
    """How alike their names were when it was made."""
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
