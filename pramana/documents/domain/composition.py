"""Words in places become text in reading order, with tables as rows of cells."""

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.documents.domain.grid import Cells, find_grids
from pramana.documents.domain.layout import Row, reading_order, rows_of
from pramana.documents.domain.paper import Box
from pramana.documents.domain.ruled import cells_in, frames


@dataclass(frozen=True, slots=True)
class Line:
    """A line of running text, by the places of its words."""

    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """A table's rows of cells, by the places of their words."""

    cells: tuple[Cells, ...]


def compose(boxes: Sequence[Box], rules: Sequence[Box] = ()) -> list[Line | Rows]:
    """Lines and tables in the order in which a person reads them; `rules` are drawn lines."""
    rows = rows_of(boxes) if boxes else []
    found: list[Line | Rows] = []
    at = 0
    for frame in frames(rules):
        held = [place for place, row in enumerate(rows) if place >= at and frame.holds(row)]
        inside = rows[held[0] : held[-1] + 1] if held else []
        cells = cells_in(frame, inside, boxes) if len(inside) == len(held) > 1 else None
        if cells:
            found += [*_unruled(rows[at : held[0]]), Rows(cells)]
            at = held[-1] + 1
    return found + _unruled(rows[at:])


def _unruled(rows: Sequence[Row]) -> list[Line | Rows]:
    ordered = reading_order(rows)
    found: list[Line | Rows] = []
    at = 0
    for grid in find_grids(ordered):
        found += [_line(row) for row in ordered[at : grid.first]]
        found.append(Rows(grid.cells))
        at = grid.after
    return found + [_line(row) for row in ordered[at:]]


def _line(row: Row) -> Line:
    return Line(tuple(place for piece in row for place in piece.words))
