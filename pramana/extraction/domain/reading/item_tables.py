"""Rows of goods from tables whose headings say what their columns hold."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.reading.amounts import find_amounts, plain
from pramana.extraction.domain.reading.paper import Line, Paper
from pramana.extraction.domain.reading.roles import Role, is_worded, role_of

HEADINGS = {
    "description": r"desc|item|particular|product|goods|name|service|details|विवरण|सामान|वस्तु",
    "quantity": r"^qty|quantity|units?$|परिमाण|संख्या|थान",
    "unit_price": r"price|rate|u/p|unit cost|rsp|दर|मूल्य",
    "amount": r"amount|amt|total|line total|रकम|जम्मा",
    "code": r"code|sku|hs\b|कोड",
}
_HEADINGS = {key: re.compile(words, re.IGNORECASE) for key, words in HEADINGS.items()}


@dataclass(frozen=True, slots=True)
class Place:
    start: int
    end: int


Row = dict[str, tuple[Json, Place, float]]
"""What a row says: each part's value, its place, and how sure it is."""

Cell = tuple[int, str]


def is_heading(text: str) -> bool:
    """Whether a line names at least two of the columns that goods have."""
    return sum(bool(pattern.search(text)) for pattern in _HEADINGS.values()) > 1


def rows_of_tables(paper: Paper) -> Iterator[Row]:
    """Tables as cells: those given, else runs of lines whose cells are parted by tabs or bars."""
    for table in _tables(paper):
        heads: dict[str, int] = {}
        rows: list[Row] = []
        for cells in table:
            if not heads:
                heads = _columns(cells)
            elif row := _table_row(heads, cells):
                rows.append(row)
        if rows:
            yield from rows
            return


def _tables(paper: Paper) -> Iterator[list[list[Cell]]]:
    if paper.tables is not None:
        for table in paper.tables:
            yield [[(cell.start, cell.text) for cell in row] for row in table.rows]
        return
    run: list[list[Cell]] = []
    for line in [*paper.lines, None]:
        cells = list(_cells(line)) if line else []
        if len(cells) > 1:
            if not all(set(text) <= set("-: ") for _, text in cells):
                run.append(cells)
        elif run:
            yield run
            run = []


def _cells(line: Line) -> Iterator[Cell]:
    sign = "|" if line.text.count("|") > 1 else "\t"
    at = line.start
    for piece in line.text.split(sign):
        yield at + len(piece) - len(piece.lstrip()), piece.strip()
        at += len(piece) + 1


def _columns(cells: Sequence[Cell]) -> dict[str, int]:
    """Which column holds what, where these are headings of goods; else nothing."""
    found: dict[str, int] = {}
    for place, (_, text) in enumerate(cells):
        fits = (k for k in ("quantity", "unit_price", "amount", "code", "description"))
        key = next((k for k in fits if k not in found and _HEADINGS[k].search(text)), None)
        if key and len(text) <= 40:
            found[key] = place
    goods = "description" in found and ("amount" in found or "unit_price" in found)
    return found if goods else {}


def _table_row(heads: dict[str, int], cells: Sequence[Cell]) -> Row | None:
    """A row of goods; one that only names a sum, without a count, is none."""
    what = cells[heads["description"]][1] if heads["description"] < len(cells) else ""
    count = heads.get("quantity", len(cells))
    counted = count < len(cells) and bool(cells[count][1])
    said = " ".join(text for _, text in cells)
    if not is_worded(what) or (role_of(said) is not Role.OTHER and not counted):
        return None
    row: Row = {}
    for key, column in heads.items():
        if column >= len(cells) or not cells[column][1]:
            continue
        start, text = cells[column]
        where = Place(start, start + len(text))
        if key in ("description", "code"):
            row[key] = (text, where, 0.8)
        elif amounts := find_amounts(text):
            row[key] = (plain(amounts[0].value), where, 0.8)
    return row if "amount" in row or "unit_price" in row else None
