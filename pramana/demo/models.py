from django.db import models

from pramana.demo.contracts import PropKind
from pramana.tenancy.models import ScopedModel

KINDS = [(kind.value, kind.value) for kind in PropKind]


class Prop(ScopedModel):
    """A thing the demonstration brought, by id or name.

    Written down when it is brought, so that it can be taken away again, and nothing else: not a
    document of the same name, nor one of the same words.
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
