from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from pramana.documents.contracts import CollectionView
from pramana.documents.errors import CollectionNotFound
from pramana.documents.models import Collection, Document, Source
from pramana.kit.scope import Scope


def collections_of(scope: Scope) -> list[CollectionView]:
    """The tenant's collections by name, with how many documents each holds."""
    held = (
        Document.objects.in_scope(scope)
        .filter(collection=OuterRef("pk"))
        .order_by()
        .values("collection")
        .annotate(held=Count("pk"))
        .values("held")
    )
    rows = Collection.objects.in_scope(scope).annotate(held=Coalesce(Subquery(held), 0))
    return [CollectionView(row.id, row.name, row.held, row.created_at) for row in rows]


@dataclass(frozen=True)
class Contents:
    """What goes when a collection goes."""

    documents: int
    passages: int
    sources: int


def contents_of(scope: Scope, collection_id: UUID) -> Contents:
    rows = Document.objects.in_scope(scope).filter(collection_id=collection_id)
    held = rows.aggregate(documents=Count("pk"), passages=Coalesce(Sum("passage_count"), 0))
    sources = Source.objects.in_scope(scope).filter(collection_id=collection_id).count()
    return Contents(held["documents"], held["passages"], sources)


def get_collection(scope: Scope, collection_id: UUID) -> CollectionView:
    for found in collections_of(scope):
        if found.id == collection_id:
            return found
    raise CollectionNotFound()
