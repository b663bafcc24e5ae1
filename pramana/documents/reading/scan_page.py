"""The page that an engine's pieces of text make: lines, headings and tables in reading order."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from pramana.documents.reading.contracts import Box, RecognisedText, around
from pramana.documents.reading.layout import LayoutPart, TableRows, compose
from pramana.documents.reading.ocr_engines import ScanReading
from pramana.documents.reading.page_builder import (
    CellContent,
    PageBuilder,
    add_table,
    part_labels,
)
from pramana.documents.reading.ruled_tables import ruled_tables
from pramana.documents.reading.scan_layout import (
    PageFrame,
    ScannedPiece,
    body_height,
    find_ruling_lines,
    scan_heading_level,
    split_at_columns,
    split_at_rules,
    straight_image,
)
from pramana.documents.reading.scan_models import ShapeCell, TableShape, table_shape
from pramana.documents.reading.scan_tables import TableRecogniser

WIDER = 1.45
"""A step between two lines that is so much wider than usual begins a paragraph."""

MARGIN = 6.0
"""In points: what the model is shown around a table."""


def compose_scan(image: Any, reading: ScanReading, models: str) -> RecognisedText:
    """Pieces come in no reliable order, so they are laid out like the words of a text layer."""
    if not reading.pieces:
        return RecognisedText("", confidence=0.0)
    frame = reading.frame
    straight = straight_image(image, frame)
    rules = find_ruling_lines(straight, frame)
    pieces: Sequence[ScannedPiece] = split_at_rules(reading.pieces, ruled_tables(rules), frame)
    pieces, parts = _lay_out(
        pieces, rules, frame, lambda box: _shape_at(straight, frame, box, models)
    )
    page = PageBuilder()
    _add_parts(page, pieces, parts)
    order = [place for part in parts for place in _places(part)]
    words = tuple(word for place in order for word in pieces[place].words)
    content = page.content
    return RecognisedText(
        content.text,
        content.headings,
        content.tables,
        boxes=words,
        confidence=reading.confidence,
    )


def _lay_out(
    pieces: Sequence[ScannedPiece],
    rules: Sequence[Box],
    frame: PageFrame,
    shape_at: Callable[[Box], TableShape | None],
) -> tuple[Sequence[ScannedPiece], list[LayoutPart]]:
    """The parts of the page, and its pieces; those that a table cuts are split first."""

    def recogniser() -> TableRecogniser:
        return TableRecogniser([piece.text for piece in pieces], shape_at)

    first = recogniser()
    parts = compose([piece.box for piece in pieces], rules, is_ordered=False, recogniser=first)
    if not first.cuts:
        return pieces, parts
    pieces = split_at_columns(pieces, first.cuts, frame)
    boxes = [piece.box for piece in pieces]
    return pieces, compose(boxes, rules, is_ordered=False, recogniser=recogniser())


def _add_parts(
    page: PageBuilder, pieces: Sequence[ScannedPiece], parts: Sequence[LayoutPart]
) -> None:
    body = body_height(pieces)
    spaces = _spaces_before(pieces, parts)
    for part, is_apart in zip(parts, spaces, strict=True):
        if isinstance(part, TableRows):
            add_table(page, _table_content(pieces, part))
            continue
        text = _joined_text(pieces, part.words)
        if level := scan_heading_level([pieces[n] for n in part.words], text, body):
            page.heading(text, level)
            continue
        for line in part_labels([_joined_text(pieces, words) for words in part.pieces]):
            page.paragraph(line, is_apart=is_apart)
            is_apart = False


def _places(part: LayoutPart) -> Iterator[int]:
    if isinstance(part, TableRows):
        yield from (place for row in part.cells for cell in row for place in cell)
    else:
        yield from part.words


def _spaces_before(pieces: Sequence[ScannedPiece], parts: Sequence[LayoutPart]) -> list[bool]:
    """For each part, whether more space than usual is above it."""
    bounds = [around([pieces[place].box for place in _places(part)]) for part in parts]
    gaps = [below.y0 - above.y0 for above, below in pairwise(bounds)]
    lines = [
        gap
        for gap, (above, below) in zip(gaps, pairwise(parts), strict=True)
        if gap > 0 and not isinstance(above, TableRows) and not isinstance(below, TableRows)
    ]
    usual = median(lines) if lines else float("inf")
    after_table = [isinstance(part, TableRows) for part in parts[:-1]]
    wide = [
        gap > WIDER * usual or gap < 0 or is_after
        for gap, is_after in zip(gaps, after_table, strict=True)
    ]
    return [False, *wide]


def _shape_at(straight: Any, frame: PageFrame, box: Box, models: str) -> TableShape | None:
    """What the model sees in a part of the page, in points."""
    scale = frame.scale
    left, top = max(box.x0 - MARGIN, 0.0), max(box.y0 - MARGIN, 0.0)
    edges = (left, top, box.x1 + MARGIN, box.y1 + MARGIN)
    x0, y0, x1, y1 = (round(edge / scale) for edge in edges)
    shape = table_shape(
        straight.crop((x0, y0, min(x1, frame.width), min(y1, frame.height))), models
    )
    return shape and TableShape(tuple(_in_points(cell, left, top, scale) for cell in shape.cells))


def _in_points(cell: ShapeCell, left: float, top: float, scale: float) -> ShapeCell:
    x0, y0, x1, y1 = (edge * scale for edge in cell.box)
    box = Box(left + x0, top + y0, left + x1, top + y1)
    return ShapeCell(cell.row, cell.column, cell.rows, cell.columns, box)


def _table_content(pieces: Sequence[ScannedPiece], table: TableRows) -> list[list[CellContent]]:
    return [
        [
            CellContent(_joined_text(pieces, cell), *table.spans.get((row, column), (1, 1)))
            for column, cell in enumerate(cells)
        ]
        for row, cells in enumerate(table.cells)
    ]


def _joined_text(pieces: Sequence[ScannedPiece], places: tuple[int, ...]) -> str:
    return " ".join(pieces[place].text for place in places)
