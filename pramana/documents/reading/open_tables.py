"""Tables without a grid of drawn lines: runs of lines whose words stand in the same columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pramana.documents.reading.contracts import Box, TextRow
from pramana.documents.reading.table_rows import (
    MAX_LINE_STEP,
    WIDE_GAP,
    Cells,
    Column,
    Spans,
    WordLook,
    are_compatible,
    begins_low,
    columns_of,
    columns_under,
    parts_cells,
    proven_columns,
    table_rows,
)

MAX_RULE_HEIGHT = 2.5
MIN_RULE_SHARE = 0.6
"""A line drawn across a table is at least this wide."""

MAX_STEP, USUAL_STEP, MORE_STEP = 3.0, 2.2, 1.8
"""In line heights, and in the greatest step of the rows so far: rows are not further apart."""

INEXACT_STEP = 3.2
"""In heights of inked words, which are less than those of lines."""

SIZE_RATIO = 1.12
MAX_ACROSS = 2
"""Lines across the columns that may follow each other inside a table."""

MIN_WITH_TOTALS = 4
"""Columns: totals below such a table have a label and a value, and are a table of their own."""

WRAPPED_SHARE = 0.8
"""Of the step between rows: lines of one cell are closer."""

REACH = 3.0
"""In points: a cell may stand so far beside its column."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table in place of some lines, and its cells as indexes of words."""

    first: int
    after: int
    cells: tuple[Cells, ...]
    spans: Spans
    header_rows: int
    is_ruled: bool


def find_open_tables(
    lines: Sequence[TextRow], rules: Sequence[Box], look: WordLook
) -> list[OpenTable]:
    """The tables among lines in reading order, whose pieces are split at weak gaps."""
    across = [rule for rule in rules if rule.height < MAX_RULE_HEIGHT < rule.width]
    found: list[OpenTable] = []
    at = 0
    while at < len(lines):
        least = found[-1].after if found else 0
        table = _table_from(lines, at, least, across, look) if len(lines[at]) > 1 else None
        if table is None:
            at += 1
            continue
        found.append(table)
        at = table.after
    return found


def _table_from(
    lines: Sequence[TextRow], first: int, least: int, rules: Sequence[Box], look: WordLook
) -> OpenTable | None:
    """The longest table that begins with a line; names above its columns may be before it."""
    run = _Run(lines, first, rules, look)
    place = first + 1
    while place < len(lines) and run.takes(place):
        place += 1
    rows = [lines[n] for n in run.rows]
    columns = proven_columns(rows)
    if len(columns) < 2 or not _is_sure(rows, columns):
        return None
    above, head = lines[first - 1], lines[first]
    is_headed = _names_groups(above, head, columns) or _begins_names(above, head, columns, look)
    first -= first > least and is_headed
    return _table(lines, first, run.end(), columns, rules, look)


