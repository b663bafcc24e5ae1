"""Answers from a table: the row and the column that a question means, and their cell."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pramana.chat.contracts.blocks import BlockShape, PassageBlock, PassagePiece, TableRow
from pramana.chat.domain.asked_units import asked_units, has_other_unit
from pramana.chat.domain.named_things import NamedThing, ThingKind, is_in
from pramana.chat.domain.quantities import quantities, range_of
from pramana.chat.domain.question_analysis import (
    AnswerKind,
    QuestionTerms,
    contains_kind,
)
from pramana.language.calendar import find_dates
from pramana.language.stems import stems

CONTEXT, LABEL, OTHER_CELL = 0.6, 1.0, 0.8
"""What a match counts for in the headings above, in the row's first cell, and in its others."""

RANGE_BONUS = 0.4
"""What a row gains whose range holds the number that the question names."""

WRONG_KIND = 0.3
"""What a cell loses that is not of the kind asked for, such as a word where a number is wanted."""

SERIAL = re.compile(r"\W*[\d०-९]{1,3}\W*\Z")
NO_STEMS: frozenset[str] = frozenset()


@dataclass(frozen=True)
class CellAnswer:
    """A cell with the row and the column it stands in."""

    row: TableRow
    label: str
    header: PassagePiece | None
    cell: PassagePiece
    coverage: float
    """The share of the question's weight that row, column and headings match."""
    names_row: bool
    names_column: bool
    """Whether the question says which row, and which column."""


def stem_set(text: str) -> frozenset[str]:
    return frozenset(stems(text))


def table_rows(block: PassageBlock) -> list[tuple[TableRow, tuple[PassagePiece | None, ...]]]:
    """The rows of a table with the headers of their cells."""
    return [(row, _headers(block.header, len(row.cells))) for row in block.rows]


def _headers(header: Sequence[PassagePiece], width: int) -> tuple[PassagePiece | None, ...]:
    """The header of each of a row's cells. A short row, such as a total, has only its last."""
    if not header:
        return (None,) * width
    if width >= len(header):
        return tuple(header[at] if at < len(header) else None for at in range(width))
    return (*((None,) * (width - 1)), header[-1])


def row_label(row: TableRow) -> str:
    """What a row is about: its first cell that is more than a running number."""
    named = (cell.text for cell in row.cells if cell.text and not SERIAL.match(cell.text))
    return next(named, row.cells[0].text if row.cells else "")


def find_cell(
    terms: QuestionTerms,
    things: Sequence[NamedThing],
    question: str,
    block: PassageBlock,
    above: str,
) -> CellAnswer | None:
    """The cell of this table that answers best; None when no row or column belongs to it."""
    if block.kind is not BlockShape.TABLE:
        return None
    context = stem_set(f"{above} {' '.join(block.path)}")
    if not block.header:  # a form that names the thing in one row is about it in the others
        values = "\n".join(cell.text for row in block.rows for cell in row.cells[1:])
        context |= stem_set(" ".join(each.text for each in things if is_in(each, values)))
    candidates = list(_candidates(terms, things, question, block, context))
    return max(candidates, key=lambda each: (each.coverage, each.names_column), default=None)


def _candidates(
    terms: QuestionTerms,
    things: Sequence[NamedThing],
    question: str,
    block: PassageBlock,
    context: frozenset[str],
) -> Iterator[CellAnswer]:
    rows = table_rows(block)
    required = [
        each
        for each in things
        if each.kind is ThingKind.IDENTIFIER and is_in(each, names_in(block))
    ]
    ranged = _row_of_range(question, [row for row, _ in rows])
    units = asked_units(question)
    for row, headers in rows:
        cell_stems = [stem_set(cell.text) for cell in row.cells]
        for at, cell in enumerate(row.cells):
            header = headers[at]
            named_by = "\n".join(
                _with_header(each, headers[i]) for i, each in enumerate(row.cells) if i != at
            )
            named_by += f"\n{header.text if header else ''}"
            if not cell.text or len(row.cells) < 2 or not all(is_in(t, named_by) for t in required):
                continue
            others = frozenset().union(*(s for i, s in enumerate(cell_stems) if i not in (0, at)))
            first = cell_stems[0] if at else NO_STEMS
            titled = stem_set(header.text) if header else NO_STEMS
            coverage = terms.matched_share(
                (LABEL, first), (OTHER_CELL, others), (LABEL, titled), (CONTEXT, context)
            )
            by_row = terms.matched_share((1.0, first | others))
            by_column = terms.matched_share((1.0, titled))
            if ranged is not None:
                coverage += RANGE_BONUS if ranged == row.start else -RANGE_BONUS
                by_row = max(by_row, 1.0 if ranged == row.start else 0.0)
            if by_row <= 0 and by_column <= 0:
                continue
            if has_other_unit(units, cell.text):
                coverage -= WRONG_KIND
            fits = contains_kind(terms.kind, cell.text, terms.words)
            if terms.kind in (AnswerKind.NUMBER, AnswerKind.TIME) and not fits:
                coverage -= WRONG_KIND
            if SERIAL.match(cell.text) and at == 0:
                coverage -= WRONG_KIND
            yield CellAnswer(row, row_label(row), header, cell, coverage, by_row > 0, by_column > 0)


