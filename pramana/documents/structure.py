"""The structure of a document: sections, paragraphs, lists and tables, with offsets in its text.

It is the same for every kind of file. All offsets are code points of the document's text, so what a
helper returns can be quoted and cited. A document that was read before lists and headers were
stored has them too: they are inferred from its text when the structure is built.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text up to the next heading of its level or a higher one."""

    start: int
    end: int
    """Where the section ends, subsections included."""
    title: str
    level: int
    path: tuple[str, ...]
    """The headings from the outermost to this one."""
    page: int

    @property
    def body(self) -> int:
        """Where the text under the heading begins."""
        return self.start + len(self.title)


@dataclass(frozen=True, slots=True)
class Paragraph:
    start: int
    end: int
    page: int


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list, or a step. `marker` is as printed; `number` is its place by the marker."""

    start: int
    end: int
    body: int
    """Where its words begin, after the marker."""
    marker: str
    number: int | None
    level: int
    page: int


@dataclass(frozen=True, slots=True)
class ItemList:
    """A whole list with nested items in order, and the paragraph that introduces it."""

    items: tuple[ListItem, ...]
    intro: Paragraph | None = None

    @property
    def start(self) -> int:
        return self.items[0].start

    @property
    def end(self) -> int:
        return max(item.end for item in self.items)

    @property
    def is_ordered(self) -> bool:
        return self.items[0].number is not None

    @property
    def top_items(self) -> tuple[ListItem, ...]:
        """The items without those nested in them."""
        return tuple(item for item in self.items if item.level == 0)


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell in its row and column; a spanning cell counts for every place that it covers."""

    start: int
    end: int
    text: str
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    is_header: bool = False
    address: str = ""
    """What the file calls the place, as in `Prices!B3`; empty where it has no such names."""

    def covers(self, row: int, column: int) -> bool:
        return (
            self.row <= row < self.row + self.rows
            and self.column <= column < self.column + self.columns
        )


@dataclass(frozen=True)
class DocumentTable:
    """A table as a grid. Header rows come first; `row_header_column` names the rows, if any."""

    rows: tuple[tuple[GridCell, ...], ...]
    header_rows: int
    row_header_column: int | None
    page: int
    title: str = ""
    """The caption, where the line above or below the table is one."""
    is_continued: bool = False
    """Whether it goes on from the page before, and its header rows stand there."""

    @property
    def start(self) -> int:
        return self.rows[self.header_rows if self.is_continued else 0][0].start

    @property
    def end(self) -> int:
        return self.rows[-1][-1].end

    @property
    def body(self) -> tuple[tuple[GridCell, ...], ...]:
        return self.rows[self.header_rows :]

    @property
    def cells(self) -> Iterator[GridCell]:
        return (cell for row in self.rows for cell in row)

    def cell_at(self, offset: int) -> GridCell | None:
        """The cell whose text contains the offset."""
        return next((cell for cell in self.cells if cell.start <= offset < cell.end), None)

    def place(self, row: int, column: int) -> GridCell | None:
        """The cell at a place of the grid, which may span it from above or from the left."""
        line = self.rows[row] if 0 <= row < len(self.rows) else ()
        direct = line[column] if 0 <= column < len(line) else None
        if direct is not None and direct.text:
            return direct
        return next((cell for cell in self._spanning if cell.covers(row, column)), direct)

    @cached_property
    def _spanning(self) -> tuple[GridCell, ...]:
        wide = (cell for cell in self.cells if cell.rows > 1 or cell.columns > 1)
        return tuple(cell for cell in wide if cell.text)

    def row_headers(self, cell: GridCell) -> tuple[GridCell, ...]:
        """The cells that name the row of a cell: those marked in the file, or the naming column."""
        if cell.row < self.header_rows or not self.rows:
            return ()
        marked = [one for one in self.rows[cell.row] if one.is_header and one.text]
        if not marked and self.row_header_column is not None:
            naming = self.place(cell.row, self.row_header_column)
            marked = [naming] if naming else []
        return self._distinct_names(one for one in marked if not one.covers(cell.row, cell.column))

    def column_name(self, column: int) -> str:
        """The headers above a column as one name, `2026 Budget`; one that spans columns counts."""
        cells = self._distinct_names(self.place(row, column) for row in range(self.header_rows))
        return " ".join(cell.text for cell in cells)

    def row_name(self, row: int) -> str:
        """What names a row: its marked headers or its cell in the naming column."""
        last = self.rows[row][-1] if self.rows[row] else None
        found = self.row_headers(last) if last else ()
        return " ".join(cell.text for cell in found)

    def row_text(self, row: int) -> str:
        """A row that says what each cell is: `Model: X4; Weight: 3 kg`. It is no quote."""
        parts = []
        for cell in self.rows[row]:
            if cell.text:
                name = self.column_name(cell.column) if row >= self.header_rows else ""
                parts.append(f"{name}: {cell.text}" if name else cell.text)
        return "; ".join(parts)

    @staticmethod
    def _distinct_names(cells: Iterable[GridCell | None]) -> tuple[GridCell, ...]:
        unique = dict.fromkeys(cell for cell in cells if cell is not None and cell.text)
        return tuple(unique)


@dataclass(frozen=True)
class DocumentStructure:
    """What a text, or the part of it from `start` to `end`, consists of. Everything is in order."""

    start: int = 0
    end: int = 0
    sections: tuple[Section, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    lists: tuple[ItemList, ...] = ()
    tables: tuple[DocumentTable, ...] = ()
    code: tuple[tuple[int, int], ...] = ()

    def section_at(self, offset: int) -> Section | None:
        """The innermost section that contains the offset; its heading is part of it."""
        inside = [each for each in self.sections if each.start <= offset < each.end]
        return inside[-1] if inside else None

    def heading_path(self, offset: int) -> tuple[str, ...]:
        """The headings above an offset, from the outermost."""
        section = self.section_at(offset)
        return section.path if section else ()

    def is_heading(self, offset: int) -> bool:
        section = self.section_at(offset)
        return section is not None and offset < section.body

    def table_at(self, offset: int) -> DocumentTable | None:
        return next((each for each in self.tables if each.start <= offset <= each.end), None)
