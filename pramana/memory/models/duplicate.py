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
    undone_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("tenant", "group_id", "created_at"), name="duplicate_of"),)
