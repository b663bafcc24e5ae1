"""The tables of followed sources: each source, and the items that were seen in it."""

from django.db import models

from pramana.sources.contracts import ItemState, SourceKind, SyncStatus
from pramana.tenancy.scoped import ScopedModel

KINDS = [(kind.value, kind.value) for kind in SourceKind]
STATUSES = [(status.value, status.value) for status in SyncStatus]
ITEM_STATES = [(state.value, state.value) for state in ItemState]


class FollowedSource(ScopedModel):
    """A source that is looked at again and again. Its password or key is encrypted."""

    kind = models.CharField(max_length=16, choices=KINDS)
    name = models.CharField(max_length=200)
    settings = models.JSONField(default=dict)
    secret = models.TextField(default="")
    collection = models.ForeignKey(
        "documents.Collection", on_delete=models.CASCADE, related_name="+"
    )
    every_minutes = models.PositiveIntegerField()
    is_paused = models.BooleanField(default=False)
    status = models.CharField(max_length=16, choices=STATUSES, default=SyncStatus.QUEUED.value)
    error = models.TextField(default="")
    counts = models.JSONField(default=dict)
    to_confirm = models.PositiveIntegerField(default=0)
    deletes_all = models.BooleanField(default=False)
    """Whether a person confirmed that the next sync may delete however much has vanished."""
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    synced_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("name", "id")
        indexes = (models.Index(fields=("next_at",), name="source_due"),)

    def __str__(self) -> str:
        return self.name


class FollowedItem(ScopedModel):
    """A file of a source, and the document that it became."""

    source = models.ForeignKey(FollowedSource, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    """The hash of key and part, because keys may be too long for an index."""
    key = models.TextField()
    part = models.TextField(default="")
    name = models.CharField(max_length=500)
    version = models.CharField(max_length=200, default="")
    """Empty until every file of the item is stored."""
    sha256 = models.CharField(max_length=64, default="")
    document = models.ForeignKey(
        "documents.Document", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    state = models.CharField(max_length=16, choices=ITEM_STATES)
    error = models.TextField(default="")
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("-changed_at", "-id")
        indexes = (
            models.Index(fields=("tenant", "source", "-changed_at", "-id"), name="item_newest"),
        )
        constraints = (
            models.UniqueConstraint(fields=("tenant", "source", "digest"), name="one_item_per_key"),
        )

    def __str__(self) -> str:
        return self.name
