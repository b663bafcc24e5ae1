"""Builds a page's text piece by piece, and records the ranges of headings, cells and code."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pramana.documents.reading.contracts import (
    Block,
    BlockKind,
    Cell,
    Heading,
    PageContent,
    Table,
)
from pramana.documents.reading.lists import item_lines
from pramana.documents.reading.table_headers import are_pairs
from pramana.kit.evidence import nfc

CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
CONTROL_BYTES = bytes(code for code in range(128) if CONTROL_CHARACTERS.match(chr(code)))
SPACES = re.compile(r"[ \t\u00a0]+")
MAX_LEVEL = 6


@dataclass(frozen=True, slots=True)
class CellContent:
    """A cell as a file describes it: its text, how far it spans, whether it is marked a header."""

    text: str
    columns: int = 1
    rows: int = 1
    is_header: bool = False
    address: str = ""


TableContent = Sequence[Sequence[str | CellContent]]
"""The rows of a table; a plain text is a cell that spans nothing."""


class PageBuilder:
    """Every paragraph is a line; the cells of a row share a line, separated by tabs.

    Every item of a list is a line that begins with its marker, as a reader sees it.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._headings: list[Heading] = []
        self._tables: list[Table] = []
        self._code: list[Block] = []
        self._items: list[Block] = []
        self._lists = 0
        self._calls: list[tuple[str, tuple[Any, ...]]] = []

    @classmethod
    def as_is(cls, content: PageContent) -> "PageBuilder":
        """A page with exactly this text and these parts."""
        page = cls()
        page._add(content.text)
        page._calls.append(("as_is", (content.text,)))
        page._headings, page._code = list(content.headings), list(content.code)
        page._tables, page._items = list(content.tables), list(content.items)
        return page

    def respell(self, spell: Callable[[str], str]) -> "PageBuilder":
        """The same page with `spell` applied to every piece of text."""
        if self._calls and self._calls[0][0] == "as_is":
            return PageBuilder.as_is(PageContent(spell(self.text)))
        other = PageBuilder()
        for name, (content, *rest) in self._calls:
            if name == "table":
                content = [[replace(cell, text=spell(cell.text)) for cell in r] for r in content]
            elif name != "begin_list":
                content = spell(content)
            getattr(other, name)(content, *rest)
        return other

    def append(self, other: "PageBuilder") -> None:
        """Add everything that another page holds, in its order."""
        for name, arguments in other._calls:
            getattr(self, name)(*arguments)

    @property
    def content(self) -> PageContent:
        return PageContent(
            self.text, self.headings, self.tables, self.code, items=tuple(self._items)
        )

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def headings(self) -> tuple[Heading, ...]:
        return tuple(self._headings)

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(self._tables)

    @property
    def code(self) -> tuple[Block, ...]:
        return tuple(self._code)

    def paragraph(self, text: str, is_apart: bool = False) -> None:
        """Add a paragraph; one that is apart from what is above it has a blank line before it."""
        if cleaned := clean(text).strip():
            self._calls.append(("paragraph", (text, is_apart)))
            self._open_line(blank=is_apart)
            self._add(cleaned)

    def heading(self, text: str, level: int) -> None:
        if cleaned := clean(text.replace("\n", " ")).strip():
            self._calls.append(("heading", (text, level)))
            self._open_line(blank=True)
            self._headings.append(Heading(self._length, min(max(level, 1), MAX_LEVEL), cleaned))
            self._add(cleaned)

    def fence(self, text: str) -> None:
        """Add code, which keeps its lines and indentation."""
        if code := nfc(remove_control_characters(text)).strip("\n"):
            self._calls.append(("fence", (text,)))
            self._open_line(blank=True)
            start = self._length
            self._add(code)
            self._code.append(Block(start, self._length, BlockKind.CODE))

    def begin_list(self, level: int = 0) -> None:
        """Begin a list; a nested one, with a level, is part of the list around it."""
        self._calls.append(("begin_list", (level,)))
        self._lists += not level

    def item(self, text: str, marker: str, level: int = 0) -> None:
        """Add an item of the list that was begun last."""
        if cleaned := clean(text).strip():
            self._calls.append(("item", (text, marker, level)))
            self._open_line()
            start = self._length
            self._add(f"{marker} {cleaned}")
            self._items.append(
                Block(start, self._length, BlockKind.ITEM, self._lists, level, marker)
            )

    def continue_item(self, text: str) -> None:
        """Add another paragraph to the last item, unless a table or code came after it."""
        ends = [self._items[-1].end] if self._items else []
        others = [table.end for table in self._tables[-1:]] + [one.end for one in self._code[-1:]]
        if not ends or max(others, default=0) > ends[0]:
            self.paragraph(text)
        elif cleaned := clean(text).strip():
            self._calls.append(("continue_item", (text,)))
            self._open_line()
            self._add(cleaned)
            self._items[-1] = replace(self._items[-1], end=self._length)

    def table(self, rows: TableContent) -> None:
        """Add a table as a full grid; a row without words is left out.

        Where a row has several labels, each with its value beside it, each pair is a row.
        """
        grid = fill_grid(rows)
        filled = [row for row in grid if any(cell.text.strip() for cell in row)]
        if are_pairs([[cell.text.strip() for cell in row] for row in filled]):
            places = range(0, len(filled[0]), 2)
            pairs = [row[n : n + 2] for row in filled for n in places if row[n].text]
            filled = [[replace(cell, is_header=False) for cell in pair] for pair in pairs]
        if filled:
            self._calls.append(("table", (filled,)))
            self._open_line()
            self._tables.append(Table(tuple(self._row(row) for row in filled)))

    def _row(self, cells: Sequence[CellContent]) -> tuple[Cell, ...]:
        self._open_line()
        row = []
        for place, cell in enumerate(cells):
            self._add("\t" if place else "")
            start, text = self._length, " ".join(clean(cell.text).split())
            self._add(text)
            spans = (cell.columns, cell.rows)
            row.append(Cell(start, self._length, text, *spans, cell.is_header, cell.address))
        return tuple(row)

    def _open_line(self, *, blank: bool = False) -> None:
        if self._length:
            self._add("\n\n" if blank else "\n")

    def _add(self, piece: str) -> None:
        self._parts.append(piece)
        self._length += len(piece)


