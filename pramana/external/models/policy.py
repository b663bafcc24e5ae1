from django.db import models

from pramana.retrieval.scoring.contracts import Effect
from pramana.tenancy.models import ScopedModel

EFFECTS = [(effect.value, effect.value.capitalize()) for effect in Effect]


class SourcePolicy(ScopedModel):
    """A tenant's rule about a source, for every run from then on. One per host or pattern."""

    pattern = models.CharField(max_length=300)
    effect = models.CharField(max_length=16, choices=EFFECTS)
    points = models.PositiveSmallIntegerField(default=0)
    note = models.TextField(default="")
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pattern",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "pattern"), name="one_policy_per_source"),
        )

    def __str__(self) -> str:
        return f"{self.effect} {self.pattern}"
