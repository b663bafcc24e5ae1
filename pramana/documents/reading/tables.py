"""Tables on a page, found by their drawn lines or by the columns of their text."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pramana.documents.reading.contracts import Box, TextRow

MIN_ROWS, MIN_NARROW_ROWS = 2, 3
MIN_COLUMN_GAP = 3.0
"""In points: a narrower gap is the space between two words."""

Cells = list[tuple[int, ...]]
"""The cells of a row, each as indexes of words."""


@dataclass(frozen=True, slots=True)
class GridTable:
    """A table without drawn lines: the rows it takes from a list, and its cells."""

    first: int
    after: int
    cells: tuple[Cells, ...]


def find_grids(rows: Sequence[TextRow], narrow: Sequence[TextRow] = ()) -> list[GridTable]:
    """The tables without drawn lines, from the top.

    `narrow` are the same rows, split at smaller gaps too. Such gaps part cells only where they are
    above each other in three rows or more.
    """
    close = [
        grid
        for first, after in _aligned_runs(narrow)
        if (grid := _grid_table(narrow, first, after)) and len(grid.cells) >= MIN_NARROW_ROWS
    ]
    taken = {place for grid in close for place in range(grid.first, grid.after)}
    wide = [
        grid
        for first, after in _piece_runs(rows)
        if taken.isdisjoint(range(first, after)) and (grid := _grid_table(rows, first, after))
    ]
    return sorted([*close, *wide], key=lambda grid: grid.first)


def _aligned_runs(rows: Sequence[TextRow]) -> Iterator[tuple[int, int]]:
    """Runs of rows whose gaps are above each other: as many columns as pieces, in every row."""
    start = 0
    for place in range(1, len(rows) + 1):
        if place < len(rows) and _is_aligned(rows[start : place + 1]):
            continue
        if place - start >= MIN_NARROW_ROWS and len(rows[start]) > 1:
            yield start, place
        start = place


def _is_aligned(run: Sequence[TextRow]) -> bool:
    columns = len(columns_of(run))
    return (
        columns > 1
        and all(columns - 1 <= len(row) <= columns for row in run)
        and all(len(row) > 1 for row in run)
    )


def _piece_runs(rows: Sequence[TextRow]) -> Iterator[tuple[int, int]]:
    """Runs of rows with several pieces; a single piece may continue a cell of the row above."""
    start: int | None = None
    for place, row in enumerate(rows):
        if start is None:
            start = place if len(row) > 1 else None
        elif len(row) == 1 and not _continues_row(rows[start:place], row):
            yield start, place
            start = None
    if start is not None:
        yield start, len(rows)


def _continues_row(above: Sequence[TextRow], row: TextRow) -> bool:
    """Whether a single piece is close below the rows above and within one of their columns."""
    columns = columns_of(above)
    box, last = row[0].box, above[-1][0].box
    inside = [
        c for c in columns if c[0] - MIN_COLUMN_GAP <= box.x0 and box.x1 <= c[1] + MIN_COLUMN_GAP
    ]
    return len(columns) > 1 and bool(inside) and box.y0 - last.y1 < last.height


def columns_of(rows: Sequence[TextRow]) -> list[tuple[float, float]]:
    """The horizontal ranges that contain words, separated by white space in every row."""
    columns: list[tuple[float, float]] = []
    for box in sorted((piece.box for row in rows for piece in row), key=lambda box: box.x0):
        if columns and box.x0 - columns[-1][1] < MIN_COLUMN_GAP:
            columns[-1] = (columns[-1][0], max(columns[-1][1], box.x1))
        else:
            columns.append((box.x0, box.x1))
    return columns


def _grid_table(rows: Sequence[TextRow], first: int, after: int) -> GridTable | None:
    run = rows[first:after]
    columns = columns_of(run)
    if len(columns) < 2:
        return None
    lines = [_cells_of_row(row, columns) for row in run]
    merged = _merge_continued_rows(lines, [row[0].box for row in run])
    return GridTable(first, after, tuple(merged)) if len(merged) >= MIN_ROWS else None


def _cells_of_row(row: TextRow, columns: Sequence[tuple[float, float]]) -> Cells:
    cells: Cells = [()] * len(columns)
    for piece in row:
        for place, (left, right) in enumerate(columns):
            if left <= piece.box.x0 <= right:
                cells[place] += piece.words
                break
    return cells


def _merge_continued_rows(lines: Sequence[Cells], boxes: Sequence[Box]) -> list[Cells]:
    """Merge each line that goes on with the cells of the row above it.

    Its first cell is empty, and it is close below: as a single piece, or closer than rows are.
    """
    steps = [below.middle - above.middle for above, below in pairwise(boxes)]
    merged: list[Cells] = []
    for place, line in enumerate(lines):
        if merged and not line[0] and _goes_on(line, place, steps, boxes):
            merged[-1] = [a + b for a, b in zip(merged[-1], line, strict=True)]
        else:
            merged.append(line)
    return merged


def _goes_on(line: Cells, place: int, steps: Sequence[float], boxes: Sequence[Box]) -> bool:
    step = steps[place - 1]
    is_single = sum(map(bool, line)) == 1
    if is_single:
        return step < MAX_LINE_STEP * boxes[place].height
    return max(steps) > CLOSER * step


MAX_LINE_STEP = 1.7
"""In line heights: lines of one cell are not further apart."""

CLOSER = 1.25
"""Rows are so much further apart than the lines within one."""

MAX_LINE_WIDTH = 2.5
TOLERANCE = 4.0
"""In points: lines closer than this are one line, or end at the same position."""

MIN_LINES = 3
MAX_LINES_PER_ROW = 6
"""Lines of text per row on average; with more, the drawn lines separate sections."""


@dataclass(frozen=True, slots=True)
class TableFrame:
    """The positions of a table's drawn lines: rows lie between `ys`, columns between `xs`."""

    left: float
    right: float
    ys: tuple[float, ...]
    xs: tuple[float, ...]

    def holds(self, row: TextRow) -> bool:
        """Whether a line of text is in the table.

        The first and the last row may lack their outer line. Such a row has several pieces and is
        no further out than the height of a row.
        """
        middle, reach = row[0].box.middle, 1.0
        if len(row) > 1:
            reach = (self.ys[-1] - self.ys[0]) / (len(self.ys) - 1)
        across = self.left - TOLERANCE <= row[0].box.x0 and row[-1].box.x1 <= self.right + TOLERANCE
        return across and self.ys[0] - reach < middle < self.ys[-1] + reach


