"""Tables of documents and their passages."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from pramana.documents.contracts import Status
from pramana.tenancy.models import ScopedModel

STATUSES = [(status.value, status.value) for status in Status]


class Document(ScopedModel):
    title = models.CharField(max_length=500)
    filename = models.CharField(max_length=255)
    file = models.ForeignKey("tenancy.StoredFile", on_delete=models.PROTECT, related_name="+")
    collection_id = models.UUIDField(null=True)
    status = models.CharField(max_length=16, choices=STATUSES, default=Status.QUEUED.value)
    error = models.TextField(default="")
    text = models.TextField(default="")
    size = models.BigIntegerField()
    passage_count = models.PositiveIntegerField(default=0)
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = (models.Index(fields=("tenant", "-created_at", "-id"), name="document_newest"),)

    def __str__(self) -> str:
        return self.title


class Passage(ScopedModel):
    """A stretch of its document's text, with the folded words it is found by."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="passages")
    position = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    terms = ArrayField(models.CharField(max_length=100))

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "document", "position"), name="one_passage_per_position"
            ),
        )
        indexes = (GinIndex(fields=("terms",), name="passage_terms"),)

    def __str__(self) -> str:
        return f"{self.document_id} #{self.position}"
