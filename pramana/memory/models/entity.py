from django.db import models

from pramana.tenancy.models import ScopedModel


class Entity(ScopedModel):
    """A node of a group's graph."""

    group_id = models.CharField(max_length=255)
    name = models.TextField()
    type = models.CharField(max_length=100)
    summary = models.TextField(blank=True)
    attributes = models.JSONField()
    by_hand = models.BooleanField()
    """A person added it; it stays when the episodes that mention it go."""
    created_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("tenant", "group_id", "created_at"), name="entity_newest"),)


class EntityKey(ScopedModel):
    """A short string that spellings of an entity's names share; names are looked up by it.

    One index alone leads to a key, so that no plan made on old statistics can read all keys.
    """

    tenant = models.ForeignKey(
        "tenancy.Tenant", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    group_id = models.CharField(max_length=255)
    key = models.CharField(max_length=120)
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="+")

    class Meta:
        indexes = (
            models.Index(fields=("key", "tenant", "group_id", "entity"), name="entity_by_key"),
        )
