"""The names records are found by, with the keys they are found through."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from pramana.tenancy.models import ScopedModel


class NameEntry(ScopedModel):
    """One spelling of one record's name. Written and read in `candidates` only.

    The keys are numbers made from the tenant and a part of the name, so that in the index, too,
    no tenant's names stand among another's.
    """

    record_id = models.UUIDField()
    entity_type = models.CharField(max_length=20)
    text = models.TextField()
    language = models.CharField(max_length=20)
    kind = models.CharField(max_length=20)
    folded = models.TextField()
    keys = ArrayField(models.IntegerField())

    class Meta:
        indexes = (
            # Without a pending list: a search after a large import must not pay for it.
            GinIndex(fields=("keys",), name="name_keys", fastupdate=False),
            models.Index(fields=("tenant", "record_id"), name="name_record"),
        )

    def __str__(self) -> str:
        return self.text
