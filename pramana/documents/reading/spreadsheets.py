"""Tables in files of their own: .csv and .tsv files, and Excel workbooks with a page per sheet.

All are laid out alike: the name of a sheet as a heading, its tables, and the lines between them.
Rows without words part the tables of a sheet; a row with a single cell above or between wider rows
is a line of text, such as a title. Every cell of a table keeps its address, so that it can be
cited.
"""

import csv
import datetime
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from pramana.documents.reading.contracts import FileKind, ReadOptions
from pramana.documents.reading.errors import Unreadable, report_damage
from pramana.documents.reading.file_kinds import check_package
from pramana.documents.reading.page_builder import CellContent, PageBuilder
from pramana.documents.reading.text import read_text

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


DELIMITERS = ",;\t|"
SAMPLE_ROWS = 60
MAX_FIELD = 16 * 1024 * 1024
EXCEL_EPOCH_TIME = datetime.time(0, 0)


def csv_pages(path: str, charset: str, *, delimiter: str = "") -> Iterator[PageBuilder]:
    """The rows of a .csv file; without a `delimiter`, the one that fits the rows best."""
    text = read_text(Path(path).read_bytes(), charset)
    stated, text = _stated_delimiter(text)
    budget = CellBudget()
    return sheet_pages("", _csv_rows(text, stated or delimiter or likely_delimiter(text), budget))


def _stated_delimiter(text: str) -> tuple[str, str]:
    """The delimiter of a first line `sep=;`, which Excel writes, and the text.

    The line stays as an empty one, so that the numbers of the rows are those of the file.
    """
    first, _, rest = text.partition("\n")
    if len(first) == 5 and first.lower().startswith("sep="):
        return first[4], f"\n{rest}"
    return "", text


def likely_delimiter(text: str) -> str:
    """The delimiter that gives most of the first rows one and the same width.

    >>> likely_delimiter("name;price\\npump;1,5\\nhose;2,5"), likely_delimiter("a,b\\n1,2")
    (';', ',')
    """

    def fit(delimiter: str) -> tuple[float, int]:
        rows = islice(_read_rows(text[:200_000], delimiter), SAMPLE_ROWS)
        widths = Counter(len(row) for row in rows if row)
        width, count = max(widths.items(), key=lambda each: (each[1], each[0]), default=(1, 0))
        return (count / widths.total() if width > 1 else 0.0), width

    return max(DELIMITERS, key=fit)


def _read_rows(text: str, delimiter: str) -> Iterator[list[str]]:
    """The rows as the csv module reads them; where quotes do not match, they are letters."""
    csv.field_size_limit(MAX_FIELD)
    try:
        yield from list(csv.reader(io.StringIO(text), delimiter=delimiter, strict=True))
    except csv.Error:
        lines = text.split("\n")
        yield from csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)


def _csv_rows(text: str, delimiter: str, budget: CellBudget) -> Iterator[SheetRow]:
    for number, row in enumerate(_read_rows(text, delimiter), start=1):
        budget.spend(len(row))
        yield number, row


def open_workbook(path: str, options: ReadOptions) -> Any:
    import openpyxl

    check_package(path, FileKind.XLSX, options)
    content = io.BytesIO(Path(path).read_bytes())  # by its path, a file must be called .xlsx
    with report_damage(".xlsx"):
        return openpyxl.load_workbook(content, read_only=True, data_only=True, keep_links=False)


def workbook_info(path: str, options: ReadOptions) -> tuple[int | None, str]:
    """No page count, because long sheets are divided, and the stated title."""
    with closing(open_workbook(path, options)) as book:
        _sheets(book)
        return None, (book.properties.title or "").strip()


def workbook_pages(path: str, options: ReadOptions) -> Iterator[PageBuilder]:
    """The sheets in their order. A formula is its last computed value."""
    budget = CellBudget()
    with closing(open_workbook(path, options)) as book:
        for sheet in _sheets(book):
            sheet.reset_dimensions()  # a stated size can be false
            yield from sheet_pages(sheet.title, _sheet_rows(sheet, budget))


def _sheets(book: Any) -> Sequence[Any]:
    sheets = list(book.worksheets)
    if not sheets:
        raise Unreadable("The workbook has no sheets with cells.")
    return sheets


def _sheet_rows(sheet: Any, budget: CellBudget) -> Iterator[SheetRow]:
    for number, row in enumerate(sheet.iter_rows(), start=1):
        budget.spend(len(row))
        yield number, [format_cell_value(cell.value, cell.number_format) for cell in row]


def format_cell_value(value: Any, number_format: str | None = "") -> str:
    """A cell's value as a reader sees it.

    >>> format_cell_value(0.125, "0.0%"), format_cell_value(1250.0), format_cell_value(0.1 + 0.2)
    ('12.5%', '1250', '0.3')
    >>> format_cell_value(datetime.datetime(2026, 3, 1)), format_cell_value(datetime.time(9, 30))
    ('2026-03-01', '09:30')
    >>> format_cell_value(True)
    'TRUE'
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime):
        is_date = value.time() == EXCEL_EPOCH_TIME
        return value.date().isoformat() if is_date else value.isoformat(" ", "minutes")
    if isinstance(value, datetime.time):
        return value.isoformat("seconds" if value.second else "minutes")
    if isinstance(value, int | float):
        if "%" in (number_format or ""):
            return f"{value * 100:.12g}%"
        return str(value) if isinstance(value, int) else f"{value:.15g}"
    return str(value)
