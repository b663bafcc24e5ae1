from django.db import models

from pramana.memory.models.entity import Entity
from pramana.tenancy.models import ScopedModel


class Duplicate(ScopedModel):
    """Another name that was taken for an entity, and why. It can be undone."""

    group_id = models.CharField(max_length=255)
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="+")
    name = models.TextField()
    how = models.CharField(max_length=30)
    score = models.FloatField()
    episode_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by_id = models.UUIDField(null=True)
    """Who said that it is right; None for a key without a person behind it."""
    undone_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("tenant", "group_id", "created_at"), name="duplicate_of"),)
