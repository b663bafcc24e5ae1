"""Collections: made, renamed, and erased with everything in them."""

from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.documents.errors import CollectionExists, CollectionNotFound
from pramana.documents.models import Collection, Document
from pramana.documents.services.deleting import delete_document
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
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
def delete_collection(scope: Scope, collection_id: UUID) -> int:
    """Erase a collection and every document in it; return how many those were."""
    row = _found(scope, collection_id)
    held = Document.objects.in_scope(scope).filter(collection=row)
    document_ids = list(held.values_list("pk", flat=True))
    for document_id in document_ids:
        delete_document(scope, document_id)
    row.delete()
    audit(scope, "collection.deleted", "collection", collection_id, documents=len(document_ids))
    return len(document_ids)


def _found(scope: Scope, collection_id: UUID) -> Collection:
    row = Collection.objects.in_scope(scope).filter(pk=collection_id).first()
    if row is None:
        raise CollectionNotFound()
    return row


def _named(name: str) -> str:
    name = name.strip()
    if not name or len(name) > 200 or "\x00" in name:
        raise InvalidRequest("A collection's name has 1 to 200 characters.")
    return name


def _save(row: Collection) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise CollectionExists(row.name) from None
