from django.db import models

from pramana.tenancy.models import ScopedModel


class Group(ScopedModel):
    """What a group has set for its messages; a group without a row has the defaults."""

    group_id = models.CharField(max_length=255)
    settings = models.JSONField(default=dict)
    families = models.JSONField(default=list)
    """Relation families that add to the defaults, or stand in place of one by name."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "group_id"), name="one_row_per_group"),
        )

    def __str__(self) -> str:
        return self.group_id
