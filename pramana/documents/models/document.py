from django.db import models

from pramana.documents.contracts import Status
from pramana.documents.models.collection import Collection
from pramana.tenancy.models import ScopedModel

STATUSES = [(status.value, status.value) for status in Status]


class Document(ScopedModel):
    """A file and the one NFC text that was read from it."""

    title = models.CharField(max_length=500)
    filename = models.CharField(max_length=255)
    kind = models.CharField(max_length=16, default="")
    file = models.ForeignKey("tenancy.StoredFile", on_delete=models.PROTECT, related_name="+")
    collection = models.ForeignKey(
        Collection, on_delete=models.PROTECT, null=True, related_name="+"
    )
    status = models.CharField(max_length=16, choices=STATUSES, default=Status.QUEUED.value)
    error = models.TextField(default="")
    text = models.TextField(default="")
    language = models.CharField(max_length=8, default="")
    script = models.CharField(max_length=16, default="")
    size = models.BigIntegerField()
    page_count = models.PositiveIntegerField(null=True)
    passage_count = models.PositiveIntegerField(default=0)
    url = models.CharField(max_length=2000, default="")
    charset = models.CharField(max_length=40, default="")
    etag = models.CharField(max_length=255, default="")
    last_modified = models.CharField(max_length=64, default="")
    origin = models.CharField(max_length=2000, default="")
    """Where outside material came from; empty for what is the tenant's own."""
    fetched_at = models.DateTimeField(null=True)
    let_in_by_id = models.UUIDField(null=True)
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(fields=("tenant", "-created_at", "-id"), name="document_newest"),
            models.Index(fields=("tenant", "title", "id"), name="document_by_title"),
            models.Index(
                fields=("tenant", "collection", "-created_at", "-id"), name="document_in_collection"
            ),
            models.Index(
                fields=("tenant", "status", "-created_at", "-id"), name="document_in_state"
            ),
            models.Index(fields=("tenant", "status", "kind", "language"), name="document_facets"),
            models.Index(fields=("tenant", "file"), name="document_of_file"),
            models.Index(
                fields=("tenant", "id"),
                name="document_from_outside",
                condition=~models.Q(origin=""),
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "url"),
                name="one_document_per_address",
                condition=~models.Q(url=""),
            ),
        )

    def __str__(self) -> str:
        return self.title
