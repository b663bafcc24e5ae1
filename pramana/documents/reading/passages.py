"""From pages to a document: one text, its passages, and its title.

The text is cut at pauses into passages of about 350 tokens that overlap by about 60. A heading
begins a new passage, unless the section around it has hardly any text yet, and the text before a
heading is not repeated after it. A code block, a table row or an item of a list is never cut,
unless it alone is very long. A table stays with its header and a list with the line that introduces
it where they fit into a passage; where they do not, the later passages carry that line as their
lead.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pramana.documents.reading.contracts import Block, BlockKind, Heading, PageText
from pramana.documents.reading.headings import title_of
from pramana.kit.texts import SECTION_SEPARATOR

WORDS, OVERLAP = 270, 45
"""About 350 and 60 tokens: a word is about 1.3 tokens in English."""

MIN_SECTION = 25
"""A section with fewer words stays with its subsections: a title with its subtitle."""

MAX_BLOCK = 4
"""In passages; a longer block is cut like other text."""

MAX_INTRO_WORDS = 60
MAX_LEAD = 500
"""In characters: a longer header or introduction is cut off."""

PAUSE = re.compile(r"(?<=[.!?।॥])\s+|\n+")
WORD = re.compile(r"\S+")
LIST_KINDS = frozenset({BlockKind.ITEM})
TABLE_KINDS = frozenset({BlockKind.ROW, BlockKind.HEADER_ROW})


@dataclass(frozen=True, slots=True)
class PassageSpan:
    """A half-open range of the text that is searched and cited as one passage.

    `section` is the path of the last heading in the passage or above it. `page` is the page on
    which the passage begins.
    """

    start: int
    end: int
    section: str = ""
    page: int = 0
    lead: str = ""
    """The header of the table or the introduction of the list that the passage begins within."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What is not cut: a sentence, a line or a block. A unit with a `level` begins a section."""

    start: int
    end: int
    words: int
    level: int = 0
    is_heading: bool = False
    """Whether it is part of a heading line."""
    part: int = 0
    """The number of the table or list that it belongs to, from 1; 0 for other text."""
    kind: BlockKind | None = None


def cut_passages(
    text: str,
    *,
    headings: Sequence[Heading] = (),
    blocks: Sequence[Block] = (),
    page_starts: Sequence[int] = (0,),
    words: int = WORDS,
    overlap: int = OVERLAP,
) -> list[PassageSpan]:
    """Cut a text into passages that cover every word. Headings and blocks come in order.

    >>> [(p.start, p.end) for p in cut_passages("One two. Three four.", words=2, overlap=0)]
    [(0, 8), (9, 20)]
    """
    sections = _sections(headings)
    spans = [start for start, _ in sections]
    units = _with_introductions(text, list(_units(text, headings, blocks, words)))
    parts = {part: list(group) for part, group in groupby(units, key=lambda unit: unit.part)}
    passages = []
    for start, end, first in _passage_ranges(units, words, overlap):
        under = bisect_right(spans, end - 1)
        section = sections[under - 1][1] if under else ""
        page = max(bisect_right(page_starts, start) - 1, 0)
        lead = _lead(text, start, parts.get(first.part, ())) if first.part else ""
        passages.append(PassageSpan(start, end, section, page, lead))
    return passages


def _with_introductions(text: str, units: list[Unit]) -> list[Unit]:
    """The units; the sentence right above a list belongs to it."""
    found = list(units)
    for place in range(1, len(units)):
        unit, before = units[place], units[place - 1]
        begins_list = unit.kind is BlockKind.ITEM and before.part != unit.part
        if begins_list and not before.is_heading and not before.part:
            gap = text[before.end : unit.start]
            if len(gap) <= 3 and before.words <= MAX_INTRO_WORDS:
                found[place - 1] = replace(before, part=unit.part)
    return found


