"""Tables: rows of pieces that share their columns, with or without ruled lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.documents.domain.layout import Row
from pramana.documents.domain.paper import Box

FEWEST_ROWS = 2
NARROWEST = 3.0
"""Points of white between two columns: less is the space between two words."""

Cells = list[tuple[int, ...]]
"""A row's cells, each as places of words."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table in a list of rows: which of them it takes, and its cells."""

    first: int
    after: int
    cells: tuple[Cells, ...]


def find_grids(rows: Sequence[Row], rules: Sequence[Box] = ()) -> list[Grid]:
    """Tables in rows from the top. `rules` are drawn horizontal lines, which part their rows."""
    return [grid for first, after in _runs(rows) if (grid := _grid(rows, first, after, rules))]


def _runs(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """Stretches of rows with several pieces; a lone piece continues a cell of the row above."""
    start: int | None = None
    for place, row in enumerate(rows):
        if start is None:
            start = place if len(row) > 1 else None
        elif len(row) == 1 and not _continues(rows[start:place], row):
            yield start, place
            start = None
    if start is not None:
        yield start, len(rows)


def _continues(above: Sequence[Row], row: Row) -> bool:
    """Whether a lone piece stands close below, within one column of the rows above."""
    columns = _columns(above)
    box, last = row[0].box, above[-1][0].box
    inside = [c for c in columns if c[0] - NARROWEST <= box.x0 and box.x1 <= c[1] + NARROWEST]
    return len(columns) > 1 and bool(inside) and box.y0 - last.y1 < last.height


def _columns(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Stretches of the page's width that words stand in, parted by white in every row."""
    columns: list[tuple[float, float]] = []
    for box in sorted((piece.box for row in rows for piece in row), key=lambda box: box.x0):
        if columns and box.x0 - columns[-1][1] < NARROWEST:
            columns[-1] = (columns[-1][0], max(columns[-1][1], box.x1))
        else:
            columns.append((box.x0, box.x1))
    return columns


def _grid(rows: Sequence[Row], first: int, after: int, rules: Sequence[Box]) -> Grid | None:
    run = rows[first:after]
    columns = _columns(run)
    if len(columns) < 2:
        return None
    lines = [_placed(row, columns) for row in run]
    merged = _merged(lines, _groups(run, rules))
    return Grid(first, after, tuple(merged)) if len(merged) >= FEWEST_ROWS else None


def _placed(row: Row, columns: Sequence[tuple[float, float]]) -> Cells:
    cells: Cells = [()] * len(columns)
    for piece in row:
        for place, (left, right) in enumerate(columns):
            if left <= piece.box.x0 <= right:
                cells[place] += piece.words
                break
    return cells


def _groups(run: Sequence[Row], rules: Sequence[Box]) -> list[int] | None:
    """The ruled row that each line stands in; None where the table is not ruled."""
    top, bottom = run[0][0].box.y0, run[-1][0].box.y1
    inside = sorted({round(rule.middle) for rule in rules if top < rule.middle < bottom})
    if not inside:
        return None
    return [sum(rule < row[0].box.middle for rule in inside) for row in run]


def _merged(lines: Sequence[Cells], groups: Sequence[int] | None) -> list[Cells]:
    """Lines of the same row put together: by the rules, else where the first cell is empty."""
    merged: list[Cells] = []
    for place, line in enumerate(lines):
        same = groups[place] == groups[place - 1] if groups else not line[0]
        if merged and same:
            merged[-1] = [a + b for a, b in zip(merged[-1], line, strict=True)]
        else:
            merged.append(line)
    return merged
