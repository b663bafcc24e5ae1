"""Tables with drawn lines: the lines say where rows and columns are, whatever stands in them."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pramana.documents.domain.grid import Cells, columns_of
from pramana.documents.domain.layout import Row
from pramana.documents.domain.paper import Box

THIN = 2.5
NEAR = 4.0
"""Points within which two lines are one, or end at the same place."""

FEWEST_LINES = 3
MOST_IN_ROW = 6
"""Lines of text in a row, on average; with more, the rules part sections and not rows."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The places of a table's lines: rows lie between `ys`, columns between `xs`."""

    left: float
    right: float
    ys: tuple[float, ...]
    xs: tuple[float, ...]

    def holds(self, row: Row) -> bool:
        """Whether a line of text stands in the table.

        The first and the last row may have no line on their outer side; such a row has several
        pieces and stands no further out than a row is high.
        """
        middle, reach = row[0].box.middle, 1.0
        if len(row) > 1:
            reach = (self.ys[-1] - self.ys[0]) / (len(self.ys) - 1)
        across = self.left - NEAR <= row[0].box.x0 and row[-1].box.x1 <= self.right + NEAR
        return across and self.ys[0] - reach < middle < self.ys[-1] + reach


def frames(rules: Sequence[Box]) -> list[Frame]:
    """Tables that three or more lines of the same width make, from the top."""
    upright = [rule for rule in rules if rule.width < THIN <= rule.height]
    found = [_frame(run, upright) for run in _runs(_lines(rules))]
    return [frame for frame in found if len(frame.ys) >= FEWEST_LINES]


def cells_in(frame: Frame, rows: Sequence[Row], boxes: Sequence[Box]) -> tuple[Cells, ...] | None:
    """The words of each cell; None where the lines frame no columns."""
    if not frame.xs and len(rows) > MOST_IN_ROW * (len(frame.ys) - 1):
        return None
    parts = frame.xs or _gaps(rows)
    if not parts:
        return None
    table: list[Cells] = [[()] * (len(parts) + 1) for _ in range(len(frame.ys) + 1)]
    for word in (word for row in rows for piece in row for word in piece.words):
        box = boxes[word]
        line = table[bisect_right(frame.ys, box.middle)]
        line[bisect_right(parts, (box.x0 + box.x1) / 2)] += (word,)
    return tuple(line for line in table if any(line))


def _gaps(rows: Sequence[Row]) -> tuple[float, ...]:
    """The middles of the white strips between columns."""
    columns = columns_of(rows)
    return tuple((a[1] + b[0]) / 2 for a, b in pairwise(columns))


def _lines(rules: Sequence[Box]) -> list[Box]:
    """Horizontal lines from the top, pieces of the same line put together."""
    lines: list[Box] = []
    for rule in sorted((r for r in rules if r.height < THIN), key=lambda r: (r.middle, r.x0)):
        if lines and rule.middle - lines[-1].middle < NEAR:
            last = lines[-1]
            lines[-1] = Box(min(last.x0, rule.x0), last.y0, max(last.x1, rule.x1), last.y1)
        else:
            lines.append(rule)
    return lines


def _runs(lines: Sequence[Box]) -> Iterator[list[Box]]:
    """Lines one below the other that begin and end at the same places."""
    run: list[Box] = []
    for line in lines:
        if run and (abs(line.x0 - run[0].x0) > NEAR or abs(line.x1 - run[0].x1) > NEAR):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _frame(run: Sequence[Box], upright: Sequence[Box]) -> Frame:
    left, right, top, bottom = run[0].x0, run[0].x1, run[0].middle, run[-1].middle
    inside: list[float] = []
    for rule in sorted(upright, key=lambda rule: rule.x0):
        within = top - NEAR <= rule.y0 and rule.y1 <= bottom + NEAR
        edge = rule.x0 - left < NEAR or right - rule.x1 < NEAR
        if within and not edge and (not inside or rule.x0 - inside[-1] > NEAR):
            inside.append(rule.x0)
    return Frame(left, right, tuple(line.middle for line in run), tuple(inside))
