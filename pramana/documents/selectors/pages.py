"""The pages of a document: where each is in the text, and how it was read."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from pramana.documents.contracts import PageView
from pramana.documents.domain.outcome import KeptPage
from pramana.documents.domain.paper import Block, BlockKind, Heading
from pramana.documents.errors import PageNotFound
from pramana.documents.models import Page
from pramana.documents.selectors.documents import get_document
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from django.db.models import QuerySet


def page_rows(scope: Scope, document_id: UUID) -> "QuerySet[Page]":
    return Page.objects.in_scope(scope).filter(document_id=document_id)


def pages_of(
    scope: Scope, document_id: UUID, *, first: int = 0, limit: int = 200
) -> list[PageView]:
    """The pages of a document from `first` on: where each is in the text and how it was read."""
    get_document(scope, document_id)
    rows = page_rows(scope, document_id).filter(number__gte=first)
    return [page_view(row) for row in rows.defer("text", "boxes")[:limit]]


def get_page(scope: Scope, document_id: UUID, number: int) -> PageView:
    rows = page_rows(scope, document_id).filter(number=number)
    row = rows.defer("text", "boxes").first()
    if row is None:
        raise PageNotFound()
    return page_view(row)


def stored_boxes(scope: Scope, document_id: UUID, number: int) -> list[Any] | None:
    """The word boxes that OCR found, or None where the page has a text layer to ask."""
    rows = page_rows(scope, document_id).filter(number=number)
    found = rows.values_list("boxes", flat=True)
    if not found:
        raise PageNotFound()
    boxes: list[Any] | None = found[0]
    return boxes


def page_view(row: Page) -> PageView:
    return PageView(
        number=row.number,
        start=row.start,
        end=row.end,
        read_by=row.read_by,
        confidence=row.confidence,
        flagged=row.flagged,
        quality=row.quality,
        language=row.language,
        headings=row.headings,
        tables=row.tables,
        error=row.error,
    )


def kept_pages(scope: Scope, document_id: UUID) -> list[KeptPage]:
    """The pages of a document whose reading is about to end, as they were kept."""
    rows = page_rows(scope, document_id).defer("boxes", "tables")
    return [_kept(row) for row in rows]


def _kept(row: Page) -> KeptPage:
    blocks = [Block(**{**block, "kind": BlockKind(block["kind"])}) for block in row.blocks]
    return KeptPage(
        text=row.text,
        headings=tuple(Heading(**heading) for heading in row.headings),
        code=tuple(block for block in blocks if block.kind is BlockKind.CODE),
        rows=tuple(block for block in blocks if block.kind is BlockKind.ROW),
        language=row.language,
        script=row.script,
    )
