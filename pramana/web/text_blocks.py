"""A page's text as blocks: headings, paragraphs, lists, code and tables, as its structure says.

Every block carries its offset in the document, so that words selected in it can be cited. Every
character stays in the page: a sign of Markdown that is not shown is hidden by its style.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from pramana.documents.contracts import PageView
from pramana.documents.reading.contracts import BlockKind, FileKind, ReadingMethod
from pramana.web.highlight import (
    HighlightPiece,
    Mark,
    Paragraph,
    paragraph_bounds,
    text_pieces,
    without_overlaps,
)

FULL_LINE = 0.72
"""A line of at least this share of the longest one goes on in the next line."""

LONGEST_WRAPPED = 160
"""Longer lines are not the lines of a page, but whole paragraphs."""

LIST_START = re.compile(r"\s*(?:[-*•▪●○–]|\(?[0-9०-९]{1,3}[.)]|\(?[a-zA-Zक-ह][.)])\s")
LINE = re.compile(r"[^\n]+")
HEADING_SIGN = re.compile(r"#{1,6}[ \t]+")
QUOTE_SIGN = re.compile(r"^>[ \t]?", re.MULTILINE)
FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n?", re.MULTILINE)
INLINE = re.compile(
    r"(?P<code>`)(?P<c>[^`\n]+)`"
    r"|(?P<strong>\*\*|__)(?=\S)(?P<s>[^*_\n]+?)(?<=\S)(?P=strong)"
    r"|(?<![\w*])(?P<em>\*)(?=\S)(?P<e>[^*\n]+?)(?<=\S)\*(?![\w*])"
    r"|(?P<link>!?\[)(?P<l>[^\]\n]+)\]\([^)\s]*\)"
)
NAMES = {"code": "c", "strong": "s", "em": "e", "link": "l"}


@dataclass(frozen=True)
class TextStyle:
    """A range and the name of its look."""

    start: int
    end: int
    name: str


def joins_lines(kind: str, read_by: str) -> bool:
    """Whether a line break of the text may be one of the page only.

    The lines of a page image and of plain text are; those of other files are paragraphs.
    """
    method = read_by.partition(":")[0]
    wrapped = {FileKind.TEXT.value, FileKind.MARKDOWN.value, FileKind.EML.value}
    return method != ReadingMethod.PARSED or kind in wrapped


def joined_lines(text: str, start: int, end: int, width: int) -> Iterator[TextStyle]:
    """The line breaks that are shown as spaces: those after lines as wide as the page.

    >>> text = "a line as wide as the page\\nends here\\nand another"
    >>> [(style.start, style.end) for style in joined_lines(text, 0, len(text), 26)]
    [(26, 27)]
    """
    if width > LONGEST_WRAPPED:
        return
    lines = list(LINE.finditer(text, start, end))
    for line, following in pairwise(lines):
        is_next = following.start() == line.end() + 1
        is_full = line.end() - line.start() >= FULL_LINE * width
        if is_next and is_full and not _is_row(text, line.end(), following.start()):
            yield TextStyle(line.end(), line.end() + 1, "join")


def _is_row(text: str, end: int, start: int) -> bool:
    """Whether a line that ends here is apart from the one that begins there: rows and lists."""
    is_item = LIST_START.match(text, start) or text[start].isdigit()
    return bool(is_item) or text[end - 1].isdigit()


def longest_line(text: str) -> int:
    """The length of the longest line, without those of tables."""
    return max((len(line) for line in text.split("\n") if "\t" not in line), default=0)


def markdown_styles(text: str, start: int, end: int) -> Iterator[TextStyle]:
    """Bold, italic, code and links; their signs, and those of headings and quotes, are hidden."""
    for quote in QUOTE_SIGN.finditer(text, start, end):
        yield TextStyle(quote.start(), quote.end(), "syntax")
    sign = HEADING_SIGN.match(text, start, end)
    if sign:
        yield TextStyle(sign.start(), sign.end(), "syntax")
    for found in INLINE.finditer(text, sign.end() if sign else start, end):
        name = str(found.lastgroup and next(each for each in NAMES if found[each]))
        inner_start, inner_end = found.span(NAMES[name])
        yield TextStyle(found.start(), inner_start, "syntax")
        yield TextStyle(inner_start, inner_end, name)
        yield TextStyle(inner_end, found.end(), "syntax")


def fence_styles(text: str, start: int, end: int) -> Iterator[TextStyle]:
    """The fences of a code block, which are hidden."""
    for found in FENCE.finditer(text, start, end):
        yield TextStyle(found.start(), found.end(), "syntax")


LONGEST_HEADING = 300
CELL_ADDRESS = re.compile(r"(?:.*!)?([A-Z]{1,3})([0-9]+)")
TABLE_EDGE = " \t|"


@dataclass(frozen=True)
class TextBlock:
    """A paragraph, or a heading if it has a level. Its look may be an item, code or a quote."""

    at: int
    pieces: Paragraph
    level: int = 0
    look: str = ""
    indent: int = 0


@dataclass(frozen=True)
class BlockCell:
    at: int
    pieces: Paragraph
    is_header: bool


@dataclass(frozen=True)
class TextTable:
    rows: tuple[tuple[BlockCell, ...], ...]
    letters: tuple[str, ...] = ()
    """The letters of the columns, if it is a sheet."""
    numbers: tuple[str, ...] = ()

    @property
    def numbered_rows(self) -> list[tuple[str, tuple[BlockCell, ...]]]:
        return list(zip(self.numbers or [""] * len(self.rows), self.rows, strict=True))


@dataclass(frozen=True)
class _Part:
    """A heading, an item, code, or the rows of a table, by its range in the text."""

    start: int
    end: int
    level: int = 0
    look: str = ""
    indent: int = 0
    rows: tuple[tuple[Mapping[str, Any], ...], ...] = ()


def text_blocks(
    text: str, start: int, page: PageView, marks: Sequence[Mark], kind: str = ""
) -> Iterator[TextBlock | TextTable]:
    """The blocks of a part of a page that begins at `start` of the document.

    `marks` are relative to the part. A part of the structure that does not lie whole in the text is
    shown as plain paragraphs. `kind` is that of the file.
    """
    return _BlockBuilder(text, start, page, marks, kind).blocks()


class _BlockBuilder:
    def __init__(
        self, text: str, start: int, page: PageView, marks: Sequence[Mark], kind: str
    ) -> None:
        self.text = text
        self.start = start
        self.page = page
        self.shift = start - page.start
        self.marks = without_overlaps(marks)
        self.is_markdown = kind == FileKind.MARKDOWN
        self.width = 0
        if joins_lines(kind, page.read_by):
            self.width = 1 if self.is_markdown else longest_line(text)

    def blocks(self) -> Iterator[TextBlock | TextTable]:
        at = 0
        for part in _parts(self.text, self.page, self.shift):
            if part.start < at:
                continue
            yield from self._paragraphs(at, part.start)
            yield self._table(part) if part.rows else self._block(part)
            at = part.end
        yield from self._paragraphs(at, len(self.text))

    def _paragraphs(self, begins: int, ends: int) -> Iterator[TextBlock]:
        for first, last in paragraph_bounds(self.text, begins, ends):
            if not self.text[first:last].isspace():
                is_quote = self.is_markdown and self.text.startswith(">", first)
                yield self._block(_Part(first, last, look="quote" if is_quote else ""))

    def _block(self, part: _Part) -> TextBlock:
        pieces = self._pieces(part.start, part.end, self._styles(part))
        return TextBlock(self.start + part.start, pieces, part.level, part.look, part.indent)

    def _styles(self, part: _Part) -> list[TextStyle]:
        if part.look == "code":
            return list(fence_styles(self.text, part.start, part.end)) if self.is_markdown else []
        signs = markdown_styles(self.text, part.start, part.end) if self.is_markdown else ()
        joins = joined_lines(self.text, part.start, part.end, self.width) if self.width else ()
        return sorted([*signs, *joins], key=lambda style: style.start)

    def _pieces(self, start: int, end: int, styles: Sequence[TextStyle] = ()) -> Paragraph:
        """The pieces of a range: cut at its marks, and these at the styles."""
        if not styles:
            return tuple(text_pieces(self.text, start, end, self.marks))
        found: list[HighlightPiece] = []
        at = start
        for style in styles:
            found += text_pieces(self.text, at, style.start, self.marks)
            styled = text_pieces(self.text, max(at, style.start), style.end, self.marks)
            found += [replace(piece, style=style.name) for piece in styled]
            at = max(at, style.end)
        return (*found, *text_pieces(self.text, at, end, self.marks))

    def _table(self, part: _Part) -> TextTable:
        rows = tuple(tuple(self._cell(cell) for cell in row) for row in part.rows)
        return TextTable(rows, *_sheet_names(part.rows))

    def _cell(self, cell: Mapping[str, Any]) -> BlockCell:
        begins, ends = cell["start"] - self.shift, cell["end"] - self.shift
        pieces = self._pieces(begins, ends)
        return BlockCell(self.start + begins, pieces, bool(cell.get("is_header")))


def _sheet_names(
    rows: Sequence[Sequence[Mapping[str, Any]]],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The letters of the columns and the numbers of the rows, if every cell has an address."""
    found = [[CELL_ADDRESS.fullmatch(str(cell.get("address", ""))) for cell in row] for row in rows]
    widest = max(found, key=len)
    if not all(row and all(row) for row in found):
        return (), ()
    return tuple(cell[1] for cell in widest if cell), tuple(row[0][2] for row in found if row[0])


