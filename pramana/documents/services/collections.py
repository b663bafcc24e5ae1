"""Collections: made, renamed, and erased with everything in them."""

from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.documents.errors import CollectionExists, CollectionNotFound
from pramana.documents.models import Collection, Document, Source
from pramana.documents.services.deleting import erase_documents, erase_sources
from pramana.documents.services.moving import move_documents
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import is_storable
from pramana.tenancy.services import audit


def create_collection(scope: Scope, name: str) -> UUID:
    row = Collection(tenant_id=scope.tenant_id, name=_named(name))
    _save(row)
    return row.id


def rename_collection(scope: Scope, collection_id: UUID, name: str) -> None:
    row = _found(scope, collection_id)
    row.name = _named(name)
    _save(row)


@transaction.atomic
def delete_collection(scope: Scope, collection_id: UUID, *, with_documents: bool = True) -> int:
    """Erase a collection with its documents and sources; return how many documents it held.

    Without its documents, they and its sources stay and are in no collection any more. The row is
    locked first, so nothing is put in meanwhile.
    """
    row = _found(scope, collection_id, lock=True)
    documents = Document.objects.in_scope(scope).filter(collection=row)
    sources = Source.objects.in_scope(scope).filter(collection=row)
    held = list(documents.values_list("pk", flat=True))
    if with_documents:
        erase_documents(scope, held)
        erase_sources(scope, list(sources.values_list("pk", flat=True)))
    else:
        move_documents(scope, held, None)
        sources.update(collection=None)
    row.delete()
    audit(scope, "collection.deleted", "collection", collection_id, documents=len(held))
    return len(held)


def _found(scope: Scope, collection_id: UUID, *, lock: bool = False) -> Collection:
    rows = Collection.objects.in_scope(scope).filter(pk=collection_id)
    row = (rows.select_for_update() if lock else rows).first()
    if row is None:
        raise CollectionNotFound()
    return row


def _named(name: str) -> str:
    name = name.strip()
    if not name or len(name) > 200 or not is_storable(name):
        raise InvalidRequest("A collection's name has 1 to 200 characters.")
    return name


def _save(row: Collection) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise CollectionExists(row.name) from None
