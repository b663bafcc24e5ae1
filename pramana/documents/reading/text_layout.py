"""Headings and tables of plain text and Markdown, found without changing a character.

A plain text has no marks for headings, so a line is one where people write headings: alone, short,
in capitals, underlined or numbered, above a paragraph. Tables are lines with bars, or lines whose
wide gaps are above each other.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pramana.documents.reading.contracts import Cell, Heading, Table
from pramana.documents.reading.lists import item_markers

MAX_HEADING_WORDS = 12
MAX_TITLE_WORDS = 8
MIN_BODY_LINE = 45
SENTENCE_END = tuple(".,;:!?।-")
INNER_END = re.compile(r"[^\W\d_]{2}[.:।?!]\s+\S")
"""The end of a sentence inside a line."""

UNDERLINE = re.compile(r"\s{0,3}(=+|-{3,}|~{3,}|\*{3,})\s*")
DIVISION = re.compile(
    r"(?:chapter|part|section|article|clause|schedule|annex|annexure|appendix"
    r"|परिच्छेद|भाग|दफा|धारा|अनुसूची|खण्ड)\s*[-–]?\s*[\dIVXLA-Z०-९(][^\n]{0,100}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PlainLine:
    """A line of a text and where it is."""

    start: int
    text: str

    @property
    def bare(self) -> str:
        return self.text.strip()

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())


def text_lines(text: str) -> list[PlainLine]:
    lines, at = [], 0
    for line in text.split("\n"):
        lines.append(PlainLine(at, line))
        at += len(line) + 1
    return lines


def plain_headings(text: str, taken: Sequence[tuple[int, int]] = ()) -> tuple[Heading, ...]:
    """The headings of a plain text; lines in `taken` are something else."""
    lines = text_lines(text)
    found: list[Heading] = []
    for place, line in enumerate(lines):
        if not line.bare or _is_inside(taken, line.start):
            continue
        level = _heading_level(lines, place, is_first=not found)
        if level:
            found.append(Heading(line.start + line.indent, level, line.bare))
    return tuple(found)


def _is_inside(ranges: Sequence[tuple[int, int]], place: int) -> bool:
    """Whether a place is in one of the ranges, which are in order."""
    before = bisect_right(ranges, place, key=lambda found: found[0])
    return before > 0 and place < ranges[before - 1][1]


def _heading_level(lines: Sequence[PlainLine], place: int, *, is_first: bool) -> int:
    """The level of a heading line; 0 for other lines."""
    bare, below = lines[place].bare, _bare(lines, place + 1)
    if not any(char.isalpha() for char in bare) or "\t" in bare or "   " in bare:
        return 0
    if len(bare.split()) > MAX_HEADING_WORDS or "|" in bare:
        return 0
    if (rule := UNDERLINE.fullmatch(below)) and len(below) >= min(len(bare) // 2, 20):
        return 1 if rule[1][0] == "=" else 2
    if _bare(lines, place - 1):
        return 0
    if bare.endswith(SENTENCE_END):
        return 0
    markers = item_markers(lines[place].text)
    if markers:
        return _numbered_level(lines, place) if markers[0].number is not None else 0
    if DIVISION.fullmatch(bare):
        return 2
    if bare.isupper() and len(bare) > 3:
        return 1 if is_first and place < 3 else 2
    return 3 if _is_title_line(lines, place) else 0


def _numbered_level(lines: Sequence[PlainLine], place: int) -> int:
    """The level of `2.` or `2.1` above a paragraph; 0 where it is an item among others, or the
    first line of a paragraph."""
    marker = item_markers(lines[place].text)[0]
    if _runs_on(lines, place, marker.length):
        return 0
    for step in (-1, 1):
        near = _next_filled(lines, place, step)
        if near is not None and any(
            each.style == marker.style and each.number == (marker.number or 0) + step
            for each in item_markers(lines[near].text)
        ):
            return 0
    below = _next_filled(lines, place, 1)
    if below is None or lines[below].indent > lines[place].indent + 6:
        return 0
    return min(2 + marker.text.strip(".)(").count("."), 6)


def _runs_on(lines: Sequence[PlainLine], place: int, marker: int) -> bool:
    """Whether a numbered line is the first of a wrapped paragraph: it is as long as a line of text,
    or a sentence ends in it, and the next line goes on directly below."""
    words, below = lines[place].text[marker:], _bare(lines, place + 1)
    if not below or item_markers(lines[place + 1].text):
        return False
    return len(words) >= MIN_BODY_LINE or INNER_END.search(words) is not None or below[0].islower()


def _is_title_line(lines: Sequence[PlainLine], place: int) -> bool:
    """Whether a short line stands alone above running text."""
    bare = lines[place].bare
    below = _next_filled(lines, place, 1)
    if below is None or below > place + 2 or len(bare.split()) > MAX_TITLE_WORDS:
        return False
    plain = bare[0].isupper() or not bare[0].isascii()
    return (
        plain
        and not any(char.isdigit() or char in "@,:|" for char in bare)
        and len(lines[below].bare) >= MIN_BODY_LINE
        and len(bare) < len(lines[below].bare)
    )


def _bare(lines: Sequence[PlainLine], place: int) -> str:
    return lines[place].bare if 0 <= place < len(lines) else ""


def _next_filled(lines: Sequence[PlainLine], place: int, step: int) -> int | None:
    place += step
    while 0 <= place < len(lines):
        if lines[place].bare:
            return place
        place += step
    return None


BAR_RULE = re.compile(r"\s*[|+]?\s*:?[-=]{2,}:?\s*(?:[|+]\s*:?[-=]{2,}:?\s*)*[|+]?\s*")
RULE = re.compile(r"\s*[-=_–—\s+|]*[-=_–—]{3,}[-=_–—\s+|]*")
GAP = re.compile(r"(?<![.!?।])[ \u00a0]{2,}|[ \u00a0]{3,}|[ ]*\t[ \t]*|\s?\.{4,}\s?|\s*…{2,}\s*")
"""What separates cells: two spaces (three after a sentence), a tab, or a row of dots."""

NUMBER_CELL = re.compile(r"\s*(\S{1,8}\.)[ \u00a0]{2,}")
"""`No.` or `1.` in the first column, whose stop ends no sentence."""

MIN_NUMBERED_CELLS = 4
"""A line that begins like an item of a list is a row if it has so many cells."""

CURRENCY = re.compile(r"[A-Z]{3}|[€£$₹¥]|N?Rs\.?|रु\.?|Fr\.?")
MIN_ALIGNED_ROWS = 3
MAX_HEADER_LINES = 2
MIN_AGREED = 0.6
"""The share of lines that show the columns by their gaps; others are cut where columns begin."""

MAX_CELL_WORDS = 14
"""Aligned cells are short; two columns of running text are no table."""


def may_have_table(text: str) -> bool:
    """Whether a text has anything that separates cells; this costs less than to look for tables."""
    return "|" in text or GAP.search(text) is not None


def text_tables(text: str, taken: Sequence[tuple[int, int]] = ()) -> tuple[Table, ...]:
    """The tables of a text: lines with bars, and lines with gaps above each other."""
    tables: list[Table] = []
    run: list[PlainLine] = []
    lines = [*text_lines(text), PlainLine(len(text), "")]
    for place, line in enumerate(lines):
        is_free = not _is_inside(taken, line.start)
        if line.bare and is_free:
            run.append(line)
        elif not (is_free and run and _goes_on_below(run, lines, place)):
            tables += _tables_of_run(run)
            run = []
    return tuple(tables)


def _goes_on_below(run: Sequence[PlainLine], lines: Sequence[PlainLine], place: int) -> bool:
    """Whether a row below a blank line has its cells where the rows above it have theirs."""
    above = [line for line in run if _row_kind(line) == "gaps"][-2:]
    below = lines[place + 1] if place + 1 < len(lines) else lines[place]
    if len(above) < 2 or _row_kind(below) != "gaps" or item_markers(below.text):
        return False
    starts = [[start for start, _ in _gap_cells(line)] for line in (*above, below)]
    return len(starts[0]) > 2 and starts[0] == starts[1] == starts[2]


def _tables_of_run(run: Sequence[PlainLine]) -> Iterator[Table]:
    """The tables among successive filled lines."""
    rows: list[PlainLine] = []
    kind = ""
    for place, line in enumerate([*run, PlainLine(0, "")]):
        found = _row_kind(line)
        if not found and kind == "gaps" and _is_wrapped(run, place):
            found = "gaps"
        if found == kind or (found == "rule" and rows) or (kind == "rule" and found):
            kind = kind if found == "rule" else found
            rows.append(line)
            continue
        if table := _table(rows, kind):
            yield table
        kind, rows = found, [line] if found else []


def _is_wrapped(run: Sequence[PlainLine], place: int) -> bool:
    """Whether a line without gaps goes on with a cell: indented or low, with a row below it."""
    if not 0 < place < len(run) - 1 or _row_kind(run[place + 1]) != "gaps":
        return False
    line, cells = run[place], _gap_cells(run[place - 1])
    is_low = line.indent > run[place - 1].indent or line.bare[0].islower()
    ends = [*(start for start, _ in cells[1:]), len(line.text) + 1]
    return is_low and any(line.indent < end and len(line.text.rstrip()) < end for end in ends)


def _row_kind(line: PlainLine) -> str:
    if not line.bare:
        return ""
    if RULE.fullmatch(line.text) or BAR_RULE.fullmatch(line.text):
        return "rule"
    if line.bare.count("|") > 1 or " | " in line.bare:
        return "bars"
    cells = _gap_cells(line) if GAP.search(line.bare) else []
    is_row = len(cells) >= (MIN_NUMBERED_CELLS if item_markers(line.text) else 1)
    return "gaps" if cells and is_row else ""


def _table(lines: Sequence[PlainLine], kind: str) -> Table | None:
    rules = [place for place, line in enumerate(lines) if _row_kind(line) == "rule"]
    filled = [line for line in lines if _row_kind(line) != "rule"]
    if kind == "bars":
        rows = [_bar_cells(line) for line in filled]
        first_rule = next((place for place in rules if place), 0)
        headers = first_rule - sum(1 for place in rules if place < first_rule)
        is_table = len(rows) > 1 or bool(rules)
    elif kind == "gaps":
        rows = _aligned_cells(filled)
        headers = rules[0] if rules and rules[0] <= MAX_HEADER_LINES else 0
        is_table = len(rows) >= MIN_ALIGNED_ROWS or (len(rows) > 1 and bool(rules))
    else:
        return None
    if not is_table or not rows or max(map(len, rows)) < 2:
        return None
    return Table(_grid(filled, rows, headers if 0 < headers < len(rows) else 0))


def _bar_cells(line: PlainLine) -> list[tuple[int, int]]:
    """The ranges between bars; an escaped bar is part of a cell."""
    bars = [match.start() for match in re.finditer(r"(?<!\\)\|", line.text)]
    edges = [-1, *bars, len(line.text)]
    spans = [(a + 1, b) for a, b in pairwise(edges)]
    if spans and not line.text[spans[0][0] : spans[0][1]].strip() and len(spans) > 2:
        spans = spans[1:]
    if spans and not line.text[spans[-1][0] : spans[-1][1]].strip() and len(spans) > 2:
        spans = spans[:-1]
    return spans


def _aligned_cells(lines: Sequence[PlainLine]) -> list[list[tuple[int, int]]]:
    """The cells of lines with gaps: by their order where all have as many, else by position."""
    split = [_gap_cells(line) for line in lines]
    joined = [_with_currencies(*each) for each in zip(lines, split, strict=True)]
    if len(set(map(len, joined))) <= len(set(map(len, split))):
        split = joined
    counts = {len(cells) for cells in split}
    if any(
        len(line.text[a:b].split()) > MAX_CELL_WORDS
        for line, cells in zip(lines, split, strict=True)
        for a, b in cells
    ):
        return []
    if len(counts) == 1:
        return split
    most = max(counts)
    full = [cells for cells in split if len(cells) == most]
    if most > 2 and len(full) >= max(MIN_ALIGNED_ROWS, MIN_AGREED * len(split)):
        starts = [min(cells[n][0] for cells in full) for n in range(most)]
        cut = [_cut_at(line, cells, starts) for line, cells in zip(lines, split, strict=True)]
        split = [new if len(new) == most else old for new, old in zip(cut, split, strict=True)]
        if all(len(cells) == most for cells in split):
            return split
    columns: list[tuple[int, int]] = []
    for start, end in sorted(span for cells in split for span in cells):
        if columns and start < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], end))
        else:
            columns.append((start, end))
    usual = sum(len(cells) == len(columns) for cells in split)
    if len(columns) < 2 or (len(columns) != max(counts) and 2 * usual < len(lines)):
        return []
    return [[_cell_in(cells, column) for column in columns] for cells in split]


def _with_currencies(line: PlainLine, cells: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cells of a line; a currency that stands alone belongs to the amount after it."""
    found: list[tuple[int, int]] = []
    for start, end in cells:
        before = line.text[slice(*found[-1])].strip() if found else ""
        if CURRENCY.fullmatch(before) and line.text[start:end].strip()[:1].isdigit():
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _cut_at(
    line: PlainLine, cells: Sequence[tuple[int, int]], starts: Sequence[int]
) -> list[tuple[int, int]]:
    """The cells of a line, cut where a column and a word begin at once: `No. Name`."""
    found: list[tuple[int, int]] = []
    for start, end in cells:
        places = [x for x in starts if start < x < end and line.text[x - 1] == " " != line.text[x]]
        edges = [start, *places, end]
        found += [(a, b) for a, b in pairwise(edges)]
    return found