def _parts(text: str, page: PageView, shift: int) -> list[_Part]:
    """The parts in order; the wider first where one stands inside another."""
    tables = [part for table in page.tables if (part := _table_part(text, table, shift))]
    headings = [part for each in page.headings if (part := _heading_part(text, each, shift))]
    blocks = [part for each in page.blocks if (part := _block_part(text, each, shift))]
    return sorted([*tables, *headings, *blocks], key=lambda part: (part.start, -part.end))


def _heading_part(text: str, heading: Mapping[str, Any], shift: int) -> _Part | None:
    begins = heading["start"] - shift
    if not 0 <= begins < len(text) or (begins and text[begins - 1] != "\n"):
        return None
    line_end = text.find("\n", begins)
    ends = len(text) if line_end < 0 else line_end
    if ends - begins > LONGEST_HEADING or not text[begins:ends].strip():
        return None
    return _Part(begins, ends, level=min(int(heading["level"]), 4))


def _block_part(text: str, block: Mapping[str, Any], shift: int) -> _Part | None:
    begins, ends = block["start"] - shift, block["end"] - shift
    if block["kind"] not in (BlockKind.ITEM, BlockKind.CODE) or not 0 <= begins < ends <= len(text):
        return None
    return _Part(begins, ends, look=block["kind"], indent=min(int(block.get("level", 0)), 4))


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
    while begins and text[begins - 1] in TABLE_EDGE:
        begins -= 1
    while ends < len(text) and text[ends] in TABLE_EDGE:
        ends += 1
    return _Part(begins, ends, rows=tuple(inside))


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))
