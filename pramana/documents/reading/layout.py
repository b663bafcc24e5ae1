"""Page layout: the reading order of words in columns, lines and tables.

Files store words in any order, mostly in reading order, which is kept. A page is laid out anew only
where the stored order keeps jumping sideways, as in columns drawn line by line.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from statistics import median

from pramana.documents.reading.contracts import Box, TextPiece, TextRow, around
from pramana.documents.reading.open_tables import OpenTable, find_open_tables
from pramana.documents.reading.ruled_tables import RuledTable, ruled_cells, ruled_tables
from pramana.documents.reading.scan_tables import TableRecogniser
from pramana.documents.reading.table_rows import WEAK_GAP, Cells, NoLook, WordLook

MIN_PIECE_GAP = 1.6
"""A gap wider than this many line heights separates two pieces of a line."""

NARROW_GAP = 0.7
"""In a table, cells may be this close; words in a line of text are closer."""

MIN_JUMPS = 3
MIN_NARROW_ROWS = 3
MIN_FILL = 0.6
"""Lines of running text fill this share of their column; table cells fill less."""

MIN_COLUMN_ROWS, MIN_ALIGNED = 5, 3
MIN_COLUMN_WIDTH = 12.0
"""In line heights: even a newspaper column is wider."""


def jumps_sideways(boxes: Sequence[Box]) -> bool:
    """Whether successive boxes, in the order of the file, often cross wide gaps or go back up.

    Cells are drawn beside each other in a line, or, where they have several lines, each from its
    first line on, right of the last line of the one before. Several small gaps in one line count
    like a wide one.
    """
    across = chain = 0
    moves: Counter[bool] = Counter()
    returns: Counter[bool] = Counter()
    for before, box in pairwise(boxes):
        if before.y0 < box.middle < before.y1:
            gap = max(box.x0 - before.x1, before.x0 - box.x1)
            is_small_jump = gap > NARROW_GAP * max(box.height, before.height)
            chain += is_small_jump
            across += gap > MIN_PIECE_GAP * box.height or (is_small_jump and chain > 1)
            if across >= MIN_JUMPS:
                return True
        else:
            chain = 0
            is_below = box.middle > before.middle
            moves[is_below] += 1
            returns[is_below] += box.x0 > before.x0 + box.height
    return across + returns[moves[True] < moves[False]] >= MIN_JUMPS


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
    return [row for side in (left, right) for row in reading_order(list(filter(None, side)))]


def _gutter(rows: Sequence[TextRow]) -> float | None:
    """The middle of the white strip between two columns of running text."""
    middles = {(left.box.x1 + right.box.x0) / 2 for row in rows for left, right in pairwise(row)}
    starts = Counter(round(piece.box.x0) for row in rows for piece in row)
    middles |= {x - 1.0 for x, count in starts.items() if count >= MIN_ALIGNED and middles}
    best = max(sorted(middles), key=lambda x: _support(rows, x), default=None)
    if best is None or _support(rows, best) < MIN_COLUMN_ROWS:
        return None
    return best if _is_running_text(rows, best) else None


def _support(rows: Sequence[TextRow], x: float) -> int:
    """The number of rows on the sparser side of `x`, less those with words across it."""
    whole = [row for row in rows if not _crosses(row, x)]
    left = sum(row[0].box.x1 <= x for row in whole)
    right = sum(row[-1].box.x0 >= x for row in whole)
    return min(left, right) - (len(rows) - len(whole)) // 2


def _crosses(row: TextRow, x: float) -> bool:
    return any(piece.box.x0 < x < piece.box.x1 for piece in row)


def _is_running_text(rows: Sequence[TextRow], x: float) -> bool:
    """Whether both sides of `x` have lines of running text."""
    whole = [row for row in rows if not _crosses(row, x)]
    left = [piece.box for row in whole for piece in row if piece.box.x1 <= x]
    right = [piece.box for row in whole for piece in row if piece.box.x0 >= x]
    return all(_has_long_lines(side) for side in (left, right))


def _has_long_lines(boxes: Sequence[Box]) -> bool:
    """Whether a quarter of the lines fill the column: lists and headings have short lines too."""
    width = around(boxes).width if boxes else 0.0
    if not width:
        return False
    reached = sorted(box.width for box in boxes)[(3 * len(boxes)) // 4]
    return reached / width >= MIN_FILL and reached > MIN_COLUMN_WIDTH * median(
        box.height for box in boxes
    )


def _pieces(boxes: Sequence[Box], line: Sequence[int], gap: float = MIN_PIECE_GAP) -> TextRow:
    groups: list[list[int]] = [[line[0]]]
    for place in line[1:]:
        box = boxes[place]
        height = min(box.height, boxes[groups[-1][-1]].height)
        if box.x0 - max(boxes[n].x1 for n in groups[-1][-3:]) > gap * height:
            groups.append([])
        groups[-1].append(place)
    return [TextPiece(around([boxes[n] for n in group]), tuple(group)) for group in groups]


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of running text, as indexes of its words; `gaps` counts the words before wide gaps."""

    words: tuple[int, ...]
    gaps: tuple[int, ...] = ()

    @property
    def pieces(self) -> list[tuple[int, ...]]:
        """The words between wide gaps."""
        edges = [0, *self.gaps, len(self.words)]
        return [self.words[first:last] for first, last in pairwise(edges)]


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rows of a table, as indexes of the words in each cell.

    `spans` has the columns and rows of a cell that spans several, by its row and place in it.
    """

    cells: tuple[Cells, ...]
    spans: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    header_rows: int = 0
    """The rows at the top that are a header by their place or look, where that is known."""


LayoutPart = TextLine | TableRows


def compose(
    boxes: Sequence[Box],
    rules: Sequence[Box] = (),
    *,
    is_ordered: bool = True,
    recogniser: TableRecogniser | None = None,
    look: WordLook | None = None,
) -> list[LayoutPart]:
    """The lines and tables of a page in reading order; `rules` are the lines drawn on it.

    `is_ordered` says that the boxes may already be in reading order. In scans, `recogniser` finds
    tables without a grid of lines. `look` says what is known of the words beside their boxes.
    """
    tables = ruled_tables(rules)
    outside = [rule for rule in rules if not any(table.has_rule(rule) for table in tables)]
    composer = _Composer(boxes, outside, look or NoLook(), recogniser)
    places = list(range(len(boxes)))
    free = [box for box in boxes if not any(table.contains(box) for table in tables)]
    if is_ordered and tables and not jumps_sideways(free):
        return composer.in_file_order(places, tables)
    return composer.parts(places, tables)


MAX_BOXES, MIN_BOX_LINES = 8, 2
MAX_DEPTH = 4
"""How often a column is looked at for columns within it."""


@dataclass(frozen=True, slots=True)
class _Composer:
    """Puts the words of a page in order: column by column, and tables among the lines."""

    boxes: Sequence[Box]
    rules: Sequence[Box]
    look: WordLook
    recogniser: TableRecogniser | None = None

    def parts(
        self, places: Sequence[int], tables: Sequence[RuledTable], depth: int = 0
    ) -> list[LayoutPart]:
        inside = {n for n in places if any(table.contains(self.boxes[n]) for table in tables)}
        rows = rows_of(self.boxes, [n for n in places if n not in inside]) if places else []
        gutter = _gutter(rows) if tables and depth < MAX_DEPTH else None
        if gutter is None or any(table.xs[0] < gutter < table.xs[-1] for table in tables):
            return self._in_order(places, tables)
        found: list[LayoutPart] = []
        top = float("-inf")
        crossing = [row for row in rows if _crosses(row, gutter)]
        for row in [*crossing, None]:
            bottom = row[0].box.middle if row else float("inf")
            across = {n for each in crossing for piece in each for n in piece.words}
            band = [n for n in places if top < self.boxes[n].middle < bottom and n not in across]
            for first, last in ((float("-inf"), gutter), (gutter, float("inf"))):
                side = [n for n in band if first < (self.boxes[n].x0 + self.boxes[n].x1) / 2 < last]
                own = [t for t in tables if first < t.xs[0] < last and top < t.ys[0] < bottom]
                found += self.parts(side, own, depth + 1)
            found += [_line(row)] if row else []
            top = bottom
        return found

    def in_file_order(
        self, places: Sequence[int], tables: Sequence[RuledTable]
    ) -> list[LayoutPart]:
        """Lines as the file has them; a table comes where its first word is."""
        owners = [
            next((n for n, table in enumerate(tables) if table.contains(self.boxes[place])), None)
            for place in places
        ]
        words: dict[int, list[int]] = {}
        for place, owner in zip(places, owners, strict=True):
            if owner is not None:
                words.setdefault(owner, []).append(place)
        found: list[LayoutPart] = []
        line: list[int] = []
        for place, owner in zip(places, owners, strict=True):
            if line and (owner is not None or not self._goes_on(line[-1], place)):
                found.append(TextLine(tuple(line)))
                line = []
            if owner is None:
                line.append(place)
            elif owner in words:
                found += self._table_parts(tables[owner], words.pop(owner))
        return [*found, TextLine(tuple(line))] if line else found

    def _table_parts(self, table: RuledTable, words: Sequence[int]) -> list[LayoutPart]:
        """The table, or the lines in it where it is only a frame."""
        rows = _ruled_rows(table, words, self.boxes)
        if rows is None:
            return self._compose_open(words, ())
        return self._box_lines(table, rows) or [rows]

    def _box_lines(self, table: RuledTable, rows: TableRows) -> list[LayoutPart]:
        """The lines of each cell, where the cells are boxes with a block of short lines each.

        So forms show sender, buyer and references: there is no header, and lines end although the
        next word would have fitted.
        """
        blocks = [rows_of(self.boxes, cell) for row in rows.cells for cell in row if cell]
        if len(blocks) > MAX_BOXES or min(map(len, blocks)) < MIN_BOX_LINES:
            return []
        ends = [
            (row[-1].box.x1, self.boxes[below[0].words[0]])
            for block in blocks
            for row, below in pairwise(block)
        ]
        early = sum(
            end + word.width + word.height < next((x for x in table.xs if x > end), end)
            for end, word in ends
        )
        return [_line(row) for block in blocks for row in block] if 2 * early > len(ends) else []

    def _goes_on(self, last: int, place: int) -> bool:
        """Whether a word is on the line of the word before it."""
        before, box = self.boxes[last], self.boxes[place]
        is_level = before.y0 < box.middle < before.y1 or box.y0 < before.middle < box.y1
        return is_level and box.x0 >= before.x0

    def _in_order(self, places: Sequence[int], tables: Sequence[RuledTable]) -> list[LayoutPart]:
        """Lines and tables from the top."""
        found: list[LayoutPart] = []
        left = list(places)
        for table in tables:
            inside = {place for place in left if table.contains(self.boxes[place])}
            rows = _ruled_rows(table, sorted(inside), self.boxes)
            if rows is None:
                continue
            before = [n for n in left if n not in inside and self.boxes[n].middle < table.ys[0]]
            parts = self._box_lines(table, rows) or [rows]
            found += [*self._compose_open(before, self.rules), *parts]
            placed = inside.union(before)
            left = [place for place in left if place not in placed]
        return found + self._compose_open(left, self.rules)

    def _compose_open(self, places: Sequence[int], rules: Sequence[Box]) -> list[LayoutPart]:
        """Lines and tables of a part without ruled tables; some have lines across only."""
        rows = rows_of(self.boxes, places) if places else []
        framed = [table for table in self._open_tables(rows, rules) if table.is_ruled]
        found: list[LayoutPart] = []
        at = 0
        for table in framed:
            found += self._compose_unruled(rows[at : table.first], rules)
            found.append(self._recognise_framed(rows[table.first : table.after], table))
            at = table.after
        return found + self._compose_unruled(rows[at:], rules)

    def _recognise_framed(self, rows: Sequence[TextRow], table: OpenTable) -> TableRows:
        """A table with lines across only; in a scan, with the columns that the model sees."""
        by_lines = TableRows(table.cells, table.spans, table.header_rows)
        if self.recogniser is None:
            return by_lines
        found = self.recogniser.tables(self._split(rows, NARROW_GAP), self.boxes)
        if len(found) != 1 or (found[0].first, found[0].after) != (0, len(rows)):
            return by_lines
        seen = TableRows(found[0].cells, found[0].spans)
        return seen if len(seen.cells[-1]) > len(by_lines.cells[-1]) else by_lines

    def _open_tables(self, rows: Sequence[TextRow], rules: Sequence[Box]) -> list[OpenTable]:
        """Tables without a grid. In scans, words are less exact: small gaps need three rows."""
        if not self.recogniser:
            return find_open_tables(self._split(rows, WEAK_GAP), rules, self.look)
        close = find_open_tables(self._split(rows, NARROW_GAP), rules, self.look)
        found = [table for table in close if len(table.cells) >= MIN_NARROW_ROWS]
        taken = {place for table in found for place in range(table.first, table.after)}
        wide = find_open_tables(rows, rules, self.look)
        found += [each for each in wide if taken.isdisjoint(range(each.first, each.after))]
        return sorted(found, key=lambda table: table.first)

    def _split(self, rows: Sequence[TextRow], gap: float) -> list[TextRow]:
        """The rows, split at the smaller gaps between the cells of a table."""
        words = ([word for piece in row for word in piece.words] for row in rows)
        return [_pieces(self.boxes, line, gap) for line in words]

    def _compose_unruled(self, rows: Sequence[TextRow], rules: Sequence[Box]) -> list[LayoutPart]:
        ordered = reading_order(rows)
        tables: list[tuple[int, int, TableRows]] = []
        if self.recogniser:
            tables = [
                (each.first, each.after, TableRows(each.cells, each.spans))
                for each in self.recogniser.tables(self._split(ordered, NARROW_GAP), self.boxes)
            ]
        taken = {place for first, after, _ in tables for place in range(first, after)}
        tables += [
            (each.first, each.after, TableRows(each.cells, each.spans, each.header_rows))
            for each in self._open_tables(ordered, rules)
            if taken.isdisjoint(range(each.first, each.after))
        ]
        found: list[LayoutPart] = []
        at = 0
        for first, after, table in sorted(tables, key=lambda each: each[0]):
            found += [*map(_line, ordered[at:first]), table]
            at = after
        return found + [_line(row) for row in ordered[at:]]


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


def _line(row: TextRow) -> TextLine:
    gaps = accumulate(len(piece.words) for piece in row[:-1])
    return TextLine(tuple(place for piece in row for place in piece.words), tuple(gaps))
