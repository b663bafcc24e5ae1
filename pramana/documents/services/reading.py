"""What reading a document stores: each page as it is read, then the text, then the passages."""

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID, uuid4

from django.db import transaction

from pramana.documents.contracts import PASSAGES, Status
from pramana.documents.errors import DocumentNotFound
from pramana.documents.models import Document, Page, Passage
from pramana.documents.reading.contracts import DocumentInfo, FileKind, PageText
from pramana.documents.reading.passages import AssembledDocument
from pramana.documents.selectors.text import passage_with_heading
from pramana.jobs.queue import finish_run
from pramana.kit.scope import Scope
from pramana.kit.texts import SECTION_SEPARATOR, with_visible_overrides
from pramana.retrieval.contracts import IndexEntry
from pramana.retrieval.services import index_entries, remove_entries
from pramana.tenancy.contracts import NoticeKind
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services.notices import publish_notice

BATCH = 2000
MESSAGE_KINDS = frozenset({FileKind.EML, FileKind.MSG})
LONGEST_SUBJECT = 200


def lock_document(scope: Scope, document_id: UUID) -> Document:
    """The document, also one in the trash: what is being read there is read to its end."""
    rows = Document.objects.with_trash(scope).filter(pk=document_id)
    return lock_row(rows, DocumentNotFound())


def set_status(scope: Scope, document_id: UUID, status: Status, *, error: str = "") -> None:
    Document.objects.with_trash(scope).filter(pk=document_id).update(status=status, error=error)


@transaction.atomic
def begin_reading(scope: Scope, document_id: UUID, info: DocumentInfo) -> int:
    """Store what is known before the first page; return how many pages are already read."""
    row = lock_document(scope, document_id)
    row.kind, row.page_count, row.status = info.kind.value, info.pages, Status.READING
    row.thread = list(info.thread)
    if info.kind in MESSAGE_KINDS and not row.is_renamed:  # its attachments are read next
        row.title = with_visible_overrides(info.title)[:500] or row.title
    row.save(update_fields=["kind", "page_count", "status", "thread", "title"])
    return Page.objects.in_scope(scope).filter(document=row).count()


def save_page(scope: Scope, document_id: UUID, page: PageText) -> None:
    """Store a page as soon as it is read. After a crash the same page may come again."""
    row = Page(
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
        blocks=[asdict(block) for block in page.blocks],
        boxes=[[b.word, b.x0, b.y0, b.x1, b.y1] for b in page.boxes] if page.boxes else None,
        seconds=page.seconds,
        error=page.error,
    )
    Page.objects.bulk_create([row], ignore_conflicts=True)


@transaction.atomic
def save_text(scope: Scope, document_id: UUID, document: AssembledDocument) -> None:
    """Store the text and the range of each page. The text can be read now, but not searched."""
    row = lock_document(scope, document_id)
    row.text, row.status, row.error = document.text, Status.OCR_COMPLETE, ""
    if not row.is_renamed:
        row.title = with_visible_overrides(document.title)[:500] or row.title
    row.language, row.script = document.language, document.script
    row.page_count = len(document.page_ranges)
    row.save()
    pages = list(Page.objects.in_scope(scope).filter(document=row).only("number"))
    for page, (start, end) in zip(pages, document.page_ranges, strict=True):
        page.start, page.end = start, end
    Page.objects.in_scope(scope).bulk_update(pages, ["start", "end"], batch_size=500)


def finish_reading(scope: Scope, document_id: UUID, document: AssembledDocument) -> None:
    """Replace the passages of an earlier reading, in the rows and in the search index.

    The pages' own texts are cleared: the document's text contains them.
    """
    row = lock_document(scope, document_id)
    row.status, row.passage_count = Status.COMPLETED, len(document.passages)
    row.save(update_fields=["status", "passage_count"])
    Page.objects.in_scope(scope).filter(document=row).update(text="")
    remove_entries(scope, PASSAGES, parent_ids=[row.id])
    Passage.objects.in_scope(scope).filter(document=row).delete()
    about = _subject_of_mail(scope, row)
    passages = [
        Passage(
            id=uuid4(),
            tenant_id=scope.tenant_id,
            document=row,
            position=position,
            start=span.start,
            end=span.end,
            page=span.page,
            section=SECTION_SEPARATOR.join(filter(None, (about, span.section)))[:500],
            lead=span.lead,
        )
        for position, span in enumerate(document.passages)
    ]
    Passage.objects.bulk_create(passages, batch_size=BATCH)
    if row.trashed_at is None:
        index_passages(scope, row, passages)
    publish_notice(scope, NoticeKind.DOCUMENT_READ, document_id=row.id, run_id=row.run_id)
    if row.run_id:
        finish_run(scope, row.run_id, document_id=str(row.id))


def _subject_of_mail(scope: Scope, row: Document) -> str:
    """What the mail that a document came with is about: often only the mail says it."""
    documents = Document.objects.with_trash(scope).only("container_id", "kind", "title")
    while row.container_id is not None:
        found = documents.filter(pk=row.container_id).first()
        if found is None:
            break
        if found.kind in MESSAGE_KINDS:
            return found.title[:LONGEST_SUBJECT]
        row = found
    return ""


def index_passages(scope: Scope, row: Document, passages: Sequence[Passage]) -> None:
    """Let the passages of a document be found."""
    entries = [
        IndexEntry(
            space=PASSAGES,
            item_id=passage.id,
            parent_id=row.id,
            text=passage_with_heading(
                passage.section, row.text[passage.start : passage.end], passage.lead
            ),
            collection_id=row.collection_id,
            url=row.url or f"/app/documents/{row.id}",
            section=passage.section,
            kind=row.kind,
            date=row.created_at.date(),
            language=row.language,
        )
        for passage in passages
    ]
    index_entries(scope, entries)