def _with_header(cell: PassagePiece, header: PassagePiece | None) -> str:
    """A cell after its column's name, so that "1" below "Program" is the program 1."""
    return f"{header.text if header else ''} {cell.text}".strip()


def names_in(block: PassageBlock) -> str:
    """What tells the cells of a table apart. A form is about one thing, so its values do not."""
    if not block.header:
        return "\n".join(cell.text for row in block.rows for cell in row.cells[:1])
    cells = [
        _with_header(cell, header)
        for row, headers in table_rows(block)
        for cell, header in zip(row.cells, headers, strict=True)
    ]
    return "\n".join([*(piece.text for piece in block.header), *cells])


def _row_of_range(question: str, rows: Sequence[TableRow]) -> int | None:
    """Where the row begins whose range holds the question's day or quantity; None without any."""
    periods = [(row.start, _period(row.cells[0].text)) for row in rows if row.cells]
    for asked in find_dates(question) if sum(bool(each) for _, each in periods) > 1 else ():
        for start, days in periods:
            if days and asked.gregorian and days[0] <= asked.gregorian <= days[1]:
                return start
    ranges = [(row.start, range_of(row.cells[0].text)) for row in rows if row.cells]
    known = [(start, limits) for start, limits in ranges if limits]
    if len(known) < 2:
        return None
    for quantity in quantities(question):
        for start, (low, high) in known:
            if low < quantity.comparable <= high:
                return start
    return None


def _period(label: str) -> tuple[date, date] | None:
    """The first and the last day of a label such as "1 May 2026 – 30 April 2027"."""
    days = [each.gregorian for each in find_dates(label) if each.gregorian]
    return (days[0], days[1]) if len(days) == 2 else None


def cell_sentence(answer: CellAnswer) -> str:
    """A cell as a sentence: what the row and the column are called, and what stands there.

    >>> label, cell = PassagePiece(0, 4, "Mast"), PassagePiece(5, 9, "12 m")
    >>> head = PassagePiece(20, 26, "Height")
    >>> cell_sentence(CellAnswer(TableRow(0, 9, (label, cell)), "Mast", head, cell, 1, True, True))
    'Mast, height: 12 m.'
    """
    header = answer.header.text if answer.header else ""
    names = [answer.label if answer.label != answer.cell.text else "", _lowered(header)]
    subject = ", ".join(name.rstrip(":। ") for name in names if name)
    return f"{subject}: {answer.cell.text.rstrip('. ')}."


def row_sentence(block: PassageBlock, row: TableRow) -> str:
    """A whole row as a sentence: each cell after its column's name."""
    _, headers = next(each for each in table_rows(block) if each[0].start == row.start)
    label = row_label(row)
    parts = []
    for cell, header in zip(row.cells, headers, strict=True):
        if not cell.text or cell.text == label or (SERIAL.match(cell.text) and header is None):
            continue
        name = _lowered(header.text) if header and header.text else ""
        parts.append(f"{name}: {cell.text}" if name else cell.text)
    return f"{label.rstrip(': ')}: {'; '.join(parts)}." if parts else f"{label}."


def _lowered(name: str) -> str:
    """A column's name inside a sentence: "Unit price" becomes "unit price", "UV lamp" stays."""
    return name[:1].lower() + name[1:] if name[1:2].islower() else name