def table_frames(rules: Sequence[Box]) -> list[TableFrame]:
    """The frames made by three or more lines of the same width, from the top."""
    upright = [rule for rule in rules if rule.width < MAX_LINE_WIDTH <= rule.height]
    found = [_table_frame(run, upright) for run in _line_runs(_horizontal_lines(rules))]
    return [frame for frame in found if len(frame.ys) >= MIN_LINES]


def frame_cells(
    frame: TableFrame, rows: Sequence[TextRow], boxes: Sequence[Box]
) -> tuple[Cells, ...] | None:
    """The words of each cell; None where there are no columns."""
    if not frame.xs and len(rows) > MAX_LINES_PER_ROW * (len(frame.ys) - 1):
        return None
    parts = frame.xs or _column_gaps(rows)
    if not parts:
        return None
    table: list[Cells] = [[()] * (len(parts) + 1) for _ in range(len(frame.ys) + 1)]
    for word in (word for row in rows for piece in row for word in piece.words):
        box = boxes[word]
        line = table[bisect_right(frame.ys, box.middle)]
        line[bisect_right(parts, (box.x0 + box.x1) / 2)] += (word,)
    return tuple(line for line in table if any(line))


def _column_gaps(rows: Sequence[TextRow]) -> tuple[float, ...]:
    """The middles of the gaps between columns."""
    columns = columns_of(rows)
    return tuple((a[1] + b[0]) / 2 for a, b in pairwise(columns))


def _horizontal_lines(rules: Sequence[Box]) -> list[Box]:
    """Horizontal lines from the top, with the pieces of a line joined."""
    lines: list[Box] = []
    for rule in sorted(
        (r for r in rules if r.height < MAX_LINE_WIDTH), key=lambda r: (r.middle, r.x0)
    ):
        if lines and rule.middle - lines[-1].middle < TOLERANCE:
            last = lines[-1]
            lines[-1] = Box(min(last.x0, rule.x0), last.y0, max(last.x1, rule.x1), last.y1)
        else:
            lines.append(rule)
    return lines


def _line_runs(lines: Sequence[Box]) -> Iterator[list[Box]]:
    """Successive lines that begin and end at the same positions."""
    run: list[Box] = []
    for line in lines:
        if run and (abs(line.x0 - run[0].x0) > TOLERANCE or abs(line.x1 - run[0].x1) > TOLERANCE):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _table_frame(run: Sequence[Box], upright: Sequence[Box]) -> TableFrame:
    left, right, top, bottom = run[0].x0, run[0].x1, run[0].middle, run[-1].middle
    inside: list[float] = []
    for rule in sorted(upright, key=lambda rule: rule.x0):
        within = top - TOLERANCE <= rule.y0 and rule.y1 <= bottom + TOLERANCE
        edge = rule.x0 - left < TOLERANCE or right - rule.x1 < TOLERANCE
        if within and not edge and (not inside or rule.x0 - inside[-1] > TOLERANCE):
            inside.append(rule.x0)
    return TableFrame(left, right, tuple(line.middle for line in run), tuple(inside))
