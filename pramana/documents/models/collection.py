from django.db import models

from pramana.tenancy.models import ScopedModel


class Collection(ScopedModel):
    """Documents that belong together, and that a search or a chat can be kept to."""

    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name"), name="one_collection_per_name"),
        )

    def __str__(self) -> str:
        return self.name
