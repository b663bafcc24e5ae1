"""Deletion without residue: rows, passages, index entries, files and runs, and the trash.

Documents in the trash can be restored, and are erased after thirty days.
"""

from collections.abc import Callable, Sequence
from collections.abc import Collection as Several
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from pramana.documents.contracts import PASSAGES, Status
from pramana.documents.errors import DocumentNotFound
from pramana.documents.models import Document, Passage, Source
from pramana.documents.services.reading import index_passages
from pramana.jobs.selectors import runs_with_argument
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.retrieval.services import remove_entries
from pramana.tenancy.services import audit, delete_runs, release_file

if TYPE_CHECKING:
    from django.db.models import QuerySet


Eraser = Callable[[Scope, Sequence[UUID]], None]
"""Removes what another app derived from these documents, in the same transaction."""

_erasers: list[Eraser] = []


def register_eraser(eraser: Eraser) -> None:
    """Call this function whenever documents are deleted. Apps above this one use it."""
    if eraser not in _erasers:
        _erasers.append(eraser)


@transaction.atomic
def delete_document(scope: Scope, document_id: UUID) -> None:
    """Delete a document, everything derived from it, and its file unless another one uses it."""
    if not erase_documents(scope, [document_id]):
        raise DocumentNotFound()


@transaction.atomic
def erase_documents(scope: Scope, document_ids: Several[UUID]) -> int:
    """Delete documents with everything derived from them; return how many there were.

    Running readings are ended first. A reading that commits locks its job before its document, so
    the locks are taken in the same order here to avoid a deadlock.
    """
    rows = Document.objects.with_trash(scope).filter(pk__in=document_ids)
    runs = runs_with_argument(scope, "documents.read", "document_id", document_ids)
    delete_runs(scope, [*runs, *_runs_of(rows)])
    found = list(rows.order_by("pk").select_for_update().values_list("pk", "file_id"))
    if found:
        remove_entries(scope, PASSAGES, parent_ids=[document_id for document_id, _ in found])
        rows.delete()
        for eraser in _erasers:
            eraser(scope, [document_id for document_id, _ in found])
    for file_id in {file_id for _, file_id in found}:
        release_file(scope, file_id)
    for document_id, _ in found:
        audit(scope, "document.deleted", "document", document_id)
    return len(found)


@transaction.atomic
def erase_sources(scope: Scope, source_ids: Several[UUID]) -> int:
    """Delete sources and their runs; the documents fetched from them stay."""
    rows = Source.objects.in_scope(scope).filter(pk__in=source_ids)
    runs = runs_with_argument(scope, "documents.fetch", "source_id", source_ids)
    delete_runs(scope, [*runs, *_runs_of(rows)])
    found = list(rows.values_list("pk", flat=True))
    rows.delete()
    for source_id in found:
        audit(scope, "source.deleted", "source", source_id)
    return len(found)


def _runs_of(rows: "QuerySet[Document] | QuerySet[Source]") -> list[UUID]:
    return [run for run in rows.values_list("run_id", flat=True) if run]


KEEP_TRASH = timedelta(days=30)
PURGE_BATCH = 100


@transaction.atomic
def trash_documents(scope: Scope, document_ids: Several[UUID]) -> int:
    """Move documents to the trash; return how many.

    They leave lists, search, answers and stacks at once. Everything derived from them stays, so
    that restoring brings all of it back.
    """
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids)
    found = list(rows.order_by("pk").select_for_update().values_list("pk", flat=True))
    Document.objects.with_trash(scope).filter(pk__in=found).update(
        trashed_at=utcnow(), trashed_by_id=scope.actor_id
    )
    if found:
        remove_entries(scope, PASSAGES, parent_ids=found)
    for document_id in found:
        audit(scope, "document.trashed", "document", document_id)
    return len(found)


@transaction.atomic
def restore_documents(scope: Scope, document_ids: Several[UUID]) -> int:
    """Take documents out of the trash and let them be found again; return how many."""
    rows = Document.objects.with_trash(scope).filter(pk__in=document_ids, trashed_at__isnull=False)
    found = list(rows.order_by("pk").select_for_update())
    for row in found:
        restore_row(scope, row)
    return len(found)


def restore_row(scope: Scope, row: Document) -> None:
    """Take one locked document out of the trash."""
    row.trashed_at = row.trashed_by_id = None
    row.save(update_fields=["trashed_at", "trashed_by_id"])
    if row.status == Status.COMPLETED:
        index_passages(scope, row, list(Passage.objects.in_scope(scope).filter(document=row)))
    audit(scope, "document.restored", "document", row.id)


def empty_trash(scope: Scope) -> int:
    """Erase everything in the tenant's trash; return how many documents there were."""
    rows = Document.objects.with_trash(scope).filter(trashed_at__isnull=False)
    erased = 0
    while batch := list(rows.order_by("pk").values_list("pk", flat=True)[:PURGE_BATCH]):
        erased += erase_documents(scope, batch)
    return erased


def purge_trash(now: datetime) -> int:
    """Erase what has been in the trash for thirty days, in every tenant; return how many."""
    rows = Document.objects.unscoped("the trash of every tenant is emptied alike")
    due = rows.filter(trashed_at__lt=now - KEEP_TRASH).order_by("trashed_at")
    erased = 0
    while batch := list(due.values_list("tenant_id", "pk")[:PURGE_BATCH]):
        for tenant_id in {tenant_id for tenant_id, _ in batch}:
            ids = [document_id for owner, document_id in batch if owner == tenant_id]
            erased += erase_documents(Scope(tenant_id=tenant_id), ids)
    return erased
