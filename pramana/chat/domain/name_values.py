"""Tables of names and values, as forms, invoices and receipts have them: one pair a row.

Reading stores such a table as a grid. Its first row may look like a header, two pairs may stand
side by side, and a cell may hold a name and its value, or several of them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.chat.contracts.blocks import BlockShape, PassageBlock, PassagePiece, TableRow

DIGIT = re.compile(r"\d")
YEAR = re.compile(r"\W*(?:19|20)\d\d\W*\Z")
LABEL = re.compile(r"[^\W\d_][^\d:]{0,35}:?\Z")
LABELLED = re.compile(
    r"(?:\A|(?<=\s))(?P<name>[^\W\d_a-z][^\W\d_]*(?: [a-z.#°]+| No\.?| #){0,2})\s?:\s+(?=\S)"
)
"""The name at the beginning of "Tax point: 27 February"; several may stand in one cell."""

LEADERS = re.compile(
    r"(?P<label>\S.{1,60}?)(?:[ \t]?(?:\.[ ]?){3,}[ \t]?|[ ]{3,})(?P<value>\S.{0,60})\Z"
)
NAMED = re.compile(r"(?P<label>[^\W\d_][\w /’'().&-]{1,40}?)\s?[:：]\s+(?P<value>\S.{0,90})")
"""A name and its value on a line: "Payment due: 4 May"."""

AMOUNT = re.compile(
    r"(?P<label>[^\W\d_][^\t|]{2,40}?)\s+"
    r"(?P<value>(?:[£€$₹]|Rs\.?|रु\.?|GBP|EUR|USD|NPR|INR)\s?[\d०-९][\d०-९,.]*)"
)
"""The same without a colon: "VAT at 20 % £85.60"."""


def pair_in_line(line: PassagePiece) -> TableRow | None:
    """The name and the value of a line that is such a pair.

    >>> pair = pair_in_line(PassagePiece(0, 11, "Total: 4.50"))
    >>> pair and [cell.text for cell in pair.cells]
    ['Total', '4.50']
    """
    bare = line.text.strip()
    match = LEADERS.fullmatch(bare) or NAMED.fullmatch(bare) or AMOUNT.fullmatch(bare)
    if match is None:
        return None
    at = line.start + line.text.index(bare)
    label, value = (
        PassagePiece(at + match.start(name), at + match.end(name), match[name])
        for name in ("label", "value")
    )
    return TableRow(label.start, value.end, (label, value))


def part_pairs(block: PassageBlock) -> PassageBlock:
    """The table with one name and value a row, if it consists of such pairs; else as it is."""
    if block.kind is not BlockShape.TABLE or not block.rows:
        return block
    first = [_row(block.header)] if any(cell.text for cell in block.header) else []
    rows = [*first, *block.rows]
    if _is_pairs(rows, headed=bool(first)):
        return replace(block, header=(), rows=tuple(_pairs(rows)))
    if first:
        return block
    return replace(block, rows=tuple(part for row in rows for part in _labelled(row)))


def _row(cells: Sequence[PassagePiece]) -> TableRow:
    shown = [cell for cell in cells if cell.text]
    return TableRow(shown[0].start, shown[-1].end, tuple(cells))


def _is_pairs(rows: Sequence[TableRow], *, headed: bool) -> bool:
    """Whether names and values alternate in every row.

    The first row of a table with columns names them all; that of pairs has values in it.
    """
    width = len(rows[0].cells)
    if width not in (2, 4, 6) or any(len(row.cells) != width for row in rows):
        return False
    names = [cell.text for row in rows for cell in row.cells[::2] if cell.text]
    if not names or not all(LABEL.match(each) for each in names):
        return False
    values = [cell.text for cell in rows[0].cells[1::2] if cell.text]
    valued = [each for each in values if DIGIT.search(each) and not YEAR.match(each)]
    if width == 2:
        return headed and (bool(valued) or any("," in each for each in values))
    return len(valued) > len(values) / 2


def _pairs(rows: Sequence[TableRow]) -> Iterator[TableRow]:
    for row in rows:
        for at in range(0, len(row.cells), 2):
            name, value = row.cells[at : at + 2]
            if name.text and value.text:
                yield TableRow(name.start, value.end, (name, value))


def _labelled(row: TableRow) -> list[TableRow]:
    """A row whose cells are "name: value" as rows of their own; any other row as it is."""
    cells = [cell for cell in row.cells if cell.text]
    if not cells or not all(LABELLED.match(cell.text) for cell in cells):
        return [row]
    return [part for cell in cells for part in _parts_of(cell)]


def _parts_of(cell: PassagePiece) -> Iterator[TableRow]:
    """The names and values in one cell, each where it stands."""
    found = list(LABELLED.finditer(cell.text))
    ends = [*(match.start() for match in found[1:]), len(cell.text)]
    exact = len(cell.text) == cell.end - cell.start
    for match, end in zip(found, ends, strict=True):
        name = _piece(cell, match.start("name"), match.end("name"), exact=exact)
        value = _piece(cell, match.end(), end, exact=exact)
        yield TableRow(name.start, value.end, (name, value))


def _piece(cell: PassagePiece, start: int, end: int, *, exact: bool) -> PassagePiece:
    """Part of a cell; a cell whose lines were joined in another way is quoted as a whole."""
    text = cell.text[start:end].strip()
    if not exact:
        return PassagePiece(cell.start, cell.end, text)
    return PassagePiece(cell.start + start, cell.start + start + len(text), text)
