"""The columns and rows of a table without a grid: where white space is, and which lines are one.

Cells that are wrapped take several lines. Those lines are closer than rows are, or they have words
only where a cell goes on, or drawn lines part the rows. Headers are wrapped like other cells, and a
name above several columns spans them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Protocol

from pramana.documents.reading.contracts import Box, TextRow
from pramana.documents.reading.table_headers import is_figure

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


Cells = list[tuple[int, ...]]
"""The cells of a row, each as indexes of words."""

Spans = dict[tuple[int, int], tuple[int, int]]
"""The columns and rows of a cell that spans several, by its row and place in it."""

MAX_HEADER_LINES = 3
MAX_LINES_PER_ROW = 6
"""On average; with more lines between two rules, the rules part groups of rows."""

MAX_LINE_STEP = 1.7
"""In line heights: lines of one cell are not further apart."""

CLOSER, CLOSER_IN_RULES = 1.18, 1.08
"""Rows are so much further apart than the lines within one."""

MIN_PARTIAL = 0.5


class WordLook(Protocol):
    """What the words of a page look like."""

    @property
    def are_sizes_exact(self) -> bool:
        """Whether the height of a word is that of its letters' font; OCR measures the ink."""
        ...

    def text(self, word: int) -> str: ...

    def is_bold(self, word: int) -> bool: ...

    def is_heading(self, words: Sequence[int]) -> bool:
        """Whether a line is a heading by its size or number; other bold lines may be labels."""
        ...


class NoLook:
    """Nothing is known but the places of the words."""

    are_sizes_exact = False

    def text(self, word: int) -> str:
        return ""

    def is_bold(self, word: int) -> bool:
        return False

    def is_heading(self, words: Sequence[int]) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class RowContent:
    """The rows of a table, and how many of them are its header."""

    cells: tuple[Cells, ...]
    spans: Spans
    header_rows: int


@dataclass(slots=True)
class _Line:
    """A line of a table: its words by column, and the columns that wide pieces stand across."""

    cells: Cells
    middle: float
    height: float
    is_across: bool
    across: dict[int, int] = field(default_factory=dict)

    @property
    def filled(self) -> list[int]:
        return [place for place, cell in enumerate(self.cells) if cell]


def table_rows(
    lines: Sequence[TextRow],
    columns: Sequence[Column],
    rules: Sequence[float],
    look: WordLook,
) -> RowContent:
    """The rows that the lines make; `rules` are the heights of lines drawn across the table."""
    placed = [_line(line, columns) for line in lines]
    ruled = [
        any(above.middle < y < below.middle for y in rules) for above, below in pairwise(placed)
    ]
    if not look.are_sizes_exact:
        goes_on = [_goes_on(above, below, look) for above, below in pairwise(placed)]
        joins = [each and not rule for each, rule in zip(goes_on, ruled, strict=True)]
        return _merge_lines(placed, joins, 0)
    by_rule = sum(ruled) > 1 and MAX_LINES_PER_ROW * (sum(ruled) + 1) >= len(placed)
    heads = _header_lines(placed, ruled, look, by_rule=by_rule)
    joins = _ruled_joins(placed, ruled, look) if by_rule else _joins(placed, ruled, heads, look)
    return _merge_lines(placed, joins, heads)


def _ruled_joins(lines: Sequence[_Line], ruled: Sequence[bool], look: WordLook) -> list[bool]:
    """For each line but the first, whether it goes on with the row above it, by the rules.

    Lines between two rules are one row, but for full lines, which begin rows of their own.
    """
    steps = [below.middle - above.middle for above, below in pairwise(lines)]
    usual = median(step for step, is_ruled in zip(steps, ruled, strict=True) if is_ruled)
    fullest = max(len(line.filled) for line in lines)
    joins = []
    for (above, below), step, is_ruled in zip(pairwise(lines), steps, ruled, strict=True):
        is_close = step * CLOSER_IN_RULES <= usual
        is_short = len(below.filled) < fullest or _begins_low(below, look)
        joins.append(not is_ruled and (_is_partial(above, below) or (is_close and is_short)))
    return joins


def _begins_low(line: _Line, look: WordLook) -> bool:
    """Whether most cells of a line go on with a sentence or are in brackets."""
    texts = [look.text(line.cells[place][0]) for place in line.filled]
    going_on = sum(begins_low(text) or text[:1] in "([" for text in texts if text)
    return 2 * going_on > len(texts)


def _line(line: TextRow, columns: Sequence[Column]) -> _Line:
    cells: Cells = [()] * len(columns)
    across: dict[int, int] = {}
    for piece in line:
        under = columns_under(piece.box, columns)
        cells[under[0]] += piece.words
        if len(under) > 1:
            across[under[0]] = len(under)
    box = line[0].box
    return _Line(cells, box.middle, box.height, len(across) > 0, across)