MAX_SPAN = 100
MAX_WIDTH = 1_000
MAX_COVERED = 100_000
"""Beyond so many places that are spanned, a cell takes only its own row."""

EMPTY_CELL = CellContent("")


def fill_grid(rows: TableContent) -> list[list[CellContent]]:
    """The rows with an empty cell wherever another cell spans, all of one length.

    >>> [[c.text for c in row] for row in fill_grid([[CellContent("a", 2), "b"], ["c"]])]
    [['a', '', 'b'], ['c', '', '']]
    """
    grid: list[list[CellContent]] = []
    covered: set[tuple[int, int]] = set()
    for number, row in enumerate(rows):
        line: list[CellContent] = []
        for given in row:
            cell = given if isinstance(given, CellContent) else CellContent(given)
            while (number, len(line)) in covered:
                line.append(EMPTY_CELL)
            wide = min(max(cell.columns, 1), MAX_SPAN)
            tall = min(max(cell.rows, 1), MAX_SPAN, len(rows) - number)
            tall = tall if len(covered) < MAX_COVERED else 1
            first = len(line)
            covered.update((number + n, first + m) for n in range(1, tall) for m in range(wide))
            line += [replace(cell, columns=wide, rows=tall), *[EMPTY_CELL] * (wide - 1)]
            if len(line) > MAX_WIDTH:
                break
        while (number, len(line)) in covered:
            line.append(EMPTY_CELL)
        grid.append(line)
    width = max((len(line) for line in grid), default=0)
    return [line + [EMPTY_CELL] * (width - len(line)) for line in grid]


def remove_control_characters(text: str) -> str:
    """The text without control characters; the ASCII case is fast because it is common."""
    if text.isascii():
        return text.encode().translate(None, CONTROL_BYTES).decode()
    return CONTROL_CHARACTERS.sub("", text)


def clean(text: str) -> str:
    """NFC text without control characters, with single spaces within lines."""
    return nfc(SPACES.sub(" ", remove_control_characters(text)))


LABELLED = re.compile(r"[^\W\d_][^:\n]{0,30}:\s?\S")


def part_labels(pieces: Sequence[str]) -> list[str]:
    """The lines that a line's pieces make: one each where every piece has a label and a value.

    >>> part_labels(["Bill no: 3306", "Date: 4 May"]), part_labels(["Total:", "40.00"])
    (['Bill no: 3306', 'Date: 4 May'], ['Total: 40.00'])
    """
    are_labelled = len(pieces) > 1 and all(map(LABELLED.match, pieces))
    return list(pieces) if are_labelled else [" ".join(pieces)]


def add_table(page: PageBuilder, rows: Sequence[Sequence[CellContent]]) -> None:
    """Add a table, or the lines of a list or form that only stand in columns like one."""
    texts = [[cell.text for cell in row] for row in rows]
    lines = item_lines(texts)
    if not lines and all(LABELLED.match(text) for row in texts for text in row if text):
        lines = [text for row in texts for text in row if text]
    for line in lines:
        page.paragraph(line)
    if not lines:
        page.table(rows)
