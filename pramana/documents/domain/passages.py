"""A text is cut where it pauses, into passages of about 350 tokens that overlap by about 60.

A heading begins a passage, and what stands before it is not repeated after it; a fence of code and
a row of a table are never cut, unless one alone is as long as four passages.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.documents.domain.paper import Block, Heading

WORDS, OVERLAP = 270, 45
"""About 350 and 60 tokens: a word is about 1.3 tokens in English."""

FEW = 25
"""A section of fewer words stays with what follows it: a title with its subtitle, a lone line."""

LONGEST_BLOCK = 4
PAUSE = re.compile(r"(?<=[.!?।॥])\s+|\n+")
WORD = re.compile(r"\S+")
PATH = " › "


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch that is searched and cited as one: half-open, in code points.

    `section` is the path of the headings it stands under, `page` the page it begins on.
    """

    start: int
    end: int
    section: str = ""
    page: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """What is not cut: a sentence, a line, a block. One that `begins` opens a section."""

    start: int
    end: int
    words: int
    begins: bool = False


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
        under = bisect_right(places, _core(start, end, places))
        section = sections[under - 1][1] if under else ""
        passages.append(Passage(start, end, section, max(bisect_right(page_starts, start) - 1, 0)))
    return passages


def _core(start: int, end: int, places: Sequence[int]) -> int:
    """The place that says under which heading a passage stands: its first heading, else its start.

    A passage that opens with a few words before its first heading belongs to that heading.
    """
    after = bisect_right(places, start)
    near = places[after] if after < len(places) and places[after] < end else start
    return near


def _stretches(units: Sequence[Unit], words: int, overlap: int) -> Iterator[tuple[int, int]]:
    gathered: list[Unit] = []
    fresh = False
    for unit in units:
        size = sum(one.words for one in gathered)
        opens = unit.begins and size >= FEW
        if gathered and fresh and (opens or size + unit.words > words):
            yield gathered[0].start, gathered[-1].end
            gathered, fresh = ([] if opens else _tail(gathered, overlap)), False
        gathered.append(unit)
        fresh = True
    if fresh:
        yield gathered[0].start, gathered[-1].end


def _units(
    text: str, headings: Sequence[Heading], blocks: Sequence[Block], words: int
) -> Iterator[Unit]:
    """Sentences, lines and blocks with their words; one that is too long is cut between words."""
    begins = {heading.start for heading in headings}
    at = 0
    for block in blocks:
        yield from _sentences(text, at, block.start, begins, words)
        yield from _whole(text, block, words)
        at = max(at, block.end)
    yield from _sentences(text, at, len(text), begins, words)


def _whole(text: str, block: Block, words: int) -> Iterator[Unit]:
    count = sum(1 for _ in WORD.finditer(text, block.start, block.end))
    if count > LONGEST_BLOCK * words:
        yield from _sentences(text, block.start, block.end, set(), words)
    elif count:
        yield Unit(block.start, block.end, count)


def _sentences(text: str, start: int, end: int, begins: set[int], words: int) -> Iterator[Unit]:
    for first, last in _paused(text, start, end):
        places = [match.span() for match in WORD.finditer(text, first, last)]
        for at in range(0, len(places), words):
            piece = places[at : at + words]
            yield Unit(piece[0][0], piece[-1][1], len(piece), piece[0][0] in begins)


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
