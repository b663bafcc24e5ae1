from django.db import models
from django.db.models import F

from pramana.memory.models.entity import Entity
from pramana.memory.models.episode import Episode
from pramana.tenancy.models import ScopedModel


class FactRow(ScopedModel):
    """A relation between two entities: when it held in the world, and when we knew it."""

    tenant = models.ForeignKey(
        "tenancy.Tenant", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    group_id = models.CharField(max_length=255)
    subject = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="+", db_index=False)
    relation = models.CharField(max_length=100)
    family = models.CharField(max_length=100)
    object = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="+", db_index=False)
    text = models.TextField()
    confidence = models.FloatField()
    valid_at = models.DateTimeField(null=True)
    invalid_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    expired_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "memory_fact"
        indexes = (
            models.Index(fields=("subject", "family", "invalid_at"), name="fact_by_subject"),
            models.Index(fields=("object", "family", "invalid_at"), name="fact_by_object"),
            models.Index("tenant", "group_id", F("created_at").desc(), name="fact_newest"),
        )


class FactSource(ScopedModel):
    """An episode that states a fact, and the words with which it does."""

    fact = models.ForeignKey(FactRow, on_delete=models.CASCADE, related_name="+")
    episode = models.ForeignKey(Episode, on_delete=models.CASCADE, related_name="+")
    quote = models.TextField(blank=True)
    start = models.IntegerField(null=True)
    end = models.IntegerField(null=True)
    """Code points of the episode's content; None where the words were not found there."""
    alignment = models.CharField(max_length=16)

    class Meta:
        db_table = "memory_fact_source"
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "fact", "episode"), name="one_source_per_episode"
            ),
        )


class FactClosing(ScopedModel):
    """Why a fact ceased to hold, and how it stood before, so that it can be undone."""

    fact = models.ForeignKey(FactRow, on_delete=models.CASCADE, related_name="+")
    by_id = models.UUIDField(null=True)
    """The fact that ended it; None where a message said outright that it ended."""
    episode_id = models.UUIDField(null=True)
    """The message that ended it; None where it came already ended by what was known."""
    at = models.DateTimeField()
    reason = models.CharField(max_length=30)
    was_invalid_at = models.DateTimeField(null=True)
    was_expired_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "memory_fact_closing"
        indexes = (
            models.Index(fields=("tenant", "by_id"), name="closing_by_fact"),
            models.Index(fields=("tenant", "episode_id"), name="closing_by_episode"),
        )
