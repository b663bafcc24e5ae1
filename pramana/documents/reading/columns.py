"""The columns of a table without a grid of lines: where white space runs down through its lines."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pramana.documents.reading.contracts import Box, TextRow

MIN_GUTTER = 3.0
"""In points: a narrower gap is the space between two words."""

WEAK_GAP, STRONG_GAP, WIDE_GAP = 0.45, 0.7, 1.6
"""In line heights. A weak gap may be one between words, a strong one parts cells if others agree,
and a wide one parts them in two lines already."""

MIN_PROOFS = 3
ALIGNED_SHARE, ALIGNED = 0.7, 2.0
"""The share of cells that begin, end or have their middle at one place, and how exactly."""

Column = tuple[float, float]


def columns_of(lines: Sequence[TextRow]) -> list[Column]:
    """The horizontal ranges that contain words, separated by white space in every line."""
    columns: list[Column] = []
    for box in sorted((piece.box for line in lines for piece in line), key=lambda box: box.x0):
        if columns and box.x0 - columns[-1][1] < MIN_GUTTER:
            columns[-1] = (columns[-1][0], max(columns[-1][1], box.x1))
        else:
            columns.append((box.x0, box.x1))
    return columns


def columns_under(box: Box, columns: Sequence[Column]) -> range:
    """The columns that a box is in or stands across."""
    touched = [n for n, (left, right) in enumerate(columns) if box.x0 < right and left < box.x1]
    if not touched:
        middle = (box.x0 + box.x1) / 2
        touched = [min(range(len(columns)), key=lambda n: _distance(middle, columns[n]))]
    return range(touched[0], touched[-1] + 1)


def _distance(x: float, column: Column) -> float:
    return max(column[0] - x, x - column[1])


def are_compatible(lines: Sequence[TextRow], columns: Sequence[Column]) -> bool:
    """Whether the lines have two columns or more, and no strong gap of a line is inside one."""
    return len(columns) > 1 and all(parts_cells(line, columns) for line in lines)


def parts_cells(line: TextRow, columns: Sequence[Column]) -> bool:
    """Whether every strong gap of a line is between two columns."""
    return all(
        columns_under(left.box, columns)[-1] < columns_under(right.box, columns)[0]
        for left, right in pairwise(line)
        if right.box.x0 - left.box.x1 > STRONG_GAP * right.box.height
    )


def proven_columns(lines: Sequence[TextRow]) -> list[Column]:
    """The columns whose white space is no chance: wide, or beside cells that are aligned."""
    columns = columns_of(lines)
    if len(columns) < 2:
        return columns
    height = median(piece.box.height for line in lines for piece in line)
    proven = [columns[0]]
    for place in range(1, len(columns)):
        if _is_proven(lines, columns, place, height):
            proven.append(columns[place])
        else:
            proven[-1] = (proven[-1][0], columns[place][1])
    return proven


def _is_proven(
    lines: Sequence[TextRow], columns: Sequence[Column], place: int, height: float
) -> bool:
    """Whether the white space before a column parts it from the one before it."""
    (_, left), (right, _) = columns[place - 1], columns[place]
    beside = [line for line in lines if line[0].box.x0 < left and line[-1].box.x1 > right]
    if right - left >= WIDE_GAP * height:
        return len(beside) > 1
    if len(beside) < MIN_PROOFS:
        return False
    near = (columns[place], columns[place - 1])
    boxes = [piece.box for line in beside for piece in line]
    return any(_are_aligned([box for box in boxes if a <= box.x0 <= b]) for a, b in near)


def _are_aligned(boxes: Sequence[Box]) -> bool:
    edges = (
        [box.x0 for box in boxes],
        [box.x1 for box in boxes],
        [(box.x0 + box.x1) / 2 for box in boxes],
    )
    return len(boxes) >= MIN_PROOFS and any(
        sum(abs(x - median(each)) <= ALIGNED for x in each) >= ALIGNED_SHARE * len(each)
        for each in edges
    )
