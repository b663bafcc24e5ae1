"""Documents from one collection to another, with all that is found of them."""

from collections.abc import Collection as Several
from uuid import UUID

from django.db import transaction

from pramana.documents.contracts import PASSAGES
from pramana.documents.errors import CollectionNotFound
from pramana.documents.models import Collection, Document
from pramana.kit.scope import Scope
from pramana.retrieval.services import move
from pramana.tenancy.services import audit


@transaction.atomic
def move_documents(scope: Scope, document_ids: Several[UUID], collection_id: UUID | None) -> int:
    """Put documents into a collection, or into none; return how many were there to move.

    Their rows are locked first: a document whose reading ends meanwhile is indexed before or
    after, and in both cases under the collection it is in.
    """
    if collection_id and not Collection.objects.in_scope(scope).filter(pk=collection_id).exists():
        raise CollectionNotFound()
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids)
    found = list(rows.order_by("pk").select_for_update().values_list("pk", flat=True))
    rows.filter(pk__in=found).update(collection_id=collection_id)
    move(scope, PASSAGES, found, collection_id)
    audit(scope, "document.moved", "collection", collection_id or "none", documents=len(found))
    return len(found)
