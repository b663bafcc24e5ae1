"""The rows of a sheet as pages: its name as a heading, its tables, and the lines between them.

A sheet of a workbook and a .csv file are laid out alike. Rows without words part the tables of a
sheet; a row with a single cell above or between wider rows is a line of text, such as a title.
Every cell of a table keeps its address, so that it can be cited.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.page_builder import CellContent, PageBuilder

PAGE_ROWS = 1_000
"""A longer sheet is divided into pages; its table goes on with the same header."""

MAX_CELLS = 3_000_000
MAX_COLUMNS = 1_000

SheetRow = tuple[int, Sequence[str]]
"""The number of a row, counted from 1, and the texts of its cells from column A on."""


def column_letters(column: int) -> str:
    """The name of a column that is counted from 0.

    >>> [column_letters(place) for place in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters, left = "", column + 1
    while left:
        left, rest = divmod(left - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def cell_address(sheet: str, row: int, column: int) -> str:
    """The address as a spreadsheet program writes it.

    >>> cell_address("Prices", 3, 1), cell_address("Year's plan", 1, 0), cell_address("", 2, 2)
    ('Prices!B3', "'Year''s plan'!A1", 'C2')
    """
    place = f"{column_letters(column)}{row}"
    if not sheet:
        return place
    quoted = sheet.replace("'", "''")
    return f"{sheet}!{place}" if sheet.isidentifier() else f"'{quoted}'!{place}"


@dataclass
class CellBudget:
    """How many cells a file may still have; an attack declares millions of empty ones."""

    left: int = MAX_CELLS

    def spend(self, cells: int) -> None:
        self.left -= cells
        if self.left < 0:
            raise Unreadable(f"The sheets have more than {MAX_CELLS:,} cells. Divide the file.")


def sheet_pages(name: str, rows: Iterable[SheetRow]) -> Iterator[PageBuilder]:
    """The pages of one sheet; an empty sheet has its name only."""
    page, block, count = PageBuilder(), list[SheetRow](), 0
    page.heading(name, 1)
    for number, texts in rows:
        filled = any(text.strip() for text in texts)
        if block and not filled:
            _add_block(page, name, block)
            block = []
        if not filled:
            continue
        if count and count % PAGE_ROWS == 0:
            _add_block(page, name, block)
            yield page
            page, block = PageBuilder(), []
        block.append((number, texts[:MAX_COLUMNS]))
        count += 1
    _add_block(page, name, block)
    yield page


def _add_block(page: PageBuilder, sheet: str, block: Sequence[SheetRow]) -> None:
    """Add rows that follow each other: lines of text above, then a table, then lines below."""
    first, last = 0, len(block)
    if any(_filled_places(texts)[1:] for _, texts in block):
        while not _filled_places(block[first][1])[1:]:
            first += 1
        while not _filled_places(block[last - 1][1])[1:] and last > first + 1:
            last -= 1
        last = _with_short_last_rows(block, last)
    else:
        first = last
    for _, texts in block[:first]:
        page.paragraph(" ".join(filter(None, texts)))
    _add_table(page, sheet, block[first:last])
    for _, texts in block[last:]:
        page.paragraph(" ".join(filter(None, texts)))


def _with_short_last_rows(block: Sequence[SheetRow], last: int) -> int:
    """The end of the table: a last row with one cell that is not in the first column is its own."""
    table_start = min(place for _, texts in block[:last] for place in _filled_places(texts)[:1])
    while last < len(block) and _filled_places(block[last][1])[:1] > [table_start]:
        last += 1
    return last


def _add_table(page: PageBuilder, sheet: str, block: Sequence[SheetRow]) -> None:
    places = {place for _, texts in block for place in _filled_places(texts)}
    if not places:
        return
    first, last = min(places), max(places)
    page.table(
        [
            [
                CellContent(
                    texts[place] if place < len(texts) else "",
                    address=cell_address(sheet, number, place),
                )
                for place in range(first, last + 1)
            ]
            for number, texts in block
        ]
    )


def _filled_places(texts: Sequence[str]) -> list[int]:
    return [place for place, text in enumerate(texts) if text.strip()]
