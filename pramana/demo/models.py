from django.db import models

from pramana.demo.contracts import PropKind
from pramana.tenancy.scoped import ScopedModel

KINDS = [(kind.value, kind.value) for kind in PropKind]


class Prop(ScopedModel):
    """A thing that the demonstration created, by id or name.

    It is recorded at creation, so that removing the demonstration deletes exactly this and not, for
    example, a document of the same name.
    """

    kind = models.CharField(max_length=20, choices=KINDS)
    thing = models.CharField(max_length=255)
    brought_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("brought_at", "id")
        constraints = (
            models.UniqueConstraint(fields=("tenant", "kind", "thing"), name="one_prop_per_thing"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.thing}"