class _Run:
    """The lines that fit under each other from a first one on."""

    def __init__(
        self, lines: Sequence[TextRow], first: int, rules: Sequence[Box], look: WordLook
    ) -> None:
        self._lines, self._look = lines, look
        self._rules = sorted(rule.middle for rule in rules)
        self.rows = [first]
        self.columns = columns_of([lines[first]])
        self._others: list[int] = []
        self._pending: list[int] = []
        self._steps: list[float] = []

    def takes(self, place: int) -> bool:
        """Add a line, if it can belong to the table."""
        line, above = self._lines[place], self._lines[place - 1]
        if not self._is_near(above, line) or self._look.is_heading(_words(line)):
            return False
        if self._begins_totals(place):
            return False
        if len(line) > 1:
            rows = [self._lines[n] for n in (*self.rows, place)]
            columns = columns_of(rows)
            if are_compatible(rows, columns):
                self._add(place, columns)
                return True
        is_label = len(line) == 1 and self._is_bold(line) and not self._is_bold(above)
        if (self._is_inside(line) and not is_label) or self._is_across(line, place):
            self._pending.append(place)
            return len(self._pending) <= MAX_ACROSS * 2
        return False

    def _add(self, place: int, columns: list[Column]) -> None:
        self._steps.append(_middle(self._lines[place]) - _middle(self._lines[place - 1]))
        self._others += self._pending
        self._pending = []
        self.rows.append(place)
        self.columns = columns

    def end(self) -> int:
        """The place after the last line: what follows the last row must go on with a cell."""
        after = self.rows[-1] + 1
        for place in self._pending:
            if place != after or not self._ends_table(place):
                break
            after += 1
        return after

    def _ends_table(self, place: int) -> bool:
        line = self._lines[place]
        step = _middle(line) - _middle(self._lines[place - 1])
        usual = median(self._steps) if self._steps else step
        if len(line) > 1:
            last = columns_under(line[-1].box, self.columns)
            edge = self.columns[last[0]]
            is_flush = abs(line[-1].box.x1 - edge[1]) < REACH or abs(line[-1].box.x0 - edge[0]) < 1
            return len(last) == 1 and is_flush and step < MORE_STEP * usual
        if not self._is_inside(line) or step > min(MAX_LINE_STEP * line[0].box.height, usual + 1):
            return False
        text = self._look.text(line[0].words[0])
        return columns_under(line[0].box, self.columns)[0] > 0 or begins_low(text)

    def _is_near(self, above: TextRow, line: TextRow) -> bool:
        step, height = _middle(line) - _middle(above), line[0].box.height
        if step <= 0 or self._is_crowded(above, line):
            return False
        if not self._look.are_sizes_exact:
            return step <= INEXACT_STEP * height
        if step > (self._limit(height) if len(self._steps) > 1 else MAX_STEP * height):
            return False
        ratio = max(height, above[0].box.height) / max(min(height, above[0].box.height), 0.1)
        return ratio < SIZE_RATIO or step < MAX_LINE_STEP * height

    def _limit(self, height: float) -> float:
        return max(USUAL_STEP * height, MORE_STEP * max(self._steps))

    def _is_crowded(self, above: TextRow, line: TextRow) -> bool:
        """Whether a table ended above the line: a rule, and then more than the usual space."""
        rule = max((y for y in self._rules if _middle(above) < y < _middle(line)), default=None)
        return rule is not None and line[0].box.y0 - rule > line[0].box.height

    def _is_inside(self, line: TextRow) -> bool:
        """Whether a single piece is in one column; it may be longer than the other cells."""
        if len(line) > 1 or len(self.columns) < 2:
            return False
        box = line[0].box
        under = columns_under(box, self.columns)
        left, right = self.columns[under[0]]
        edges = (box.x0 - left, box.x1 - right, (box.x0 + box.x1 - left - right) / 2)
        is_flush = any(abs(edge) <= REACH for edge in edges)
        is_within = left <= box.x0 and box.x1 <= right
        return len(under) == 1 and (is_within or is_flush)

    def _begins_totals(self, place: int) -> bool:
        """Whether two lines or more with a label and a value stand right below a wider table."""
        if len(self.columns) < MIN_WITH_TOTALS or len(self.rows) < 2:
            return False
        pair = self._lines[place : place + 2]
        edge = self.columns[0][1]
        step = _middle(pair[0]) - _middle(self._lines[place - 1])
        return (
            len(pair) == 2
            and step > WRAPPED_SHARE * max(self._steps)
            and not begins_low(self._look.text(pair[0][0].words[0]))
            and all(len(line) == 2 and line[0].box.x0 > edge for line in pair)
            and self._is_near(*pair)
            and are_compatible(pair, columns_of(pair))
        )

    def _is_bold(self, line: TextRow) -> bool:
        return self._look.is_bold(line[0].words[0])

    def _is_across(self, line: TextRow, place: int) -> bool:
        """Whether a line may be a label above rows, or a total that stands across columns."""
        is_head = len(self.rows) == 1 and self._is_bold(self._lines[self.rows[0]])
        if (len(self.rows) < 2 and not is_head) or len(self.columns) < 2:
            return False
        if len(line) > 1:
            is_short = len(line) < len(self.columns) and not is_head
            return is_short and parts_cells(line, self.columns)
        box = line[0].box
        is_within = self.columns[0][0] - REACH <= box.x0 and box.x1 <= self.columns[-1][1] + REACH
        below = self._lines[place + 1] if place + 1 < len(self._lines) else []
        is_head_below = self._is_bold(line) and all(map(self._look.is_bold, _words(below)))
        rows = [*(self._lines[n] for n in self.rows), below]
        return (
            is_within
            and len(below) > 1
            and not is_head_below
            and are_compatible(rows, columns_of(rows))
        )


def _words(line: TextRow) -> list[int]:
    return [word for piece in line for word in piece.words]


def _middle(line: TextRow) -> float:
    return line[0].box.middle


def _table(
    lines: Sequence[TextRow],
    first: int,
    after: int,
    columns: Sequence[Column],
    rules: Sequence[Box],
    look: WordLook,
) -> OpenTable | None:
    """The table of some lines; None where they are a single row."""
    run = lines[first:after]
    left, right = columns[0][0], columns[-1][1]
    heights = [
        rule.middle
        for rule in rules
        if min(rule.x1, right) - max(rule.x0, left) > MIN_RULE_SHARE * (right - left)
    ]
    content = table_rows(run, columns, heights, look)
    if len(content.cells) < 2:
        return None
    reach = run[0][0].box.height
    top, bottom = run[0][0].box.y0 - 2 * reach, run[-1][0].box.y1 + reach
    is_ruled = sum(top < y < bottom for y in heights) > 2
    return OpenTable(first, after, content.cells, content.spans, content.header_rows, is_ruled)


def _is_sure(rows: Sequence[TextRow], columns: Sequence[Column]) -> bool:
    """Whether enough lines show the columns: three, or two with wide gaps."""
    if len(rows) > 2:
        return True
    height = median(piece.box.height for line in rows for piece in line)
    gaps = [right[0] - left[1] for left, right in pairwise(columns)]
    return len(rows) == 2 and min(gaps) >= WIDE_GAP * height


def _begins_names(line: TextRow, head: TextRow, columns: Sequence[Column], look: WordLook) -> bool:
    """Whether a line above a bold header has the first words of some of its names."""
    if _middle(head) - _middle(line) > MAX_LINE_STEP * line[0].box.height:
        return False
    under = [columns_under(piece.box, columns) for piece in line]
    return (
        under[0][0] > 0
        and all(len(each) == 1 for each in under)
        and line[-1].box.x1 <= columns[-1][1] + REACH
        and all(look.is_bold(word) for word in (*_words(line), *_words(head)))
    )


def _names_groups(line: TextRow, head: TextRow, columns: Sequence[Column]) -> bool:
    """Whether the names in a line stand across some of the columns below it."""
    if len(columns) < 3 or _middle(head) - _middle(line) > MAX_LINE_STEP * line[0].box.height:
        return False
    under = [columns_under(piece.box, columns) for piece in line]
    return (
        under[0][0] > 0
        and all(len(each) > 1 for each in under)
        and all(a[-1] < b[0] for a, b in pairwise(under))
        and line[-1].box.x1 <= columns[-1][1] + REACH
    )
