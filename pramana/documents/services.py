"""Changes to documents, one transaction each."""

from collections.abc import Sequence
from pathlib import PurePath
from uuid import UUID

from django.conf import settings
from django.core.files.base import File
from django.db import transaction

from pramana.documents.contracts import DocumentView, Status
from pramana.documents.errors import DocumentNotFound, FileRefused, FileTooLarge, NothingToRetry
from pramana.documents.models import Document, Passage
from pramana.documents.selectors import view
from pramana.jobs.services import enqueue
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit, release_file, start_run, store_file

EXTENSIONS = (".txt",)
BATCH = 2000


@transaction.atomic
def add_files(
    scope: Scope, files: "Sequence[tuple[str, File[bytes]]]", *, collection_id: UUID | None = None
) -> list[DocumentView]:
    """Take in several files, or none of them when one is refused."""
    return [add_file(scope, name, content, collection_id=collection_id) for name, content in files]


@transaction.atomic
def add_file(
    scope: Scope, filename: str, content: "File[bytes]", *, collection_id: UUID | None = None
) -> DocumentView:
    """Take a file in and ask for it to be read. Accepted and queued are one fact."""
    name = _checked(filename, content)
    stored = store_file(scope, content)
    row = Document(
        tenant_id=scope.tenant_id,
        title=PurePath(name).stem or name,
        filename=name,
        file_id=stored.id,
        collection_id=collection_id,
        size=stored.size,
        created_by_id=scope.actor_id,
    )
    _ask_to_read(scope, row)
    return view(row)


def _checked(filename: str, content: "File[bytes]") -> str:
    name = PurePath(filename.replace("\\", "/").replace("\x00", "")).name.strip()[:255]
    if PurePath(name).suffix.lower() not in EXTENSIONS:
        raise FileRefused(
            f"This kind of file cannot be read yet. Send one of: {', '.join(EXTENSIONS)}."
        )
    if not content.size:
        raise FileRefused("The file is empty.")
    limit = settings.PRAMANA.upload_limit_mb
    if content.size > limit * 1024 * 1024:
        raise FileTooLarge(limit)
    return name


def _ask_to_read(scope: Scope, row: Document) -> None:
    row.run_id = start_run(scope, "documents.read")
    row.status, row.error = Status.QUEUED, ""
    row.save()
    enqueue(scope, "documents.read", run_id=row.run_id, document_id=row.id)


def store_reading(
    scope: Scope, document_id: UUID, text: str, passages: Sequence[tuple[int, int, list[str]]]
) -> None:
    """Put the text and its passages in place of whatever an earlier reading left."""
    row = _locked(scope, document_id)
    Passage.objects.in_scope(scope).filter(document=row).delete()
    Passage.objects.bulk_create(
        (
            Passage(
                tenant_id=scope.tenant_id,
                document=row,
                position=position,
                start=start,
                end=end,
                terms=terms,
            )
            for position, (start, end, terms) in enumerate(passages)
        ),
        batch_size=BATCH,
    )
    row.text, row.status, row.error = text, Status.COMPLETED, ""
    row.passage_count = len(passages)
    row.save(update_fields=["text", "status", "error", "passage_count"])


def mark(scope: Scope, document_id: UUID, status: Status, *, error: str = "") -> None:
    """Say how far reading has come."""
    Document.objects.in_scope(scope).filter(pk=document_id).update(status=status, error=error)


@transaction.atomic
def retry_document(scope: Scope, document_id: UUID) -> DocumentView:
    """Read a document again whose reading failed."""
    row = _locked(scope, document_id)
    if row.status != Status.FAILED:
        raise NothingToRetry()
    _ask_to_read(scope, row)
    return view(row)


@transaction.atomic
def delete_document(scope: Scope, document_id: UUID) -> None:
    """Remove the document with its passages, and its file where nothing else rests on it."""
    row = _locked(scope, document_id)
    Document.objects.in_scope(scope).filter(pk=row.pk).delete()
    release_file(scope, row.file_id)
    audit(scope, "document.deleted", "document", row.id)


def _locked(scope: Scope, document_id: UUID) -> Document:
    row = Document.objects.in_scope(scope).select_for_update().filter(pk=document_id).first()
    if row is None:
        raise DocumentNotFound()
    return row
