"""Tables of scans without a grid of drawn lines: the model's rows and columns, filled with words.

The model sees rows and columns but places them roughly. Its columns are moved to the white space
between words, and its rows are split where one of them holds the numbers of several.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from pramana.documents.reading.contracts import Box, TextRow, around
from pramana.documents.reading.ocr_engines import ShapeCell, TableShape

MAX_CUT_SHARE = 0.5
"""A table is not believed where its columns cut words in more of the lines."""

MAX_SINGLE_ROWS = 3
MAX_HEAD_ROWS = 2
MAX_HEAD_WIDTH = 0.6
"""Of the table's width: what is wider above it is a sentence."""

MAX_ROW_STEP = 3.2
"""In line heights: rows of one table are not further apart."""

MEETING_REACH = 0.25
"""Of the distance between the middles of two columns: how far off the model may be."""

WIDE_GAP = 1.2
"""In line heights: words of one cell are closer."""

NUMBER = re.compile(r"\W*[0-9\u0966-\u096f][0-9\u0966-\u096f.,:/\s%-]*\W*")

Words = tuple[int, ...]
Spans = dict[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class RecognisedTable:
    """A table in place of some lines: its cells as indexes of words, row by row.

    `spans` has the columns and rows of a cell that spans several, by its row and place in it.
    """

    first: int
    after: int
    cells: tuple[list[Words], ...]
    spans: Spans


@dataclass(frozen=True, slots=True)
class TableRecogniser:
    """Finds the tables of one scan: `shape_at` asks the model about a part of the page."""

    texts: Sequence[str]
    """The text of each word."""

    shape_at: Callable[[Box], TableShape | None]
    """Takes a box in points, and returns cells with boxes in points."""

    cuts: dict[int, set[float]] = field(default_factory=dict)
    """The words that a believed table would cut, with the places: OCR read several cells as one."""

    def tables(self, narrow: Sequence[TextRow], boxes: Sequence[Box]) -> list[RecognisedTable]:
        """The tables among lines that the model sees and the words confirm.

        The pieces of a line are split at gaps of the width of a letter.
        """
        found = []
        for first, after in _regions(narrow):
            lines = [[word for piece in row for word in piece.words] for row in narrow[first:after]]
            shape = self.shape_at(around([boxes[word] for line in lines for word in line]))
            edges = _column_edges(shape, lines, boxes) if shape else None
            if shape is None or edges is None:
                continue
            self._note_cuts(lines, edges, boxes)
            filled = _fill(shape, edges, lines, boxes, self.texts)
            if filled:
                found.append(RecognisedTable(first, after, *filled))
        return found

    def _note_cuts(
        self, lines: Sequence[Sequence[int]], edges: Sequence[float], boxes: Sequence[Box]
    ) -> None:
        for word in (word for line in lines for word in line):
            places = {edge for edge in edges if _is_cut(boxes[word], edge)}
            if places:
                self.cuts[word] = places


def _regions(narrow: Sequence[TextRow]) -> Iterator[tuple[int, int]]:
    """Runs of lines with several pieces; one or two single pieces may stand between them."""
    start: int | None = None
    last = 0
    for place, row in enumerate(narrow):
        is_late = place - last > MAX_SINGLE_ROWS + (len(row) > 1)
        if start is not None and (is_late or _is_far(narrow[place - 1], row)):
            if last > start:
                yield _with_head(narrow, start), _with_rest(narrow, last + 1)
            start = None
        if len(row) > 1:
            start, last = place if start is None else start, place
    if start is not None and last > start:
        yield _with_head(narrow, start), _with_rest(narrow, last + 1)


def _is_far(above: TextRow, below: TextRow) -> bool:
    return below[0].box.middle - above[0].box.middle > MAX_ROW_STEP * below[0].box.height


def _with_head(narrow: Sequence[TextRow], first: int) -> int:
    """The beginning of a region with short single pieces close above it: a header of two lines."""
    width = narrow[first][-1].box.x1 - narrow[first][0].box.x0
    for place in range(first - 1, max(first - 1 - MAX_HEAD_ROWS, -1), -1):
        box = narrow[place][0].box
        is_close = narrow[place + 1][0].box.y0 - box.y1 < box.height
        if not is_close or box.width > MAX_HEAD_WIDTH * width:
            return place + 1
        first = place
    return first


def _with_rest(narrow: Sequence[TextRow], after: int) -> int:
    """The end of a region with the last line of its last cell: a short one, close below."""
    if after >= len(narrow):
        return after
    above, below = narrow[after - 1], narrow[after]
    step = below[0].box.middle - above[0].box.middle
    is_inside = above[0].box.x1 < below[0].box.x0 and below[-1].box.x1 <= above[-1].box.x1
    return after + 1 if is_inside and step < 1.7 * below[0].box.height else after


def _fill(
    shape: TableShape,
    edges: Sequence[float],
    lines: Sequence[Sequence[int]],
    boxes: Sequence[Box],
    texts: Sequence[str],
) -> tuple[tuple[list[Words], ...], Spans] | None:
    """The words of each cell and the cells that span; None where the shape does not fit."""
    height, width = shape.size
    by_line = [_by_column(line, edges, boxes) for line in lines]
    if 2 * sum(_has_wide_gap(line, boxes) for line in by_line) >= len(lines):
        return None
    owners = _row_of_lines(shape, lines, boxes)
    cells: list[list[Words]] = []
    spans: Spans = {}
    used: set[int] = set()
    for row in range(height):
        own = [line for line, owner in zip(by_line, owners, strict=True) if owner == row]
        parts = _split_row(own, texts)
        used |= {place for part in parts for place, words in enumerate(part) if words}
        wide = [cell for cell in shape.cells if cell.row == row and cell.columns > 1]
        if len(parts) == 1 and wide:
            parts = [_join_spanned(parts[0], wide, len(cells), spans, boxes)]
        cells += parts
    return (tuple(cells), spans) if len(cells) > 1 and len(used) == width else None


def _has_wide_gap(line: Sequence[Words], boxes: Sequence[Box]) -> bool:
    """Whether words of one cell are as far apart as columns: the shape has too few of them."""
    return any(
        boxes[b].x0 - boxes[a].x1 > WIDE_GAP * boxes[b].height
        for cell in line
        for a, b in pairwise(cell)
    )


def _column_edges(
    shape: TableShape, lines: Sequence[Sequence[int]], boxes: Sequence[Box]
) -> list[float] | None:
    """Where columns meet, moved to the white space nearby; None where most lines are cut."""
    width = shape.size[1]
    own = [
        [cell.box for cell in shape.cells if cell.column == column and cell.columns == 1]
        for column in range(width)
    ]
    if width < 2 or not all(own):
        return None
    columns = [(median(b.x0 for b in each), median(b.x1 for b in each)) for each in own]
    inside = [boxes[word] for line in lines for word in line]
    edges = [_white_place(inside, *_meeting_place(a, b)) for a, b in pairwise(columns) if a < b]
    cut = [any(_is_cut(boxes[word], edge) for word in line for edge in edges) for line in lines]
    if len(edges) < width - 1 or sum(cut) > MAX_CUT_SHARE * len(lines):
        return None
    return edges


def _meeting_place(left: tuple[float, float], right: tuple[float, float]) -> tuple[float, float]:
    """Where two columns may meet: around the places where the model ends one, begins the other."""
    reach = MEETING_REACH * (sum(right) - sum(left)) / 2
    middle = (left[1] + right[0]) / 2
    return middle - reach, middle + reach


def _white_place(boxes: Sequence[Box], left: float, right: float) -> float:
    """The middle of the widest strip between two places that the fewest words cross."""
    stops = sorted({left, right, *(x for box in boxes for x in (box.x0, box.x1))})
    strips = [(a, b) for a, b in pairwise(stops) if left <= a and b <= right]
    crossings = [sum(box.x0 < (a + b) / 2 < box.x1 for box in boxes) for a, b in strips]
    fewest = min(crossings, default=0)
    best = [strip for strip, count in zip(strips, crossings, strict=True) if count == fewest]
    first, last = max(best, key=lambda strip: strip[1] - strip[0], default=(left, right))
    return (first + last) / 2


def _is_cut(box: Box, edge: float) -> bool:
    return box.x0 + box.height / 2 < edge < box.x1 - box.height / 2


def _row_of_lines(
    shape: TableShape, lines: Sequence[Sequence[int]], boxes: Sequence[Box]
) -> list[int]:
    """For each line of text, the row of the shape that it is in."""
    height = shape.size[0]
    own = [[c.box for c in shape.cells if c.row == row and c.rows == 1] for row in range(height)]
    middles = [median(box.middle for box in row) if row else float("inf") for row in own]
    found = []
    for line in lines:
        middle = around([boxes[word] for word in line]).middle
        found.append(min(range(height), key=lambda row: abs(middles[row] - middle)))
    return found


def _by_column(line: Sequence[int], edges: Sequence[float], boxes: Sequence[Box]) -> list[Words]:
    cells: list[Words] = [()] * (len(edges) + 1)
    for word in line:
        middle = (boxes[word].x0 + boxes[word].x1) / 2
        cells[sum(edge < middle for edge in edges)] += (word,)
    return cells


def _split_row(lines: Sequence[list[Words]], texts: Sequence[str]) -> list[list[Words]]:
    """The rows among the lines of one: a second number in a column begins another row.

    So does a line as full as the one before it, if all lines are.
    """
    every = [sum(map(bool, line)) for line in lines]
    is_even = len(lines) > 1 and min(every) == max(every) > 1
    rows: list[list[Words]] = []
    for line in lines:
        if rows and not is_even and not _has_second_number(rows[-1], line, texts):
            rows[-1] = [above + below for above, below in zip(rows[-1], line, strict=True)]
        else:
            rows.append(line)
    return rows


def _has_second_number(row: Sequence[Words], line: Sequence[Words], texts: Sequence[str]) -> bool:
    def is_number(words: Words) -> bool:
        return bool(words) and NUMBER.fullmatch(" ".join(texts[n] for n in words)) is not None

    return any(
        is_number(above) and is_number(below) for above, below in zip(row, line, strict=True)
    )


def _join_spanned(
    row: Sequence[Words], wide: Sequence[ShapeCell], number: int, spans: Spans, boxes: Sequence[Box]
) -> list[Words]:
    """The row with the places joined that one cell spans, unless words far apart are in them."""
    spanning = {cell.column: cell.columns for cell in wide}
    joined: list[Words] = []
    at = 0
    while at < len(row):
        after = min(at + spanning.get(at, 1), len(row))
        words = tuple(word for place in row[at:after] for word in place)
        gaps = [boxes[b].x0 - boxes[a].x1 - boxes[b].height for a, b in pairwise(words)]
        if not words or max(gaps, default=0.0) > 0:
            after, words = at + 1, row[at]
        elif after - at > 1:
            spans[number, len(joined)] = (after - at, 1)
        joined.append(words)
        at = after
    return joined
