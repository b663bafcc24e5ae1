"""Collections, sources, tags, properties and saved views of a tenant, and what is in its trash."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Count, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from pramana.documents.contracts import (
    CollectionView,
    DocumentView,
    PropertyKind,
    PropertyView,
    SavedViewItem,
    SourceStatus,
    SourceView,
)
from pramana.documents.errors import CollectionNotFound, DocumentNotFound, SourceNotFound
from pramana.documents.fetching import Validators
from pramana.documents.models import Collection, Document, PropertyDefinition, SavedView, Source
from pramana.documents.selectors.documents import document_view
from pramana.kit.scope import Scope


def collections_of(scope: Scope) -> list[CollectionView]:
    """The tenant's collections by name, with the number of documents in each."""
    counts = (
        Document.objects.in_scope(scope)
        .filter(collection=OuterRef("pk"))
        .order_by()
        .values("collection")
        .annotate(counts=Count("pk"))
        .values("counts")
    )
    rows = Collection.objects.in_scope(scope).annotate(counts=Coalesce(Subquery(counts), 0))
    return [CollectionView(row.id, row.name, row.counts, row.created_at) for row in rows]


@dataclass(frozen=True)
class Contents:
    """What is deleted together with a collection."""

    documents: int
    passages: int
    sources: int


def contents_of(scope: Scope, collection_id: UUID) -> Contents:
    rows = Document.objects.in_scope(scope).filter(collection_id=collection_id)
    counts = rows.aggregate(documents=Count("pk"), passages=Coalesce(Sum("passage_count"), 0))
    sources = Source.objects.in_scope(scope).filter(collection_id=collection_id).count()
    return Contents(counts["documents"], counts["passages"], sources)


def get_collection(scope: Scope, collection_id: UUID) -> CollectionView:
    for found in collections_of(scope):
        if found.id == collection_id:
            return found
    raise CollectionNotFound()


@dataclass(frozen=True)
class StoredPage:
    """A page that was fetched before."""

    sha256: str
    validators: Validators


def sources_of(scope: Scope) -> list[SourceView]:
    """The tenant's sources, newest first."""
    return [source_view(row) for row in Source.objects.in_scope(scope)]


def get_source(scope: Scope, source_id: UUID) -> SourceView:
    row = Source.objects.in_scope(scope).filter(pk=source_id).first()
    if row is None:
        raise SourceNotFound()
    return source_view(row)


def stored_page(scope: Scope, url: str) -> StoredPage | None:
    """The stored page of a URL, if there is one."""
    row = Document.objects.with_trash(scope).filter(url=url).select_related("file").first()
    if row is None:
        return None
    validators = Validators(url=url, etag=row.etag, last_modified=row.last_modified)
    return StoredPage(row.file.sha256, validators)


def source_view(row: Source) -> SourceView:
    return SourceView(
        id=row.id,
        url=row.url,
        whole_site=row.whole_site,
        collection_id=row.collection_id,
        status=SourceStatus(row.status),
        error=row.error,
        fetched=row.fetched,
        unchanged=row.unchanged,
        failed=row.failed,
        run_id=row.run_id,
        created_at=row.created_at,
        fetched_at=row.fetched_at,
        created_by_id=row.created_by_id,
    )


MOST_TAGS_LISTED = 500
TAG_COUNTS = """
    SELECT tag, count(*) FROM (
        SELECT unnest(tags) AS tag FROM documents_document
         WHERE tenant_id = %s AND trashed_at IS NULL AND NOT (tags = '{}')) AS tagged
     GROUP BY tag ORDER BY count(*) DESC, tag LIMIT %s
"""
"""The condition is that of an index, so documents without tags cost nothing."""


@dataclass(frozen=True)
class TagCount:
    """A tag, and how many documents have it."""

    name: str
    count: int


def tag_counts(scope: Scope, *, limit: int = MOST_TAGS_LISTED) -> list[TagCount]:
    """The tenant's tags, the most frequent first."""
    with connection.cursor() as cursor:
        cursor.execute(TAG_COUNTS, [scope.tenant_id, limit])
        return [TagCount(name, count) for name, count in cursor.fetchall()]


def properties_of(scope: Scope) -> list[PropertyView]:
    """The properties that documents may have, by name; their number is limited."""
    return [property_view(row) for row in PropertyDefinition.objects.in_scope(scope)]


def property_view(row: PropertyDefinition) -> PropertyView:
    return PropertyView(row.id, row.name, PropertyKind(row.kind))


def saved_views(scope: Scope) -> list[SavedViewItem]:
    """The saved views of the library, by name; their number is limited."""
    rows = SavedView.objects.in_scope(scope)
    return [SavedViewItem(row.id, row.name, row.query) for row in rows]


def trash_page(scope: Scope, *, offset: int = 0, limit: int = 50) -> list[DocumentView]:
    """Documents in the trash, the newest there first."""
    rows = Document.objects.with_trash(scope).filter(trashed_at__isnull=False).defer("text")
    ordered = rows.order_by("-trashed_at", "-id")
    return [document_view(row) for row in ordered[offset : offset + limit]]


def trash_count(scope: Scope) -> int:
    return Document.objects.with_trash(scope).filter(trashed_at__isnull=False).count()


def get_trashed(scope: Scope, document_id: UUID) -> DocumentView:
    """A document in the trash."""
    rows = Document.objects.with_trash(scope).filter(trashed_at__isnull=False)
    row = rows.defer("text").filter(pk=document_id).first()
    if row is None:
        raise DocumentNotFound()
    return document_view(row)
