"""The structure of a stored document, and where words are in it, as people say it: cell, slide."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from pramana.documents.models import Document, Page
from pramana.documents.reading.contracts import Cell, FileKind, Heading, Table
from pramana.documents.selectors.documents import document_text
from pramana.documents.selectors.text import page_rows, stored_block, text_between
from pramana.documents.structure import DocumentStructure
from pramana.documents.structure_builder import StructuredPage, build_structure
from pramana.kit.scope import Scope

NEIGHBOURS = 1
"""How many pages before and after a part are loaded: a list or a table may go on there."""


def structure_of(
    scope: Scope, document_id: UUID, *, start: int = 0, end: int | None = None
) -> DocumentStructure:
    """Sections of the whole document; paragraphs, lists and tables of the pages around a range.

    Without a range it is the whole document. Offsets are those of the document's text. A document
    that was read by an older version has what can be inferred from its text.
    """
    rows = page_rows(scope, document_id)
    spans = list(rows.order_by("number").values_list("number", "start", "end", "headings"))
    if not spans:
        text = document_text(scope, document_id)
        return build_structure(text, [StructuredPage(0, 0, len(text))])
    first, last = _page_range(spans, start, end)
    pages = [
        stored_structure(page)
        for page in rows.filter(number__gte=first, number__lte=last).only(
            "number", "start", "end", "headings", "tables", "blocks"
        )
    ]
    offset = pages[0].start if pages else 0
    text = text_between(scope, document_id, offset, pages[-1].end if pages else 0)
    headings = [
        (number, Heading(begins + each["start"], each["level"], each["text"]))
        for number, begins, _, found in spans
        for each in found
    ]
    return build_structure(text, pages, offset=offset, headings=headings, length=spans[-1][2])


def _page_range(spans: Sequence[tuple[Any, ...]], start: int, end: int | None) -> tuple[int, int]:
    """The numbers of the first and last page of a range, with its neighbours."""
    touching = [
        place
        for place, (_, begins, ends, _) in enumerate(spans)
        if ends >= start and (end is None or begins <= end)
    ]
    if not touching:
        return 0, -1
    low = max(touching[0] - NEIGHBOURS, 0)
    high = min(touching[-1] + NEIGHBOURS, len(spans) - 1)
    return spans[low][0], spans[high][0]


def stored_structure(row: Page) -> StructuredPage:
    """A page's stored parts as values."""
    return StructuredPage(
        number=row.number,
        start=row.start,
        end=row.end,
        headings=tuple(Heading(**heading) for heading in row.headings),
        tables=tuple(
            Table(tuple(tuple(Cell(**cell) for cell in cells) for cells in table))
            for table in row.tables
        ),
        blocks=tuple(stored_block(block) for block in row.blocks),
    )


CELL_KINDS = frozenset(
    {FileKind.XLSX, FileKind.ODS, FileKind.CSV, FileKind.TSV, FileKind.JSON, FileKind.XML}
)
SLIDE_KINDS = frozenset({FileKind.PPTX, FileKind.ODP})
MAIL_KINDS = frozenset({FileKind.EML, FileKind.MSG, FileKind.MBOX})
PLACED_KINDS = CELL_KINDS | SLIDE_KINDS | MAIL_KINDS
MAIL_HEADERS = ("From", "To", "Cc", "Date", "Subject")
LONGEST_HEADER = 4_100


def kinds_with_places(scope: Scope, document_ids: set[UUID]) -> dict[UUID, FileKind]:
    """Those of the documents whose parts have names of their own, with their kinds."""
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids, kind__in=PLACED_KINDS)
    return {document_id: FileKind(kind) for document_id, kind in rows.values_list("pk", "kind")}


def place_name(scope: Scope, document_id: UUID, kind: FileKind, start: int, end: int) -> str:
    """The cell (`Prices!B3`), the cells (`Prices!A3–C3`), the sheet, the slide or mail header."""
    if kind in CELL_KINDS:
        return _cells(scope, document_id, start, end)
    if kind in SLIDE_KINDS:
        return _slide(scope, document_id, start)
    return _mail_header(scope, document_id, start)


def _cells(scope: Scope, document_id: UUID, start: int, end: int) -> str:
    structure = structure_of(scope, document_id, start=start, end=end)
    table = structure.table_at(start) or structure.table_at(max(start, end - 1))
    if table is None:
        return ", ".join(structure.heading_path(start)[:1])
    touched = (cell for cell in table.cells if cell.start < end and start < cell.end)
    addresses = [cell.address for cell in touched if cell.address]
    if not addresses:
        return ""
    last = addresses[-1].rpartition("!")[2]
    return addresses[0] if len(addresses) == 1 else f"{addresses[0]}–{last}"


def _slide(scope: Scope, document_id: UUID, start: int) -> str:
    pages = page_rows(scope, document_id).filter(start__lte=start).order_by("-number")
    number = pages.values_list("number", flat=True).first()
    return "" if number is None else f"slide {number + 1}"


def _mail_header(scope: Scope, document_id: UUID, start: int) -> str:
    """The header whose line holds the words; empty in the body."""
    before = text_between(scope, document_id, max(0, start - LONGEST_HEADER), start + 10)
    at = min(start, LONGEST_HEADER)
    line = before[before.rfind("\n", 0, at) + 1 :].split("\n")[0]
    name = line.partition(":")[0]
    return name if name in MAIL_HEADERS else ""
