"""Collections: create, rename and delete them, and move documents between them."""

from collections.abc import Collection as Several
from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.documents.contracts import PASSAGES
from pramana.documents.errors import CollectionExists, CollectionNotFound
from pramana.documents.models import Collection, Document, Source
from pramana.documents.services.deletion import erase_documents, erase_sources
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import is_storable, with_visible_overrides
from pramana.retrieval.services import move_entries
from pramana.tenancy.services import audit


@transaction.atomic
def move_documents(scope: Scope, document_ids: Several[UUID], collection_id: UUID | None) -> int:
    """Move documents to a collection, or out of any; return how many were moved.

    Their rows are locked first: a document whose reading ends at the same time is indexed before or
    after the move, with its collection in both cases.
    """
    if collection_id and not Collection.objects.in_scope(scope).filter(pk=collection_id).exists():
        raise CollectionNotFound()
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids)
    found = list(rows.order_by("pk").select_for_update().values_list("pk", flat=True))
    rows.filter(pk__in=found).update(collection_id=collection_id)
    move_entries(scope, PASSAGES, found, collection_id)
    audit(scope, "document.moved", "collection", collection_id or "none", documents=len(found))
    return len(found)


def create_collection(scope: Scope, name: str) -> UUID:
    row = Collection(tenant_id=scope.tenant_id, name=_valid_name(name))
    _save(row)
    return row.id


def rename_collection(scope: Scope, collection_id: UUID, name: str) -> None:
    row = _get_collection(scope, collection_id)
    row.name = _valid_name(name)
    _save(row)


@transaction.atomic
def delete_collection(scope: Scope, collection_id: UUID, *, with_documents: bool = True) -> int:
    """Delete a collection with its documents and sources; return how many documents it held.

    With `with_documents=False` the documents and sources stay, without a collection. The row is
    locked first, so that nothing is added meanwhile.
    """
    row = _get_collection(scope, collection_id, lock=True)
    documents = Document.objects.with_trash(scope).filter(collection=row)
    sources = Source.objects.in_scope(scope).filter(collection=row)
    contained = list(documents.values_list("pk", flat=True))
    if with_documents:
        erase_documents(scope, contained)
        erase_sources(scope, list(sources.values_list("pk", flat=True)))
    else:
        move_documents(scope, contained, None)
        documents.update(collection=None)
        sources.update(collection=None)
    row.delete()
    audit(scope, "collection.deleted", "collection", collection_id, documents=len(contained))
    return len(contained)


def _get_collection(scope: Scope, collection_id: UUID, *, lock: bool = False) -> Collection:
    rows = Collection.objects.in_scope(scope).filter(pk=collection_id)
    row = (rows.select_for_update() if lock else rows).first()
    if row is None:
        raise CollectionNotFound()
    return row


def _valid_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > 200 or not is_storable(name):
        raise InvalidRequest("A collection's name has 1 to 200 characters.")
    return with_visible_overrides(name)[:200]


def _save(row: Collection) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise CollectionExists(row.name) from None
