from django.db import models

from pramana.tenancy.models import ScopedModel


class Counter(ScopedModel):
    """A number of a tenant that only grows: the last serial of a type, the changes so far."""

    name = models.CharField(max_length=20)
    value = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name"), name="one_counter_per_name"),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.value}"
