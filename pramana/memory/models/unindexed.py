from django.db import models
from pgvector.django import HalfVectorField

from pramana.tenancy.models import ScopedModel


class Unindexed(ScopedModel):
    """Something that search does not know yet, with the vector it was saved with.

    Written with what it stands for, taken away with its entry in the index: many messages are
    indexed at once, and none is forgotten.
    """

    space = models.CharField(max_length=60)
    item_id = models.UUIDField()
    group_id = models.CharField(max_length=255)
    model = models.CharField(max_length=200, blank=True)
    vector = HalfVectorField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("tenant", "created_at"), name="unindexed_oldest"),
            models.Index(fields=("tenant", "item_id"), name="unindexed_item"),
        )