def _header_lines(
    lines: Sequence[_Line], ruled: Sequence[bool], look: WordLook, *, by_rule: bool
) -> int:
    """The number of lines at the top that are the header: above the only rule, or all bold."""
    bold = [all(look.is_bold(line.cells[n][0]) for n in line.filled) for line in lines]
    labels = [_is_label(lines, place) for place in range(len(lines))]
    ends = (not is_bold or is_label for is_bold, is_label in zip(bold, labels, strict=True))
    count = next((n for n, is_end in enumerate(ends) if is_end), 0)
    first = ruled.index(True) + 1 if True in ruled else 0
    if by_rule:
        most = min(count, MAX_HEADER_LINES)
        return max((n for n in range(1, most + 1) if ruled[n - 1]), default=0)
    if count == first or (count == 0 and _names_columns(lines[:first], look)):
        return first if sum(ruled) <= 2 and first <= MAX_HEADER_LINES else 0
    return count if count <= MAX_HEADER_LINES else 0


def _names_columns(lines: Sequence[_Line], look: WordLook) -> bool:
    """Whether lines above a rule may be a header: names without figures, in one line or wrapped."""
    cells = [cell for line in lines for cell in line.cells[1:] if cell]
    texts = [" ".join(map(look.text, cell)) for cell in cells]
    is_wrapped = all(_is_partial(a, b) or _is_partial(b, a) for a, b in pairwise(lines))
    return bool(texts) and is_wrapped and not all(map(is_figure, texts))


def _is_label(lines: Sequence[_Line], place: int) -> bool:
    """Whether a line names the rows below it: one text, no closer to the line above it."""
    if place == 0 or lines[place].filled != [0] or place + 1 == len(lines):
        return False
    above, line, below = lines[place - 1 : place + 2]
    return CLOSER * (line.middle - above.middle) >= below.middle - line.middle


def _joins(lines: Sequence[_Line], ruled: Sequence[bool], heads: int, look: WordLook) -> list[bool]:
    """For each line but the first, whether it goes on with the row above it."""
    tight = _tight_steps(lines, heads)
    joins = []
    for place, (above, below) in enumerate(pairwise(lines)):
        if ruled[place] or place + 1 == heads:
            joins.append(False)
        elif place + 1 < heads:
            joins.append(not above.is_across and not below.is_across)
        elif above.is_across or below.is_across:
            joins.append(False)
        elif tight is not None:
            joins.append(below.middle - above.middle <= tight)
        else:
            joins.append(_goes_on(above, below, look))
    return joins


def _tight_steps(lines: Sequence[_Line], heads: int) -> float | None:
    """The greatest step between lines of one row, where rows are clearly further apart."""
    body = lines[heads:]
    pairs = list(pairwise(body))
    steps = sorted(below.middle - above.middle for above, below in pairs)
    if len(steps) < 2:
        return None
    ratio, place = max((b / max(a, 0.1), n) for n, (a, b) in enumerate(pairwise(steps)))
    tight = steps[place]
    if ratio < CLOSER or tight > MAX_LINE_STEP * median(line.height for line in body):
        return None
    close = [(a, b) for a, b in pairs if b.middle - a.middle <= tight]
    fullest = max(len(line.filled) for line in body)
    partial = sum(len(below.filled) < fullest for _, below in close)
    return tight if partial > MIN_PARTIAL * len(close) else None


def _is_partial(above: _Line, below: _Line) -> bool:
    """Whether a line has no words in a column in which the line above it has some."""
    return not set(above.filled) <= set(below.filled)


def _goes_on(above: _Line, below: _Line, look: WordLook) -> bool:
    """Whether a line goes on with the row above, by its place or its words."""
    if below.middle - above.middle > MAX_LINE_STEP * below.height or not below.filled:
        return False
    if below.filled[0] > 0 and len(below.filled) == 1:
        return True
    return _is_partial(above, below) and _begins_low(below, look)


def begins_low(text: str) -> bool:
    """Whether a word goes on with a sentence; addresses and codes begin with small letters too."""
    return text[:1].islower() and text.strip(".,;:)").isalpha()


def _merge_lines(lines: Sequence[_Line], joins: Sequence[bool], heads: int) -> RowContent:
    rows: list[_Line] = [lines[0]]
    header_rows = 1 if heads else 0
    for place, (line, is_joined) in enumerate(zip(lines[1:], joins, strict=True), start=1):
        if is_joined:
            rows[-1].cells = [a + b for a, b in zip(rows[-1].cells, line.cells, strict=True)]
            rows[-1].across.update(line.across)
        else:
            rows.append(line)
            header_rows += place < heads
    cells: list[Cells] = []
    spans: Spans = {}
    for number, row in enumerate(rows):
        kept: Cells = []
        skip = 0
        for column, cell in enumerate(row.cells):
            if skip and not cell:
                skip -= 1
                continue
            skip = 0
            if width := row.across.get(column):
                skip = _free(row.cells, column, width)
                spans[number, len(kept)] = (skip + 1, 1)
            kept.append(cell)
        cells.append(kept)
    return RowContent(tuple(cells), spans, header_rows)


def _free(cells: Cells, column: int, width: int) -> int:
    """The number of empty columns that a cell stands across."""
    others = range(column + 1, min(column + width, len(cells)))
    return next((n for n, place in enumerate(others) if cells[place]), len(others))
