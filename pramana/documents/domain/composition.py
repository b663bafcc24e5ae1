"""Words in places become text in reading order, with tables as rows of cells."""

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.documents.domain.grid import Cells, find_grids
from pramana.documents.domain.layout import Row, reading_order, rows_of
from pramana.documents.domain.paper import Box


@dataclass(frozen=True, slots=True)
class Line:
    """A line of running text, by the places of its words."""

    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """A table's rows of cells, by the places of their words."""

    cells: tuple[Cells, ...]


def compose(boxes: Sequence[Box], rules: Sequence[Box] = ()) -> list[Line | Rows]:
    """Lines and tables in the order in which a person reads them."""
    rows = rows_of(boxes) if boxes else []
    ordered = reading_order(rows)
    found: list[Line | Rows] = []
    at = 0
    for grid in find_grids(ordered, rules):
        found += [_line(row) for row in ordered[at : grid.first]]
        found.append(Rows(grid.cells))
        at = grid.after
    return found + [_line(row) for row in ordered[at:]]


def _line(row: Row) -> Line:
    return Line(tuple(place for piece in row for place in piece.words))
