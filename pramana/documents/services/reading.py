"""What reading leaves behind, page by page, and the text and passages it ends in."""

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID, uuid4

from django.db import transaction

from pramana.documents.contracts import PASSAGES, Status
from pramana.documents.domain.outcome import Outcome
from pramana.documents.domain.passages import Passage as Piece
from pramana.documents.errors import DocumentNotFound
from pramana.documents.models import Document, Page, Passage
from pramana.documents.reading.contracts import DocumentInfo, PageText
from pramana.documents.selectors.passages import headed
from pramana.jobs.services import finish_run
from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Entry
from pramana.retrieval.services import index_entries, remove

BATCH = 2000


def mark(scope: Scope, document_id: UUID, status: Status, *, error: str = "") -> None:
    """Say how far reading has come."""
    Document.objects.in_scope(scope).filter(pk=document_id).update(status=status, error=error)


@transaction.atomic
def begin_reading(scope: Scope, document_id: UUID, info: DocumentInfo) -> int:
    """Note what is known before the first page; return how many pages are read already."""
    row = locked(scope, document_id)
    row.kind, row.page_count, row.status = info.kind.value, info.pages, Status.READING
    row.save(update_fields=["kind", "page_count", "status"])
    return Page.objects.in_scope(scope).filter(document=row).count()


def keep_page(scope: Scope, document_id: UUID, page: PageText) -> None:
    """Keep a page as soon as it is read. A page that came twice, after a crash, is kept once."""
    Page.objects.bulk_create([_row(scope, document_id, page)], ignore_conflicts=True)


def _row(scope: Scope, document_id: UUID, page: PageText) -> Page:
    return Page(
        tenant_id=scope.tenant_id,
        document_id=document_id,
        number=page.number,
        text=page.text,
        read_by=page.read_by,
        confidence=page.confidence,
        flagged=page.flagged,
        quality=asdict(page.quality),
        script=page.script,
        language=page.language,
        headings=[asdict(heading) for heading in page.headings],
        tables=[[[asdict(cell) for cell in row] for row in table.rows] for table in page.tables],
        blocks=[asdict(block) for block in (*page.code, *page.rows)],
        boxes=[[b.word, b.x0, b.y0, b.x1, b.y1] for b in page.boxes] if page.boxes else None,
        seconds=page.seconds,
        error=page.error,
    )


@transaction.atomic
def keep_text(scope: Scope, document_id: UUID, outcome: Outcome) -> None:
    """The text with its page map: from here on it can be read, though not yet found."""
    row = locked(scope, document_id)
    row.text, row.status, row.error = outcome.text, Status.OCR_COMPLETE, ""
    row.title = outcome.title[:500] or row.title
    row.language, row.script = outcome.language, outcome.script
    row.page_count = len(outcome.page_ranges)
    row.save()
    pages = list(Page.objects.in_scope(scope).filter(document=row).only("number"))
    for page, (start, end) in zip(pages, outcome.page_ranges, strict=True):
        page.start, page.end = start, end
    Page.objects.in_scope(scope).bulk_update(pages, ["start", "end"], batch_size=500)


def finish_reading(scope: Scope, document_id: UUID, outcome: Outcome) -> None:
    """Passages in place of what an earlier reading left. Pages need no text of their own now."""
    row = locked(scope, document_id)
    row.status, row.passage_count = Status.COMPLETED, len(outcome.passages)
    row.save(update_fields=["status", "passage_count"])
    Page.objects.in_scope(scope).filter(document=row).update(text="")
    _place_passages(scope, row, outcome.text, outcome.passages)
    if row.run_id:
        finish_run(scope, row.run_id, document_id=str(row.id))


def _place_passages(scope: Scope, row: Document, text: str, pieces: Sequence[Piece]) -> None:
    remove(scope, PASSAGES, parent_ids=[row.id])
    Passage.objects.in_scope(scope).filter(document=row).delete()
    passages = [
        Passage(
            id=uuid4(),
            tenant_id=scope.tenant_id,
            document=row,
            position=position,
            start=piece.start,
            end=piece.end,
            page=piece.page,
            section=piece.section[:500],
        )
        for position, piece in enumerate(pieces)
    ]
    Passage.objects.bulk_create(passages, batch_size=BATCH)
    index_entries(scope, [_entry(row, passage, text) for passage in passages])


def _entry(row: Document, passage: Passage, text: str) -> Entry:
    return Entry(
        space=PASSAGES,
        item_id=passage.id,
        parent_id=row.id,
        text=headed(passage.section, text[passage.start : passage.end]),
        collection_id=row.collection_id,
        url=row.url or f"/app/documents/{row.id}",
        section=passage.section,
        kind=row.kind,
        date=row.created_at.date(),
        language=row.language,
    )


def locked(scope: Scope, document_id: UUID) -> Document:
    row = Document.objects.in_scope(scope).select_for_update().filter(pk=document_id).first()
    if row is None:
        raise DocumentNotFound()
    return row
