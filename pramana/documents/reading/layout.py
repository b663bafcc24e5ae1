"""Page layout: the reading order of words in columns, lines and tables.

Files store words in any order, mostly in reading order, which is kept. A page is laid out anew only
where the stored order keeps jumping sideways, as in columns drawn line by line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from pramana.documents.reading.contracts import Box, TextPiece, TextRow, around
from pramana.documents.reading.ruled_tables import RuledTable, ruled_cells, ruled_tables
from pramana.documents.reading.tables import Cells, find_grids, frame_cells, table_frames

MIN_PIECE_GAP = 1.6
"""A gap wider than this many line heights separates two pieces of a line."""

MIN_JUMPS = 3
MIN_FILL = 0.6
"""Lines of running text fill this share of their column; table cells fill less."""

MIN_COLUMN_ROWS = 5
MIN_COLUMN_WIDTH = 9.0
"""In line heights: even a newspaper column is wider."""


def jumps_sideways(boxes: Sequence[Box]) -> bool:
    """Whether successive boxes, in the order of the file, often cross wide gaps in a line."""
    jumps = 0
    for before, box in pairwise(boxes):
        if before.y0 < box.middle < before.y1 and _gap(before, box) > MIN_PIECE_GAP * box.height:
            jumps += 1
            if jumps >= MIN_JUMPS:
                return True
    return False


def rows_of(boxes: Sequence[Box], places: Sequence[int] | None = None) -> list[TextRow]:
    """Lines from the top, each split into pieces at wide gaps; with `places`, of these words."""
    lines: list[list[int]] = []
    bottom = float("-inf")
    chosen = range(len(boxes)) if places is None else places
    for place in sorted(chosen, key=lambda n: (boxes[n].middle, boxes[n].x0)):
        box = boxes[place]
        if not lines or box.middle > bottom:
            lines.append([])
            bottom = box.middle + box.height * 0.45
        lines[-1].append(place)
    return [_pieces(boxes, sorted(line, key=lambda n: boxes[n].x0)) for line in lines]


def reading_order(rows: Sequence[TextRow]) -> list[TextRow]:
    """Rows in reading order: a part of the page with columns is read column by column."""
    gutter = _gutter(rows)
    if gutter is None:
        return list(rows)
    ordered: list[TextRow] = []
    band: list[TextRow] = []
    for row in [*rows, None]:
        if row is not None and not _crosses(row, gutter):
            band.append(row)
            continue
        ordered += _by_column(band, gutter)
        band = []
        ordered += [row] if row is not None else []
    return ordered


def _by_column(band: Sequence[TextRow], gutter: float) -> list[TextRow]:
    left = [[piece for piece in row if piece.box.x1 <= gutter] for row in band]
    right = [[piece for piece in row if piece.box.x0 >= gutter] for row in band]
    return [
        *reading_order([row for row in left if row]),
        *reading_order([row for row in right if row]),
    ]


def _gutter(rows: Sequence[TextRow]) -> float | None:
    """The middle of the white strip between two columns of running text."""
    middles = [(left.box.x1 + right.box.x0) / 2 for row in rows for left, right in pairwise(row)]
    best = max(set(middles), key=lambda x: _support(rows, x), default=None)
    if best is None or _support(rows, best) < MIN_COLUMN_ROWS:
        return None
    return best if _is_running_text(rows, best) else None


def _support(rows: Sequence[TextRow], x: float) -> int:
    """The number of rows with words on both sides of `x`, less those with words across it."""
    both = sum(row[0].box.x1 < x < row[-1].box.x0 or _is_split_at(row, x) for row in rows)
    return both - sum(_crosses(row, x) for row in rows) // 2


def _is_split_at(row: TextRow, x: float) -> bool:
    return row[0].box.x0 < x < row[-1].box.x1 and not _crosses(row, x)


def _crosses(row: TextRow, x: float) -> bool:
    return any(piece.box.x0 < x < piece.box.x1 for piece in row)


def _is_running_text(rows: Sequence[TextRow], x: float) -> bool:
    """Whether both sides of `x` have lines of running text."""
    parted = [row for row in rows if _is_split_at(row, x)]
    left = [piece.box for row in parted for piece in row if piece.box.x1 <= x]
    right = [piece.box for row in parted for piece in row if piece.box.x0 >= x]
    return (
        _fill(left) >= MIN_FILL
        and _fill(right) >= MIN_FILL
        and _has_long_lines(left)
        and _has_long_lines(right)
    )


def _has_long_lines(boxes: Sequence[Box]) -> bool:
    """Whether most lines are long enough for running text."""
    return median(box.width for box in boxes) > MIN_COLUMN_WIDTH * median(
        box.height for box in boxes
    )


def _fill(boxes: Sequence[Box]) -> float:
    if not boxes:
        return 0.0
    width = max(box.x1 for box in boxes) - min(box.x0 for box in boxes)
    return median(box.width for box in boxes) / width if width else 0.0


def _pieces(boxes: Sequence[Box], line: Sequence[int]) -> TextRow:
    groups: list[list[int]] = [[line[0]]]
    for place in line[1:]:
        box = boxes[place]
        if box.x0 - max(boxes[n].x1 for n in groups[-1][-3:]) > MIN_PIECE_GAP * box.height:
            groups.append([])
        groups[-1].append(place)
    return [TextPiece(around([boxes[n] for n in group]), tuple(group)) for group in groups]


def _gap(one: Box, other: Box) -> float:
    return max(other.x0 - one.x1, one.x0 - other.x1)


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of running text, as indexes of its words."""

    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rows of a table, as indexes of the words in each cell.

    `spans` has the columns and rows of a cell that spans several, by its row and place in it.
    """

    cells: tuple[Cells, ...]
    spans: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)


LayoutPart = TextLine | TableRows


def compose(boxes: Sequence[Box], rules: Sequence[Box] = ()) -> list[LayoutPart]:
    """The lines and tables of a page in reading order; `rules` are the lines drawn on it."""
    found: list[LayoutPart] = []
    left = list(range(len(boxes)))
    tables = ruled_tables(rules)
    outside = [rule for rule in rules if not any(_is_part(rule, table) for table in tables)]
    for table in tables:
        inside = {place for place in left if table.contains(boxes[place])}
        rows = _ruled_rows(table, sorted(inside), boxes)
        if rows is None:
            continue
        before = [n for n in left if n not in inside and boxes[n].middle < table.ys[0]]
        found += [*_compose_open(boxes, before, outside), rows]
        placed = inside.union(before)
        left = [place for place in left if place not in placed]
    return found + _compose_open(boxes, left, outside)


def _is_part(rule: Box, table: RuledTable) -> bool:
    inside = table.ys[0] - 2 <= rule.middle <= table.ys[-1] + 2
    return inside and rule.x0 >= table.xs[0] - 2 and rule.x1 <= table.xs[-1] + 2


def _ruled_rows(table: RuledTable, places: Sequence[int], boxes: Sequence[Box]) -> TableRows | None:
    """The table with its words; None for a frame around text, which has no two filled columns."""
    ordered = [word for row in rows_of(boxes, places) for piece in row for word in piece.words]
    cells = ruled_cells(table, ordered, boxes)
    filled = [row for row in cells if any(cell.words for cell in row)]
    if len(filled) < 2 and len(table.xs) < 4:
        return None
    if not any(sum(bool(cell.words) for cell in row) > 1 for row in filled):
        return None
    spans = {
        (number, place): (cell.columns, cell.rows)
        for number, row in enumerate(cells)
        for place, cell in enumerate(row)
        if cell.columns > 1 or cell.rows > 1
    }
    return TableRows(tuple([cell.words for cell in row] for row in cells), spans)


def _compose_open(
    boxes: Sequence[Box], places: Sequence[int], rules: Sequence[Box]
) -> list[LayoutPart]:
    """Lines and tables of a part of a page without ruled tables; some have lines across only."""
    rows = rows_of(boxes, places) if places else []
    found: list[LayoutPart] = []
    at = 0
    for frame in table_frames(rules):
        framed = [place for place, row in enumerate(rows) if place >= at and frame.holds(row)]
        framed_rows = rows[framed[0] : framed[-1] + 1] if framed else []
        cells = (
            frame_cells(frame, framed_rows, boxes) if len(framed_rows) == len(framed) > 1 else None
        )
        if cells:
            found += [*_compose_unruled(rows[at : framed[0]]), TableRows(cells)]
            at = framed[-1] + 1
    return found + _compose_unruled(rows[at:])


def _compose_unruled(rows: Sequence[TextRow]) -> list[LayoutPart]:
    ordered = reading_order(rows)
    found: list[LayoutPart] = []
    at = 0
    for grid in find_grids(ordered):
        found += [_line(row) for row in ordered[at : grid.first]]
        found.append(TableRows(grid.cells))
        at = grid.after
    return found + [_line(row) for row in ordered[at:]]


def _line(row: TextRow) -> TextLine:
    return TextLine(tuple(place for piece in row for place in piece.words))
