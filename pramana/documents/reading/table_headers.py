"""Which cells of a table are headers: those that the file marks, otherwise by their content.

A header says what the cells below it or beside it are. Where a file does not mark headers, the
first row is one if it has words where the rows below have figures, or short names above longer
text. The first column with distinct words names its rows.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from pramana.documents.reading.contracts import Block, BlockKind, Cell, Table

MAX_HEADER_ROWS = 4
MAX_HEADER_WORDS = 8
MIN_FIGURE_SHARE = 0.5
"""A column with this share of figures is a column of figures."""

LONGER_TEXT = 1.6
"""A cell of text is so much longer than the name above it."""

MAX_NAME_WORDS = 4
FIGURE = re.compile(
    r"[^\w\s]*\s*(?:[A-Z]{3}\s?|N?Rs\.?\s?|रु\.?\s?)?(?:(?<![A-Z])[-+±–])?[\d०-९][\d०-९.,:/\s%-]*"
    r"(?:\s*[°µ]?[^\W\d_]{1,6}[²³]?\.?){0,2}\s*[^\w\s]*",
)
"""A number, an amount, a date or a measure, not a sentence: `148 kg`, `Rs. 4,500`, `12.5 %`."""

YEAR = re.compile(r"\D{0,4}(?:(?:1[89]|20)\d{2}|[१२][०-९]{3})(?:[/-][\d०-९]{2,4})?\D{0,6}")
BLANK = re.compile(r"[\W_]*|n/?a", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TableHeaders:
    """How many rows at the top are headers, and the column that names the rows, if any."""

    rows: int
    column: int | None


def table_headers(rows: Sequence[Sequence[Cell]]) -> TableHeaders:
    """The headers of a table.

    >>> def cells(line): return [Cell(0, 1, text) for text in line.split("|")]
    >>> table_headers([cells("Part|Weight"), cells("Pump|4 kg"), cells("Hose|1 kg")])
    TableHeaders(rows=1, column=0)
    >>> table_headers([cells("Owner|Maya Rai"), cells("Plot|17"), cells("Area|310 sq m")])
    TableHeaders(rows=0, column=0)
    >>> table_headers([cells("Boat|1 hour|3 days"), cells("Punt|9|60"), cells("Raft|7|50")])
    TableHeaders(rows=1, column=0)
    """
    width = max((len(row) for row in rows), default=0)
    if width < 2 or not rows:
        return TableHeaders(0, None)
    marked = _header_row_count(rows)
    count = marked if marked is not None else _inferred_rows(rows)
    return TableHeaders(count, _naming_column(rows, count, width))


def row_blocks(tables: Iterable[Table]) -> tuple[Block, ...]:
    """The rows of the tables as blocks; header rows have their own kind."""
    return tuple(
        Block(
            row[0].start,
            row[-1].end,
            BlockKind.HEADER_ROW if place < headers else BlockKind.ROW,
            group,
        )
        for group, table in enumerate(tables)
        for headers in [table_headers(table.rows).rows]
        for place, row in enumerate(table.rows)
    )


def _header_row_count(rows: Sequence[Sequence[Cell]]) -> int | None:
    """The number of rows at the top whose cells are all marked; None where nothing is marked."""
    if not any(cell.is_header for row in rows for cell in row):
        return None
    count = 0
    for row in rows[:MAX_HEADER_ROWS]:
        named = [cell for cell in row if cell.text]
        if not named or not all(cell.is_header for cell in named):
            break
        count = max(count + 1, max(count + cell.rows for cell in named))
    return min(count, len(rows) - 1)


def _inferred_rows(rows: Sequence[Sequence[Cell]]) -> int:
    if len(rows) < 2:
        return 0
    count = 1 if _names_columns(rows[0], rows[1:]) else 0
    spans = any(cell.columns > 1 for cell in rows[0])
    if count and spans and len(rows) > 2 and _names_columns(rows[1], rows[2:]):
        return 2
    return count


def _names_columns(first: Sequence[Cell], below: Sequence[Sequence[Cell]]) -> bool:
    """Whether a row names the columns below it."""
    texts = [cell.text for cell in first]
    filled = [text for text in texts if text]
    if len(filled) < max(2, len(texts) - 1) and not any(cell.columns > 1 for cell in first):
        return False
    columns = [
        [row[place].text for row in below if place < len(row)] for place in range(len(texts))
    ]
    if any(is_figure(text) or len(text.split()) > MAX_HEADER_WORDS for text in filled):
        if is_figure(texts[0]) or len(below) < 2:
            return False
        return _are_years(filled[1:]) or _are_steps(texts, columns)
    if any(text.rstrip().endswith((":", "：")) for text in filled):
        return False
    if any(_has_figures(column) for column in columns):
        return len(texts) > 2 or _is_measured_alike(columns[-1])
    lengths = [len(text) for column in columns for text in column if text]
    longer = bool(lengths) and median(lengths) >= LONGER_TEXT * median(map(len, filled))
    brief = all(len(text.split()) <= MAX_NAME_WORDS for text in filled)
    return brief and (longer or (len(texts) > 2 and len(below) > 1))


MAX_PAIR_ROWS, MAX_LABEL_WORDS = 12, 5


def are_pairs(rows: Sequence[Sequence[str]]) -> bool:
    """Whether every row has two labels or more, each with its value beside it, and no header.

    >>> are_pairs([["Bill no.", "K-77", "Date", "4 May"], ["Clerk", "Hari", "Due", "9 June"]])
    True
    >>> are_pairs([["Seed", "Price", "Field", "Yield"], ["Maize", "85", "Upper", "300"]])
    False
    """
    width = len(rows[0]) if rows else 0
    if width not in (4, 6) or not 1 < len(rows) <= MAX_PAIR_ROWS:
        return False
    labels = [row[n] for row in rows for n in range(0, width, 2) if row[n]]
    columns = [[row[n] for row in rows] for n in range(1, width, 2)]
    are_names = all(
        not any(map(str.isdigit, text)) and len(text.split()) <= MAX_LABEL_WORDS for text in labels
    )
    return (
        are_names
        and len(set(labels)) == len(labels) >= len(rows) * (width // 2) - 1
        and all(rows[0])
        and any(any(map(str.isdigit, text)) for text in rows[0])
        and not all(_has_figures(column, 1.0) for column in columns)
    )


def _are_years(texts: Sequence[str]) -> bool:
    return bool(texts) and all(map(YEAR.fullmatch, texts))


def _are_steps(texts: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    """Whether a row names its columns by measures that the figures below them do not have:
    "3 hours | 1 day | 7 days" above prices."""
    measured = [place for place, text in enumerate(texts) if is_figure(text)]
    return (
        len({text for text in texts if text}) == len(list(filter(None, texts)))
        and all(len(text.split()) <= MAX_NAME_WORDS for text in texts)
        and len(measured) > 1
        and all(
            _is_measured_alike(columns[place])
            and _unit(texts[place])
            and _unit(texts[place]) not in map(_unit, columns[place])
            for place in measured
        )
    )


def _unit(text: str) -> str:
    """The letters of a cell, which say what its figure counts."""
    return "".join(filter(str.isalpha, text)).casefold()


def _is_measured_alike(column: Sequence[str]) -> bool:
    """Whether all cells are figures of one unit; otherwise each row names its own value."""
    filled = [text for text in column if not BLANK.fullmatch(text)]
    units = set(map(_unit, filled))
    return len(filled) > 1 and all(map(is_figure, filled)) and len(units) == 1


def _has_figures(column: Sequence[str], share: float = MIN_FIGURE_SHARE) -> bool:
    filled = [text for text in column if not BLANK.fullmatch(text)]
    return bool(filled) and sum(map(is_figure, filled)) >= share * len(filled)


def is_figure(text: str) -> bool:
    """Whether a cell holds a number, an amount, a date or a measure.

    >>> [is_figure(text) for text in ("148 kg", "Rs. 4,500", "2026-03-01", "INR 40", "-3 °C")]
    [True, True, True, True, True]
    >>> [is_figure(text) for text in ("A19", "SP-6", "Dry weight", "4 steps to a dry cellar")]
    [False, False, False, False]
    """
    return FIGURE.fullmatch(text.strip()) is not None


def _naming_column(rows: Sequence[Sequence[Cell]], headers: int, width: int) -> int | None:
    """The first column of distinct words; a column of serial numbers is passed over."""
    body = rows[headers:]
    for place in range(min(width - 1, 3)):
        texts = [row[place].text for row in body if place < len(row) and row[place].text]
        if texts and not _has_figures(texts) and len(set(texts)) > 0.6 * len(texts):
            return place
    return 0 if body else None
