"""The tables of documents. `ocr_results` is a database view."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from pramana.documents.contracts import PropertyKind, SourceStatus, Status
from pramana.kit.scope import Scope
from pramana.tenancy.scoped import ScopedManager, ScopedModel, ScopedQuerySet


class Collection(ScopedModel):
    """Documents that belong together; a search or a chat can be limited to them."""

    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name"), name="one_collection_per_name"),
        )

    def __str__(self) -> str:
        return self.name


STATUSES = [(status.value, status.value) for status in Status]


NOT_IN_TRASH = models.Q(trashed_at__isnull=True)


class DocumentManager(ScopedManager["Document"]):
    """`in_scope` leaves out what is in the trash, so that nothing shows it by mistake."""

    def in_scope(self, scope: Scope) -> ScopedQuerySet["Document"]:
        return self.with_trash(scope).filter(NOT_IN_TRASH)

    def with_trash(self, scope: Scope) -> ScopedQuerySet["Document"]:
        """All documents of the tenant, for reading, restoring and erasing."""
        return super().in_scope(scope)


class Document(ScopedModel):
    """A file and the one NFC text that was read from it."""

    title = models.CharField(max_length=500)
    is_renamed = models.BooleanField(default=False)
    """Whether a person gave the title; then reading the file again does not change it."""
    tags = ArrayField(models.CharField(max_length=60), default=list)
    properties = models.JSONField(default=dict)
    """Values by the name of their `PropertyDefinition`."""
    notes = models.TextField(default="")
    trashed_at = models.DateTimeField(null=True)
    trashed_by_id = models.UUIDField(null=True)
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
    """Where outside material came from; empty for the tenant's own documents."""
    fetched_at = models.DateTimeField(null=True)
    let_in_by_id = models.UUIDField(null=True)
    container = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="+")
    """The mail that this document was attached to, or the archive that it was in."""
    container_path = models.CharField(max_length=1000, default="")
    thread = ArrayField(models.CharField(max_length=255), default=list)
    """The ids of a mail and of the messages before it; those of one conversation share some."""
    run = models.ForeignKey("tenancy.Run", on_delete=models.SET_NULL, null=True, related_name="+")
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[DocumentManager] = DocumentManager()

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(
                fields=("tenant", "-created_at", "-id"),
                name="document_newest_kept",
                condition=NOT_IN_TRASH,
            ),
            models.Index(
                fields=("tenant", "title", "id"),
                name="document_by_title_kept",
                condition=NOT_IN_TRASH,
            ),
            models.Index(
                fields=("tenant", "collection", "-created_at", "-id"),
                name="document_collection_kept",
                condition=NOT_IN_TRASH,
            ),
            models.Index(
                fields=("tenant", "status", "-created_at", "-id"),
                name="document_state_kept",
                condition=NOT_IN_TRASH,
            ),
            models.Index(
                fields=("tenant", "status", "kind", "language"),
                name="document_facets_kept",
                condition=NOT_IN_TRASH,
            ),
            models.Index(
                fields=("tenant", "-trashed_at", "-id"),
                name="document_in_trash",
                condition=models.Q(trashed_at__isnull=False),
            ),
            GinIndex(fields=("tags",), name="document_tags", condition=NOT_IN_TRASH),
            GinIndex(fields=("thread",), name="document_thread", condition=NOT_IN_TRASH),
            GinIndex(
                fields=("properties",),
                name="document_properties",
                opclasses=("jsonb_path_ops",),
                condition=NOT_IN_TRASH,
            ),
            models.Index(
                fields=("tenant", "id"),
                name="document_with_tags",
                condition=NOT_IN_TRASH & ~models.Q(tags=[]),
            ),
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


PROPERTY_KINDS = [(kind.value, kind.value) for kind in PropertyKind]


class PropertyDefinition(ScopedModel):
    """A property that documents of the tenant may have, and the kind of its values."""

    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=16, choices=PROPERTY_KINDS)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name"), name="one_property_per_name"),
        )

    def __str__(self) -> str:
        return self.name


class SavedView(ScopedModel):
    """Filters and order of the library under a name, for everybody in the tenant."""

    name = models.CharField(max_length=100)
    query = models.CharField(max_length=2000)
    """The query string of the library's address."""
    created_by_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "name"), name="one_saved_view_per_name"),
        )

    def __str__(self) -> str:
        return self.name


class OcrResult(ScopedModel):
    """A document's text as extraction reads it: a database view of documents and pages."""

    tenant = models.ForeignKey(
        "tenancy.Tenant", on_delete=models.DO_NOTHING, related_name="+"
    )  # a view has no rows to delete
    document_id = models.UUIDField()
    user_id = models.UUIDField(null=True)
    raw_text = models.TextField()
    page_count = models.PositiveIntegerField()
    layout = models.JSONField()
    engine = models.TextField()
    processing_time = models.FloatField()
    created_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "ocr_results"

    def __str__(self) -> str:
        return str(self.document_id)


class Page(ScopedModel):
    """How a page was read, and its range in the document's text.

    While the document is being read, each page has its own text, so that an interrupted reading
    can go on where it stopped.
    """

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="pages")
    number = models.PositiveIntegerField()
    text = models.TextField(default="")
    start = models.PositiveIntegerField(default=0)
    end = models.PositiveIntegerField(default=0)
    read_by = models.CharField(max_length=40)
    confidence = models.FloatField()
    flagged = models.BooleanField()
    quality = models.JSONField(default=dict)
    script = models.CharField(max_length=16)
    language = models.CharField(max_length=8)
    headings = models.JSONField(default=list)
    tables = models.JSONField(default=list)
    blocks = models.JSONField(default=list)
    boxes = models.JSONField(null=True)
    seconds = models.FloatField()
    error = models.TextField(default="")

    class Meta:
        ordering = ("number",)
        indexes = (models.Index(fields=("tenant", "document", "start"), name="page_by_place"),)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "document", "number"), name="one_page_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.document_id} page {self.number}"


class Passage(ScopedModel):
    """A range of its document's text that is found and cited as one."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="passages")
    position = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    page = models.PositiveIntegerField(default=0)
    section = models.CharField(max_length=500, default="")
    lead = models.TextField(default="")
    """The header of the table or the introduction of the list that it begins within."""

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "document", "position"), name="one_passage_per_position"
            ),
        )

    def __str__(self) -> str:
        return f"{self.document_id} #{self.position}"


SOURCE_STATUSES = [(status.value, status.value) for status in SourceStatus]


class Source(ScopedModel):
    """A page or site that documents are fetched from, and the result of the last fetching."""

    url = models.CharField(max_length=2000)
    whole_site = models.BooleanField()
    collection = models.ForeignKey(
        Collection, on_delete=models.PROTECT, null=True, related_name="+"
    )
    status = models.CharField(
        max_length=16, choices=SOURCE_STATUSES, default=SourceStatus.QUEUED.value
    )
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
