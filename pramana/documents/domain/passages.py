"""A text is cut where it pauses, into passages of about 350 tokens that overlap by about 60.

A heading begins a passage, unless it stands inside a section that has said next to nothing yet, and
what stands before it is not repeated after it; a fence of code and a row of a table are never cut,
unless one alone is as long as four passages.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.documents.domain.paper import Block, Heading
from pramana.kit.sections import PATH

WORDS, OVERLAP = 270, 45
"""About 350 and 60 tokens: a word is about 1.3 tokens in English."""

FEW = 25
"""A section of fewer words stays with the sections inside it: a title with its subtitle."""

LONGEST_BLOCK = 4
PAUSE = re.compile(r"(?<=[.!?।॥])\s+|\n+")
WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch that is searched and cited as one: half-open, in code points.

    `section` is the path of the last heading in it, or above it: what stands before that heading
    is a few words of the sections around it. `page` is the page it begins on.
    """

    start: int
    end: int
    section: str = ""
    page: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """What is not cut: a sentence, a line, a block. One with a `level` opens a section."""

    start: int
    end: int
    words: int
    level: int = 0
    is_name: bool = False
    """Whether it belongs to a heading's own line."""


def cut(
    text: str,
    *,
    headings: Sequence[Heading] = (),
    blocks: Sequence[Block] = (),
    page_starts: Sequence[int] = (0,),
    words: int = WORDS,
    overlap: int = OVERLAP,
) -> list[Passage]:
    """Cut a text into passages; together they cover every word. Headings and blocks in order.

    >>> [(p.start, p.end) for p in cut("One two. Three four.", words=2, overlap=0)]
    [(0, 8), (9, 20)]
    """
    sections = _sections(headings)
    places = [start for start, _ in sections]
    passages = []
    for start, end in _stretches(list(_units(text, headings, blocks, words)), words, overlap):
        under = bisect_right(places, end - 1)
        section = sections[under - 1][1] if under else ""
        passages.append(Passage(start, end, section, max(bisect_right(page_starts, start) - 1, 0)))
    return passages


def _stretches(units: Sequence[Unit], words: int, overlap: int) -> Iterator[tuple[int, int]]:
    gathered: list[Unit] = []
    fresh = False
    for unit in units:
        size = sum(one.words for one in gathered)
        if fresh and (_opens(unit, gathered, size) or size + unit.words > words):
            yield gathered[0].start, gathered[-1].end
            gathered, fresh = _tail(gathered, overlap), False
        if unit.level and not fresh:
            gathered = []
        gathered.append(unit)
        fresh = True
    if fresh:
        yield gathered[0].start, gathered[-1].end


def _opens(unit: Unit, gathered: Sequence[Unit], size: int) -> bool:
    """Whether a heading ends the passage before it.

    It does when that says enough to stand alone, and when the two are different sections: what
    stands in one must not be found and cited as the other.
    """
    levels = [one.level for one in gathered if one.level]
    says_something = any(not one.is_name for one in gathered)
    is_beside = bool(levels) and says_something and unit.level <= levels[-1]
    return bool(unit.level) and (size >= FEW or is_beside)


def _units(
    text: str, headings: Sequence[Heading], blocks: Sequence[Block], words: int
) -> Iterator[Unit]:
    """Sentences, lines and blocks with their words; one that is too long is cut between words."""
    named = _Named(text, headings)
    at = 0
    for block in blocks:
        yield from _sentences(text, at, block.start, named, words)
        yield from _whole(text, block, words)
        at = max(at, block.end)
    yield from _sentences(text, at, len(text), named, words)


class _Named:
    """Where headings begin, and the lines they stand in."""

    def __init__(self, text: str, headings: Sequence[Heading]) -> None:
        self.levels = {heading.start: heading.level for heading in headings}
        self._starts = sorted(self.levels)
        self._ends = [_line_end(text, start) for start in self._starts]

    def holds(self, place: int) -> bool:
        before = bisect_right(self._starts, place)
        return bool(before) and place < self._ends[before - 1]


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _whole(text: str, block: Block, words: int) -> Iterator[Unit]:
    count = sum(1 for _ in WORD.finditer(text, block.start, block.end))
    if count > LONGEST_BLOCK * words:
        yield from _sentences(text, block.start, block.end, _Named(text, ()), words)
    elif count:
        yield Unit(block.start, block.end, count)


def _sentences(text: str, start: int, end: int, named: _Named, words: int) -> Iterator[Unit]:
    for first, last in _paused(text, start, end):
        places = [match.span() for match in WORD.finditer(text, first, last)]
        for at in range(0, len(places), words):
            piece = places[at : at + words]
            place = piece[0][0]
            level = named.levels.get(place, 0)
            yield Unit(place, piece[-1][1], len(piece), level, named.holds(place))


def _paused(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for pause in PAUSE.finditer(text, start, end):
        yield start, pause.start()
        start = pause.end()
    yield start, end


def _tail(units: list[Unit], overlap: int) -> list[Unit]:
    """The last units that fit into the overlap, never all of them."""
    kept, size = len(units), 0
    while kept > 1 and size + units[kept - 1].words <= overlap:
        kept -= 1
        size += units[kept].words
    return units[kept:]


def _sections(headings: Sequence[Heading]) -> list[tuple[int, str]]:
    """Where each section begins, and the path of headings that leads to it."""
    open_now: list[Heading] = []
    sections = []
    for heading in headings:
        open_now = [one for one in open_now if one.level < heading.level] + [heading]
        sections.append((heading.start, PATH.join(one.text for one in open_now)))
    return sections