def _gap_cells(line: PlainLine) -> list[tuple[int, int]]:
    spans, at = [], line.indent
    stripped = line.text.rstrip()
    if number := NUMBER_CELL.match(stripped):
        spans, at = [(at, number.end(1))], number.end()
    for gap in GAP.finditer(stripped, at):
        if gap.start() > at:
            spans.append((at, gap.start()))
        at = gap.end()
    return [*spans, (at, len(stripped))] if at < len(stripped) else spans


def _cell_in(cells: Sequence[tuple[int, int]], column: tuple[int, int]) -> tuple[int, int]:
    inside = [cell for cell in cells if cell[0] < column[1] and cell[1] > column[0]]
    return (inside[0][0], inside[-1][1]) if inside else (column[0], column[0])


def _grid(
    lines: Sequence[PlainLine], rows: Sequence[Sequence[tuple[int, int]]], headers: int
) -> tuple[tuple[Cell, ...], ...]:
    width = max(map(len, rows))
    grid = []
    for number, (line, spans) in enumerate(zip(lines, rows, strict=True)):
        end = line.start + len(line.text.rstrip())
        cells = [_cell(line, a, b, is_header=number < headers) for a, b in spans]
        cells += [Cell(end, end, "")] * (width - len(cells))
        grid.append(tuple(cells))
    return tuple(grid)


def _cell(line: PlainLine, start: int, end: int, *, is_header: bool) -> Cell:
    start, end = min(start, len(line.text)), min(end, len(line.text))
    piece = line.text[start:end]
    bare = piece.strip()
    first = line.start + start + (len(piece) - len(piece.lstrip()) if bare else 0)
    return Cell(first, first + len(bare), bare, is_header=is_header)
