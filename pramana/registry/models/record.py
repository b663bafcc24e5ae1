from django.db import models

from pramana.registry.contracts import EntityType, Origin
from pramana.tenancy.models import ScopedModel

TYPES = [(each.value, each.value) for each in EntityType]
ORIGINS = [(each.value, each.value) for each in Origin]


class Record(ScopedModel):
    """A reviewed thing as it stands now. How it came to stand so is in its versions."""

    entity_type = models.CharField(max_length=20, choices=TYPES)
    sub_type = models.CharField(max_length=40, default="")
    slug = models.CharField(max_length=100)
    serial = models.BigIntegerField()
    title = models.CharField(max_length=300)
    data = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    author = models.CharField(max_length=150, default="")
    description = models.TextField(default="")
    origin = models.CharField(max_length=10, choices=ORIGINS)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        ordering = ("title", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "entity_type", "sub_type", "slug"), name="one_record_per_slug"
            ),
            models.UniqueConstraint(
                fields=("tenant", "entity_type", "serial"), name="one_record_per_serial"
            ),
        )
        indexes = (models.Index(fields=("tenant", "title", "id"), name="record_by_title"),)

    def __str__(self) -> str:
        return self.title


class RecordVersion(ScopedModel):
    """The whole record after one change. A change that was asked for twice has one version."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    snapshot = models.JSONField()
    author = models.CharField(max_length=150, default="")
    author_id = models.UUIDField(null=True)
    description = models.TextField(default="")
    origin = models.CharField(max_length=10, choices=ORIGINS)
    source_key = models.CharField(max_length=200, null=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "record", "number"), name="one_version_per_number"
            ),
            models.UniqueConstraint(
                fields=("tenant", "source_key"), name="one_version_per_source_key"
            ),
        )

    def __str__(self) -> str:
        return f"{self.record_id} version {self.number}"


class RecordIdentifier(ScopedModel):
    """What others call a record, kept apart so that an import finds it again."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    scheme = models.CharField(max_length=60)
    value = models.CharField(max_length=300)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "scheme", "value", "record"), name="one_identifier_per_record"
            ),
        )

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"