def _lead(text: str, start: int, part: Sequence[Unit]) -> str:
    """The header rows of a table or the introduction of a list, if they end before `start`."""
    is_table = any(unit.kind in TABLE_KINDS for unit in part)
    wanted = BlockKind.HEADER_ROW if is_table else None
    leading = [unit for unit in part if unit.kind is wanted and unit.end <= start]
    return "\n".join(text[unit.start : unit.end] for unit in leading)[:MAX_LEAD]


def _passage_ranges(
    units: Sequence[Unit], words: int, overlap: int
) -> Iterator[tuple[int, int, Unit]]:
    """The range of each passage, and the unit that it begins with."""
    wholes = _wholes(units, words)
    units_so_far: list[Unit] = []
    fresh = False
    for place, unit in enumerate(units):
        size = sum(one.words for one in units_so_far)
        needed = max(unit.words, wholes.get(place, 0))
        if fresh and (_ends_passage(unit, units_so_far, size) or size + needed > words):
            yield units_so_far[0].start, units_so_far[-1].end, units_so_far[0]
            units_so_far, fresh = _overlap_units(units_so_far, overlap), False
            if wholes.get(place, 0) + sum(one.words for one in units_so_far) > words:
                units_so_far = []
        if unit.level and not fresh:
            units_so_far = []
        units_so_far.append(unit)
        fresh = True
    if fresh:
        yield units_so_far[0].start, units_so_far[-1].end, units_so_far[0]


def _wholes(units: Sequence[Unit], words: int) -> dict[int, int]:
    """Where a table or list begins, and the words that must follow in the same passage.

    That is all of it where it fits, otherwise its header and first row, or its introduction and
    first item.
    """
    found: dict[int, int] = {}
    place = 0
    for part, group in groupby(units, key=lambda unit: unit.part):
        members = list(group)
        if part:
            total = sum(unit.words for unit in members)
            leading = [unit for unit in members if unit.kind in (None, BlockKind.HEADER_ROW)]
            least = sum(unit.words for unit in members[: len(leading) + 1])
            found[place] = total if total <= words else least
        place += len(members)
    return found


def _ends_passage(unit: Unit, units_so_far: Sequence[Unit], size: int) -> bool:
    """Whether a heading ends the passage before it.

    It does where that passage is long enough, and where the heading begins a sibling section:
    text of one section must not be cited as the other.
    """
    levels = [one.level for one in units_so_far if one.level]
    has_text = any(not one.is_heading for one in units_so_far)
    is_sibling = bool(levels) and has_text and unit.level <= levels[-1]
    return bool(unit.level) and (size >= MIN_SECTION or is_sibling)


def _units(
    text: str, headings: Sequence[Heading], blocks: Sequence[Block], words: int
) -> Iterator[Unit]:
    """Sentences, lines and blocks; one that is too long is cut between words."""
    heading_lines = _HeadingLines(text, headings)
    at = part = 0
    last: Block | None = None
    for block in blocks:
        if block.start < at:
            continue
        if last is None or not _are_together(last, block):
            part += 1
        yield from _sentences(text, at, block.start, heading_lines, words)
        yield from _block_units(text, block, words, part)
        at, last = block.end, block
    yield from _sentences(text, at, len(text), heading_lines, words)


def _are_together(last: Block, block: Block) -> bool:
    """Whether two blocks are rows of one table or items of one list."""
    if last.group != block.group:
        return False
    kinds = {last.kind, block.kind}
    return kinds <= TABLE_KINDS or kinds <= LIST_KINDS


