from datetime import datetime
from uuid import UUID

from pramana.documents.contracts import DocumentView, OutsideOrigin, Status
from pramana.documents.errors import DocumentNotFound, NotReadYet
from pramana.documents.models import Document
from pramana.kit.scope import Scope

READABLE = (Status.OCR_COMPLETE, Status.COMPLETED)


def documents_page(
    scope: Scope,
    *,
    query: str = "",
    status: Status | None = None,
    collection_id: UUID | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[DocumentView]:
    """The tenant's documents, newest first; `before` continues where a page ended."""
    rows = Document.objects.in_scope(scope).defer("text")
    if query:
        rows = rows.filter(title__icontains=query)
    if status:
        rows = rows.filter(status=status)
    if collection_id:
        rows = rows.filter(collection_id=collection_id)
    if before:
        rows = rows.filter(created_at__lt=before)
    return [view(row) for row in rows[:limit]]


def get_document(scope: Scope, document_id: UUID) -> DocumentView:
    row = Document.objects.in_scope(scope).defer("text").filter(pk=document_id).first()
    if row is None:
        raise DocumentNotFound()
    return view(row)


def document_text(scope: Scope, document_id: UUID) -> str:
    """The stored text that every offset counts in."""
    row = Document.objects.in_scope(scope).filter(pk=document_id).only("status", "text").first()
    if row is None:
        raise DocumentNotFound()
    if row.status not in READABLE:
        raise NotReadYet()
    return row.text


def document_count(scope: Scope) -> int:
    return Document.objects.in_scope(scope).count()


def charset_of(scope: Scope, document_id: UUID) -> str:
    """What the server that sent a document said of its characters; empty for uploads."""
    rows = Document.objects.in_scope(scope).filter(pk=document_id)
    return rows.values_list("charset", flat=True).first() or ""


def file_of(scope: Scope, document_id: UUID) -> tuple[UUID, str]:
    """The stored file a document is read from, and the name it came with."""
    found = (
        Document.objects.in_scope(scope)
        .filter(pk=document_id)
        .values_list("file_id", "filename")
        .first()
    )
    if found is None:
        raise DocumentNotFound()
    return found


def view(row: Document, *, duplicate_of: UUID | None = None) -> DocumentView:
    return DocumentView(
        id=row.id,
        title=row.title,
        filename=row.filename,
        kind=row.kind,
        status=Status(row.status),
        error=row.error,
        size=row.size,
        language=row.language,
        script=row.script,
        page_count=row.page_count,
        passage_count=row.passage_count,
        created_at=row.created_at,
        run_id=row.run_id,
        collection_id=row.collection_id,
        source_url=row.url or f"/app/documents/{row.id}",
        duplicate_of=duplicate_of,
        origin=_origin(row),
    )


def _origin(row: Document) -> OutsideOrigin | None:
    if not row.origin or row.fetched_at is None:
        return None
    return OutsideOrigin(row.origin, row.fetched_at, row.let_in_by_id)
