"""Erasing without residue: rows, passages, index, file."""

from uuid import UUID

from django.db import transaction

from pramana.documents.contracts import PASSAGES
from pramana.documents.models import Document
from pramana.documents.services.reading import locked
from pramana.kit.scope import Scope
from pramana.retrieval.services import remove
from pramana.tenancy.services import audit, release_file


@transaction.atomic
def delete_document(scope: Scope, document_id: UUID) -> None:
    """Remove the document with all drawn from its text, and its file where nothing rests on it."""
    row = locked(scope, document_id)
    remove(scope, PASSAGES, parent_ids=[row.id])
    Document.objects.in_scope(scope).filter(pk=row.pk).delete()
    release_file(scope, row.file_id)
    audit(scope, "document.deleted", "document", row.id)
