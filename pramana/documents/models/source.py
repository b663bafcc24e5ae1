from django.db import models

from pramana.documents.contracts import SourceStatus
from pramana.documents.models.collection import Collection
from pramana.tenancy.models import ScopedModel

STATUSES = [(status.value, status.value) for status in SourceStatus]


class Source(ScopedModel):
    """A page or a site that documents are fetched from, and how the last fetching went."""

    url = models.CharField(max_length=2000)
    whole_site = models.BooleanField()
    collection = models.ForeignKey(
        Collection, on_delete=models.PROTECT, null=True, related_name="+"
    )
    status = models.CharField(max_length=16, choices=STATUSES, default=SourceStatus.QUEUED.value)
    error = models.TextField(default="")
    fetched = models.PositiveIntegerField(default=0)
    unchanged = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    fetched_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "url"), name="one_source_per_address"),
        )

    def __str__(self) -> str:
        return self.url
