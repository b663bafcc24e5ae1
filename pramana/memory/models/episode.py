from django.contrib.postgres.fields import ArrayField
from django.db import models

from pramana.memory.models.entity import Entity
from pramana.tenancy.models import ScopedModel


class Episode(ScopedModel):
    """A message as it was read: what facts rest on."""

    group_id = models.CharField(max_length=255)
    name = models.TextField(blank=True)
    content = models.TextField(blank=True)
    """Empty where the group keeps no raw content."""
    source = models.CharField(max_length=16)
    source_description = models.TextField(blank=True)
    valid_at = models.DateTimeField()
    offset_minutes = models.SmallIntegerField()
    created_at = models.DateTimeField()
    follows_id = models.UUIDField(null=True)
    """The episode before it, with which it is also found."""
    fact_ids = ArrayField(models.UUIDField())
    """The facts it stated, new or known before."""
    engine = models.CharField(max_length=100, blank=True)
    """What read it: a model's name, `offline`, or nothing where reading failed."""

    class Meta:
        indexes = (
            models.Index(
                fields=("tenant", "group_id", "source", "-valid_at", "-created_at"),
                name="episode_newest",
            ),
        )


class Mention(ScopedModel):
    """An entity named in an episode, under the name used there."""

    episode = models.ForeignKey(Episode, on_delete=models.CASCADE, related_name="+")
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="+")
    name = models.TextField()
    learnt = models.JSONField()
    """What the episode says of the entity itself: its attributes there."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "episode", "entity"), name="one_mention_per_episode"
            ),
        )
