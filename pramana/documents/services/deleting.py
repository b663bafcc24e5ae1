"""Erasing without residue: rows, passages, index, file, and the work that was done on them."""

from collections.abc import Collection as Several
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from pramana.documents.contracts import PASSAGES
from pramana.documents.erasure import erase_elsewhere
from pramana.documents.errors import DocumentNotFound
from pramana.documents.models import Document, Source
from pramana.jobs.selectors import runs_given
from pramana.kit.scope import Scope
from pramana.retrieval.services import remove
from pramana.tenancy.services import audit, forget_runs, release_file

if TYPE_CHECKING:
    from django.db.models import QuerySet


@transaction.atomic
def delete_document(scope: Scope, document_id: UUID) -> None:
    """Remove the document with all drawn from its text, and its file where nothing rests on it."""
    if not erase_documents(scope, [document_id]):
        raise DocumentNotFound()


@transaction.atomic
def erase_documents(scope: Scope, document_ids: Several[UUID]) -> int:
    """Remove documents with every trace of them; return how many were there.

    Readings under way are ended first. One that commits holds its job before its document, so the
    two are taken in that order here as well, and neither waits for the other in a circle.
    """
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids)
    runs = runs_given(scope, "documents.read", "document_id", document_ids)
    forget_runs(scope, [*runs, *_runs_of(rows)])
    found = list(rows.order_by("pk").select_for_update().values_list("pk", "file_id"))
    if found:
        remove(scope, PASSAGES, parent_ids=[document_id for document_id, _ in found])
        rows.delete()
        erase_elsewhere(scope, [document_id for document_id, _ in found])
    for file_id in {file_id for _, file_id in found}:
        release_file(scope, file_id)
    for document_id, _ in found:
        audit(scope, "document.deleted", "document", document_id)
    return len(found)


@transaction.atomic
def erase_sources(scope: Scope, source_ids: Several[UUID]) -> int:
    """Forget sources and their fetching; documents that came from them stay."""
    rows = Source.objects.in_scope(scope).filter(pk__in=source_ids)
    runs = runs_given(scope, "documents.fetch", "source_id", source_ids)
    forget_runs(scope, [*runs, *_runs_of(rows)])
    found = list(rows.values_list("pk", flat=True))
    rows.delete()
    for source_id in found:
        audit(scope, "source.deleted", "source", source_id)
    return len(found)


def _runs_of(rows: "QuerySet[Document] | QuerySet[Source]") -> list[UUID]:
    return [run for run in rows.values_list("run_id", flat=True) if run]
