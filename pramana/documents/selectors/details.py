"""Tags, properties and saved views of a tenant, and what is in its trash."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from pramana.documents.contracts import DocumentView, PropertyKind, PropertyView, SavedViewItem
from pramana.documents.errors import DocumentNotFound
from pramana.documents.models import Document, PropertyDefinition, SavedView
from pramana.documents.selectors.documents import document_view
from pramana.kit.scope import Scope

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
