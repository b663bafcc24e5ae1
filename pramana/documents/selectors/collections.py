from uuid import UUID

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from pramana.documents.contracts import CollectionView
from pramana.documents.errors import CollectionNotFound
from pramana.documents.models import Collection, Document
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


def get_collection(scope: Scope, collection_id: UUID) -> CollectionView:
    for found in collections_of(scope):
        if found.id == collection_id:
            return found
    raise CollectionNotFound()
