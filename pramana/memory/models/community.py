from django.db import models

from pramana.memory.models.entity import Entity
from pramana.tenancy.models import ScopedModel


class Community(ScopedModel):
    """Entities of a group that belong together, with a name and a summary of what joins them."""

    group_id = models.CharField(max_length=255)
    name = models.TextField(blank=True)
    summary = models.TextField(blank=True)
    engine = models.CharField(max_length=100, blank=True)
    """What summarised it: a model's name, `offline`, or nothing where it was not told yet."""
    is_told = models.BooleanField(default=False)
    """False when its members or their facts changed since it was summarised."""
    created_at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("tenant", "group_id", "created_at"), name="community_of_group"),
            models.Index(
                fields=("tenant", "group_id"),
                name="community_untold",
                condition=models.Q(is_told=False),
            ),
        )


class CommunityMember(ScopedModel):
    """An entity's one community."""

    group_id = models.CharField(max_length=255)
    community = models.ForeignKey(Community, on_delete=models.CASCADE, related_name="+")
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "entity"), name="one_community_per_entity"),
        )
        indexes = (models.Index(fields=("tenant", "group_id"), name="member_of_group"),)


class CommunityDue(ScopedModel):
    """An entity that a message resolved and whose community has not been looked at since.

    Written with the message and taken away with the work, so that nothing is forgotten.
    """

    group_id = models.CharField(max_length=255)
    entity_id = models.UUIDField()

    class Meta:
        indexes = (models.Index(fields=("tenant", "group_id"), name="due_of_group"),)
