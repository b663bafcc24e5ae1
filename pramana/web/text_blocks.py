"""A page's text as blocks: headings, paragraphs and tables, as its stored structure says.

Every block carries its offset in the document, so that words selected in it can be cited.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.documents.contracts import PageView
from pramana.web.highlight import Mark, Paragraph, paragraph_bounds, text_pieces, without_overlaps

LONGEST_HEADING = 300


@dataclass(frozen=True)
class TextBlock:
    """A paragraph, or a heading if it has a level."""

    at: int
    pieces: Paragraph
    level: int = 0


@dataclass(frozen=True)
class BlockCell:
    at: int
    pieces: Paragraph
    is_header: bool


@dataclass(frozen=True)
class TextTable:
    rows: tuple[tuple[BlockCell, ...], ...]


@dataclass(frozen=True)
class _Part:
    """A heading or the rows of a table, by its range in the text."""

    start: int
    end: int
    level: int = 0
    rows: tuple[tuple[Mapping[str, Any], ...], ...] = ()


def text_blocks(
    text: str, start: int, page: PageView, marks: Sequence[Mark]
) -> Iterator[TextBlock | TextTable]:
    """The blocks of a part of a page that begins at `start` of the document.

    `marks` are relative to the part. A part of the structure that does not lie whole in the text is
    shown as plain paragraphs.
    """
    apart, shift = without_overlaps(marks), start - page.start
    at = 0
    for part in _parts(text, page, shift):
        if part.start < at:
            continue
        yield from _paragraphs(text, start, at, part.start, apart)
        if part.rows:
            yield TextTable(tuple(_cells(text, start, shift, row, apart) for row in part.rows))
        else:
            pieces = tuple(text_pieces(text, part.start, part.end, apart))
            yield TextBlock(start + part.start, pieces, part.level)
        at = part.end
    yield from _paragraphs(text, start, at, len(text), apart)


def _paragraphs(
    text: str, start: int, begins: int, ends: int, marks: Sequence[Mark]
) -> Iterator[TextBlock]:
    for first, last in paragraph_bounds(text, begins, ends):
        yield TextBlock(start + first, tuple(text_pieces(text, first, last, marks)))


def _parts(text: str, page: PageView, shift: int) -> list[_Part]:
    """Headings and tables in order; tables first where a heading stands inside one."""
    tables = [part for table in page.tables if (part := _table_part(text, table, shift))]
    headings = [part for each in page.headings if (part := _heading_part(text, each, shift))]
    return sorted([*tables, *headings], key=lambda part: (part.start, -part.end))


def _heading_part(text: str, heading: Mapping[str, Any], shift: int) -> _Part | None:
    begins = heading["start"] - shift
    if not 0 <= begins < len(text) or (begins and text[begins - 1] != "\n"):
        return None
    line_end = text.find("\n", begins)
    ends = len(text) if line_end < 0 else line_end
    if ends - begins > LONGEST_HEADING or not text[begins:ends].strip():
        return None
    return _Part(begins, ends, level=min(int(heading["level"]), 4))


def _table_part(
    text: str, table: Sequence[Sequence[Mapping[str, Any]]], shift: int
) -> _Part | None:
    """The rows of a table that lie whole in the text, in the order of the text."""
    inside = [
        tuple(row)
        for row in table
        if row
        and all(0 <= cell["start"] - shift <= cell["end"] - shift <= len(text) for cell in row)
    ]
    filled = [cell for row in inside for cell in row if cell["end"] > cell["start"]]
    if len(inside) < 2 or not filled:
        return None
    begins = min(cell["start"] for cell in filled) - shift
    ends = max(cell["end"] for cell in filled) - shift
    cells = (text[cell["start"] - shift : cell["end"] - shift] for cell in filled)
    if sum(map(_letters, cells)) < _letters(text[begins:ends]):
        return None  # words between the cells would not be shown
    return _Part(begins, ends, rows=tuple(inside))


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _cells(
    text: str, start: int, shift: int, row: Sequence[Mapping[str, Any]], marks: Sequence[Mark]
) -> tuple[BlockCell, ...]:
    return tuple(
        BlockCell(
            start + cell["start"] - shift,
            tuple(text_pieces(text, cell["start"] - shift, cell["end"] - shift, marks)),
            bool(cell.get("is_header")),
        )
        for cell in row
    )
