"""In which order words are read: down a column, then the next; the rows of a table across.

Files draw words in any order. Most follow the reader and are left alone; a page is laid out anew
only where its own order jumps sideways again and again, as in columns drawn line by line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pramana.documents.domain.paper import Box

GAP = 1.6
"""White space wider than this many line heights parts two pieces of a line."""

JUMPS = 3
FLOWING = 0.6
"""Running text fills its column; the cells of a table do not."""

FEW_ROWS = 5
COLUMN = 9.0
"""Line heights: the narrowest newspaper column is wider."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of one line that stand together, by their places in the page's list of words."""

    box: Box
    words: tuple[int, ...]


Row = list[Piece]


def jumps_sideways(boxes: Sequence[Box]) -> bool:
    """Whether boxes, in the order of the file, keep crossing wide gaps within their lines."""
    jumps = 0
    for before, box in pairwise(boxes):
        if before.y0 < box.middle < before.y1 and _gap(before, box) > GAP * box.height:
            jumps += 1
            if jumps >= JUMPS:
                return True
    return False


def rows_of(boxes: Sequence[Box]) -> list[Row]:
    """Lines from the top, each parted into pieces where the white space is wide."""
    lines: list[list[int]] = []
    bottom = float("-inf")
    for place in sorted(range(len(boxes)), key=lambda n: (boxes[n].middle, boxes[n].x0)):
        box = boxes[place]
        if not lines or box.middle > bottom:
            lines.append([])
            bottom = box.middle + box.height * 0.45
        lines[-1].append(place)
    return [_pieces(boxes, sorted(line, key=lambda n: boxes[n].x0)) for line in lines]


def reading_order(rows: Sequence[Row]) -> list[Row]:
    """Rows as they are read: bands that have columns are read column by column."""
    gutter = _gutter(rows)
    if gutter is None:
        return list(rows)
    ordered: list[Row] = []
    band: list[Row] = []
    for row in [*rows, None]:
        if row is not None and not _crosses(row, gutter):
            band.append(row)
            continue
        ordered += _by_column(band, gutter)
        band = []
        ordered += [row] if row is not None else []
    return ordered


def _by_column(band: Sequence[Row], gutter: float) -> list[Row]:
    left = [[piece for piece in row if piece.box.x1 <= gutter] for row in band]
    right = [[piece for piece in row if piece.box.x0 >= gutter] for row in band]
    return [
        *reading_order([row for row in left if row]),
        *reading_order([row for row in right if row]),
    ]


def _gutter(rows: Sequence[Row]) -> float | None:
    """The place of a white strip between two columns of running text."""
    middles = [(left.box.x1 + right.box.x0) / 2 for row in rows for left, right in pairwise(row)]
    best = max(set(middles), key=lambda x: _support(rows, x), default=None)
    if best is None or _support(rows, best) < FEW_ROWS:
        return None
    return best if _flows(rows, best) else None


def _support(rows: Sequence[Row], x: float) -> int:
    """Rows with words on both sides of `x` less those with words across it."""
    both = sum(row[0].box.x1 < x < row[-1].box.x0 or _parted(row, x) for row in rows)
    return both - sum(_crosses(row, x) for row in rows) // 2


def _parted(row: Row, x: float) -> bool:
    return row[0].box.x0 < x < row[-1].box.x1 and not _crosses(row, x)


def _crosses(row: Row, x: float) -> bool:
    return any(piece.box.x0 < x < piece.box.x1 for piece in row)


def _flows(rows: Sequence[Row], x: float) -> bool:
    """Whether the rows on both sides of `x` are lines of running text."""
    parted = [row for row in rows if _parted(row, x)]
    left = [piece.box for row in parted for piece in row if piece.box.x1 <= x]
    right = [piece.box for row in parted for piece in row if piece.box.x0 >= x]
    return _fill(left) >= FLOWING and _fill(right) >= FLOWING and _wide(left) and _wide(right)


def _wide(boxes: Sequence[Box]) -> bool:
    """Whether most lines are as long as lines of running text."""
    return median(box.width for box in boxes) > COLUMN * median(box.height for box in boxes)


def _fill(boxes: Sequence[Box]) -> float:
    if not boxes:
        return 0.0
    width = max(box.x1 for box in boxes) - min(box.x0 for box in boxes)
    return median(box.width for box in boxes) / width if width else 0.0


def _pieces(boxes: Sequence[Box], line: Sequence[int]) -> Row:
    groups: list[list[int]] = [[line[0]]]
    for place in line[1:]:
        box = boxes[place]
        if box.x0 - max(boxes[n].x1 for n in groups[-1][-3:]) > GAP * box.height:
            groups.append([])
        groups[-1].append(place)
    return [Piece(around([boxes[n] for n in group]), tuple(group)) for group in groups]


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds them all."""
    return Box(
        min(box.x0 for box in boxes),
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes),
        max(box.y1 for box in boxes),
    )


def _gap(one: Box, other: Box) -> float:
    return max(other.x0 - one.x1, one.x0 - other.x1)
