"""The structure of a stored document, or of the pages around a part of its text."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from pramana.documents.models import Page
from pramana.documents.reading.contracts import Cell, Heading, Table
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