class _HeadingLines:
    """Where headings begin, and the lines that they are part of."""

    def __init__(self, text: str, headings: Sequence[Heading]) -> None:
        self.levels = {heading.start: heading.level for heading in headings}
        self._starts = sorted(self.levels)
        self._ends = [_line_end(text, start) for start in self._starts]

    def contains(self, place: int) -> bool:
        before = bisect_right(self._starts, place)
        return bool(before) and place < self._ends[before - 1]


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _block_units(text: str, block: Block, words: int, part: int) -> Iterator[Unit]:
    """A block as one unit, unless it is very long; an item at most as long as a passage."""
    count = sum(1 for _ in WORD.finditer(text, block.start, block.end))
    most = words if block.kind is BlockKind.ITEM else MAX_BLOCK * words
    part = 0 if block.kind is BlockKind.CODE else part
    if count > most:
        for unit in _sentences(text, block.start, block.end, _HeadingLines(text, ()), words):
            yield replace(unit, part=part, kind=block.kind)
    elif count:
        yield Unit(block.start, block.end, count, part=part, kind=block.kind)


def _sentences(
    text: str, start: int, end: int, heading_lines: _HeadingLines, words: int
) -> Iterator[Unit]:
    for first, last in _split_at_pauses(text, start, end):
        spans = [match.span() for match in WORD.finditer(text, first, last)]
        for at in range(0, len(spans), words):
            piece = spans[at : at + words]
            place = piece[0][0]
            level = heading_lines.levels.get(place, 0)
            yield Unit(place, piece[-1][1], len(piece), level, heading_lines.contains(place))


def _split_at_pauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for pause in PAUSE.finditer(text, start, end):
        yield start, pause.start()
        start = pause.end()
    yield start, end


def _overlap_units(units: list[Unit], overlap: int) -> list[Unit]:
    """The last units that fit into the overlap, but never all of them."""
    first, size = len(units), 0
    while first > 1 and size + units[first - 1].words <= overlap:
        first -= 1
        size += units[first].words
    return units[first:]


def _sections(headings: Sequence[Heading]) -> list[tuple[int, str]]:
    """Where each section begins, and the path of its headings."""
    path: list[Heading] = []
    sections = []
    for heading in headings:
        path = [one for one in path if one.level < heading.level] + [heading]
        sections.append((heading.start, SECTION_SEPARATOR.join(one.text for one in path)))
    return sections


PAGE_BREAK = "\n\n"


@dataclass(frozen=True, slots=True)
class AssembledDocument:
    """The result of reading a document."""

    text: str
    page_ranges: tuple[tuple[int, int], ...]
    passages: tuple[PassageSpan, ...]
    title: str
    language: str
    script: str


def assemble_document(
    pages: Sequence[PageText], stated_title: str, filename: str
) -> AssembledDocument:
    """Join the pages into one text and cut it into passages.

    This runs in the CPU pool, because cutting a long text takes a while.
    """
    starts: list[int] = []
    headings: list[Heading] = []
    blocks: list[Block] = []
    at = groups = 0
    for page in pages:
        starts.append(at)
        headings += [replace(each, start=each.start + at) for each in page.headings]
        ordered = sorted(page.blocks, key=lambda block: block.start)
        blocks += [
            replace(each, start=each.start + at, end=each.end + at, group=groups + each.group)
            for each in ordered
        ]
        groups += 1 + max((each.group for each in ordered), default=0)
        at += len(page.text) + len(PAGE_BREAK)
    text = PAGE_BREAK.join(page.text for page in pages)
    return AssembledDocument(
        text=text,
        page_ranges=tuple(
            (start, start + len(page.text)) for start, page in zip(starts, pages, strict=True)
        ),
        passages=tuple(
            cut_passages(text, headings=headings, blocks=blocks, page_starts=starts or (0,))
        ),
        title=title_of(
            stated_title,
            pages[0].headings if pages else (),
            pages[0].text if pages else "",
            filename,
        ),
        language=_commonest((page.language, len(page.text)) for page in pages),
        script=_commonest((page.script, len(page.text)) for page in pages),
    )


def _commonest(values: Iterable[tuple[str, int]]) -> str:
    """The value of most of the text; pages without a value do not count."""
    weights: Counter[str] = Counter()
    for value, weight in values:
        if value and value != "common":
            weights[value] += weight
    return weights.most_common(1)[0][0] if weights else ""
