"""Tables without drawn lines: rows of pieces that stand in the same columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.documents.domain.layout import Row

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


def find_grids(rows: Sequence[Row]) -> list[Grid]:
    """Tables in rows from the top."""
    return [grid for first, after in _runs(rows) if (grid := _grid(rows, first, after))]


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
    columns = columns_of(above)
    box, last = row[0].box, above[-1][0].box
    inside = [c for c in columns if c[0] - NARROWEST <= box.x0 and box.x1 <= c[1] + NARROWEST]
    return len(columns) > 1 and bool(inside) and box.y0 - last.y1 < last.height


def columns_of(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Stretches of the page's width that words stand in, parted by white in every row."""
    columns: list[tuple[float, float]] = []
    for box in sorted((piece.box for row in rows for piece in row), key=lambda box: box.x0):
        if columns and box.x0 - columns[-1][1] < NARROWEST:
            columns[-1] = (columns[-1][0], max(columns[-1][1], box.x1))
        else:
            columns.append((box.x0, box.x1))
    return columns


def _grid(rows: Sequence[Row], first: int, after: int) -> Grid | None:
    run = rows[first:after]
    columns = columns_of(run)
    if len(columns) < 2:
        return None
    merged = _merged([_placed(row, columns) for row in run])
    return Grid(first, after, tuple(merged)) if len(merged) >= FEWEST_ROWS else None


def _placed(row: Row, columns: Sequence[tuple[float, float]]) -> Cells:
    cells: Cells = [()] * len(columns)
    for piece in row:
        for place, (left, right) in enumerate(columns):
            if left <= piece.box.x0 <= right:
                cells[place] += piece.words
                break
    return cells


def _merged(lines: Sequence[Cells]) -> list[Cells]:
    """A line whose first cell is empty continues the row above it."""
    merged: list[Cells] = []
    for line in lines:
        if merged and not line[0]:
            merged[-1] = [a + b for a, b in zip(merged[-1], line, strict=True)]
        else:
            merged.append(line)
    return merged
