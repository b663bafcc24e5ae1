"""The tables of records, versions, identifiers, relationships, names and counters."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from pramana.registry.contracts import PairVerdict, RecordType, RelationshipType, VersionOrigin
from pramana.tenancy.scoped import ScopedModel

RECORD_TYPES = [(each.value, each.value) for each in RecordType]
ORIGINS = [(each.value, each.value) for each in VersionOrigin]


class Record(ScopedModel):
    """A record in its newest state. Its history is in its versions."""

    entity_type = models.CharField(max_length=20, choices=RECORD_TYPES)
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
    merged_into = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, related_name="merged_records"
    )

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
    """The whole record after one change. The same `source_key` is written only once."""

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


VERDICTS = [(each.value, each.value) for each in PairVerdict]


class RecordPair(ScopedModel):
    """What a person decided about two records. A merged `record` became part of the `other`."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    verdict = models.CharField(max_length=10, choices=VERDICTS)
    version = models.PositiveIntegerField(default=0)
    """The version of the other record that the merge wrote."""
    moved = models.JSONField(default=list)
    """The relationships that a merge moved, each with the end that changed."""
    author = models.CharField(max_length=150, default="")
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "record", "other"), name="one_judgement_per_pair"
            ),
        )

    def __str__(self) -> str:
        return f"{self.record_id} {self.verdict} {self.other_id}"


class RecordBookmark(ScopedModel):
    """A record that a user keeps at hand."""

    user_id = models.UUIDField(null=True)
    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="bookmarks")
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "user_id", "record"), name="one_bookmark_per_user"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.record_id}"


class RegistryView(ScopedModel):
    """Filters of the registry's list that a user keeps under a name."""

    user_id = models.UUIDField(null=True)
    name = models.CharField(max_length=100)
    filters = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "user_id", "name"), name="one_view_per_name"),
        )

    def __str__(self) -> str:
        return self.name


class RecordIdentifier(ScopedModel):
    """An identifier of a record, in its own table so that an import recognises the record."""

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


class Counter(ScopedModel):
    """A number that only grows: the last serial of a type, or the count of changes."""

    name = models.CharField(max_length=20)
    value = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name"), name="one_counter_per_name"),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.value}"


class NameEntry(ScopedModel):
    """One spelling of a record's name. Only `candidates` reads and writes this table.

    The keys are hashes of the tenant and a part of the name, so that the index, too, keeps the
    tenants apart.
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


RELATIONSHIP_TYPES = [(each.value, each.value) for each in RelationshipType]


class Relationship(ScopedModel):
    """A relationship from one record to another, with its dates."""

    source = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    target = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    type = models.CharField(max_length=20, choices=RELATIONSHIP_TYPES)
    start_date = models.DateField(null=True)
    end_date = models.DateField(null=True)
    attributes = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("type", "start_date", "created_at", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "source", "target", "type", "start_date"),
                name="one_relationship_per_start",
                nulls_distinct=False,
            ),
        )

    def __str__(self) -> str:
        return f"{self.source_id} {self.type} {self.target_id}"
