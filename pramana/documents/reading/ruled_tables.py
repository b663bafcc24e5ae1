"""Tables with drawn lines in both directions: which lines form a table, and its cells.

Lines that touch belong together, so two tables below each other stay two. A cell spans its
neighbour where no line is drawn between them.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pramana.documents.reading.contracts import Box

MAX_THICKNESS = 2.5
MIN_HORIZONTAL, MIN_VERTICAL = 8.0, 4.0
"""In points: shorter lines are parts of letters or dashes."""

TOUCH = 3.0
"""In points: lines that are closer than this touch, or are one line drawn twice."""

MAX_LINES = 4_000


@dataclass(frozen=True, slots=True)
class RuledTable:
    """The positions of a table's lines, and the lines themselves."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    across: tuple[Box, ...]
    down: tuple[Box, ...]

    def contains(self, box: Box) -> bool:
        """Whether the middle of a box is inside the table."""
        x = (box.x0 + box.x1) / 2
        return self.xs[0] < x < self.xs[-1] and self.ys[0] < box.middle < self.ys[-1]

    def has_rule(self, rule: Box) -> bool:
        """Whether a drawn line is a part of the table."""
        is_level = self.ys[0] - 2 <= rule.middle <= self.ys[-1] + 2
        return is_level and rule.x0 >= self.xs[0] - 2 and rule.x1 <= self.xs[-1] + 2

    def has_line_right_of(self, row: int, column: int) -> bool:
        """Whether a line is drawn between a cell and the one on its right."""
        x, y = self.xs[column + 1], (self.ys[row] + self.ys[row + 1]) / 2
        return any(abs(line.x0 - x) < TOUCH and line.y0 <= y <= line.y1 for line in self.down)

    def has_line_below(self, row: int, column: int) -> bool:
        """Whether a line is drawn between a cell and the one below it."""
        x, y = (self.xs[column] + self.xs[column + 1]) / 2, self.ys[row + 1]
        return any(abs(line.middle - y) < TOUCH and line.x0 <= x <= line.x1 for line in self.across)


def ruled_tables(rules: Sequence[Box]) -> list[RuledTable]:
    """The tables that the drawn lines form, from the top; each has two columns or more."""
    across = _merge_lines(
        [r for r in rules if r.height < MAX_THICKNESS and r.width >= MIN_HORIZONTAL]
    )
    down = [
        _swap(line)
        for line in _merge_lines(
            [_swap(r) for r in rules if r.width < MAX_THICKNESS and r.height >= MIN_VERTICAL]
        )
    ]
    if len(across) < 2 or len(down) < 2 or len(across) + len(down) > MAX_LINES:
        return []
    found = [_table(*group) for group in _connected(across, down)]
    tables = [each for each in found if each is not None]
    return sorted(tables, key=lambda table: (table.ys[0], table.xs[0]))


def _swap(box: Box) -> Box:
    return Box(box.y0, box.x0, box.y1, box.x1)


def _merge_lines(lines: list[Box]) -> list[Box]:
    """Horizontal lines with their pieces joined."""
    levels: list[list[Box]] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if not levels or line.middle - levels[-1][0].middle > TOUCH / 2:
            levels.append([])
        levels[-1].append(line)
    merged: list[Box] = []
    for level in levels:
        first = len(merged)
        for line in sorted(level, key=lambda line: line.x0):
            last = merged[-1] if len(merged) > first else None
            if last and line.x0 - last.x1 < TOUCH:
                merged[-1] = Box(last.x0, last.y0, max(last.x1, line.x1), last.y1)
            else:
                merged.append(line)
    return merged


def _connected(across: Sequence[Box], down: Sequence[Box]) -> list[tuple[list[Box], list[Box]]]:
    """Groups of lines that touch each other."""
    parents = list(range(len(across) + len(down)))

    def root(n: int) -> int:
        while parents[n] != n:
            parents[n] = parents[parents[n]]
            n = parents[n]
        return n

    for place, line in enumerate(across):
        for other, upright in enumerate(down, start=len(across)):
            if (
                upright.x0 - TOUCH <= line.x1
                and line.x0 <= upright.x1 + TOUCH
                and upright.y0 - TOUCH <= line.middle <= upright.y1 + TOUCH
            ):
                parents[root(place)] = root(other)
    groups: dict[int, tuple[list[Box], list[Box]]] = {}
    for place, line in enumerate(across):
        groups.setdefault(root(place), ([], []))[0].append(line)
    for other, upright in enumerate(down, start=len(across)):
        groups.setdefault(root(other), ([], []))[1].append(upright)
    return list(groups.values())


def _table(across: list[Box], down: list[Box]) -> RuledTable | None:
    ys = _distinct(line.middle for line in across)
    xs = _distinct((line.x0 + line.x1) / 2 for line in down)
    if len(ys) < 2 or not across:
        return None
    left, right = min(line.x0 for line in across), max(line.x1 for line in across)
    edges = [edge for edge in (left, right) if all(abs(edge - x) > TOUCH for x in xs)]
    xs = sorted([*xs, *edges])
    if len(xs) < 3 or (len(ys) < 3 and len(xs) < 4):
        return None
    return RuledTable(tuple(xs), tuple(ys), tuple(across), tuple(down))


def _distinct(values: Iterable[float]) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > TOUCH:
            found.append(value)
    return found


@dataclass(frozen=True, slots=True)
class RuledCell:
    """The words of a cell, by their indexes, and how many places of the grid it takes."""

    words: tuple[int, ...]
    columns: int = 1
    rows: int = 1


def ruled_cells(
    table: RuledTable, words: Sequence[int], boxes: Sequence[Box]
) -> list[list[RuledCell]]:
    """The rows of a table; a cell that spans several places occurs once, at the first.

    `words` are in reading order.
    """
    height, width = len(table.ys) - 1, len(table.xs) - 1
    owners = _owners(table, height, width)
    contents: dict[tuple[int, int], tuple[int, ...]] = {}
    for word in words:
        box = boxes[word]
        row = min(max(bisect_right(table.ys, box.middle) - 1, 0), height - 1)
        column = min(max(bisect_right(table.xs, (box.x0 + box.x1) / 2) - 1, 0), width - 1)
        owner = owners[row, column]
        contents[owner] = (*contents.get(owner, ()), word)
    sizes: dict[tuple[int, int], tuple[int, int]] = {}
    for (row, column), owner in owners.items():
        rows, columns = sizes.get(owner, (1, 1))
        sizes[owner] = (max(rows, row - owner[0] + 1), max(columns, column - owner[1] + 1))
    return [
        [
            RuledCell(contents.get((row, column), ()), sizes[row, column][1], sizes[row, column][0])
            for column in range(width)
            if owners[row, column] == (row, column)
        ]
        for row in range(height)
    ]


def _owners(table: RuledTable, height: int, width: int) -> dict[tuple[int, int], tuple[int, int]]:
    """For each place of the grid, the first place of the cell that covers it."""
    owners: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(height):
        for column in range(width):
            owner = (row, column)
            if column and not table.has_line_right_of(row, column - 1):
                owner = owners[row, column - 1]
            elif row and not table.has_line_below(row - 1, column):
                above = owners[row - 1, column]
                owner = above if above[1] == column else owner
            owners[row, column] = owner
    return owners
