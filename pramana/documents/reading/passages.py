"""From pages to a document: one text, its passages, and its title.

The text is cut at pauses into passages of about 350 tokens that overlap by about 60. A heading
begins a new passage, unless the section around it has hardly any text yet, and the text before a
heading is not repeated after it. A code block or a table row is never cut, unless it alone is as
long as four passages.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from pramana.documents.reading.contracts import Block, Heading, PageText
from pramana.kit.texts import SECTION_SEPARATOR

PAGE_BREAK = "\n\n"
WORDS, OVERLAP = 270, 45
"""About 350 and 60 tokens: a word is about 1.3 tokens in English."""

MIN_SECTION = 25
"""A section with fewer words stays with its subsections: a title with its subtitle."""

MAX_BLOCK = 4
"""In passages; a longer block is cut like other text."""

PAUSE = re.compile(r"(?<=[.!?।॥])\s+|\n+")
WORD = re.compile(r"\S+")

MAX_TITLE = 200
NO_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)|untitled|document\s*\d*$|scan|slide 1$|layout 1$"
    r"|.*\.(?:docx?|pdf|indd|pmd|qxd|tif|jpe?g)$|[\W\d_]*$)",
    re.IGNORECASE,
)
"""What programs write where the author gave no title."""

ABBREVIATIONS = r"[A-Z]|Pvt|Ltd|Co|Inc|No|Dr|Er|Mr|Mrs|Ms|Prof|Gen|Col|Hon|Rs|St"
SENTENCE = re.compile(rf"[!?।](?:\s|$)|[,;:]$|\b(?!(?:{ABBREVIATIONS})\.)\w+\.(?:\s|$)")
"""A first line with the end of a sentence is running text and not a title. The dot of an
abbreviation (Pvt. Ltd., No. 4) ends no sentence."""


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
    at = 0
    for page in pages:
        starts.append(at)
        headings += [replace(each, start=each.start + at) for each in page.headings]
        ordered = sorted(page.blocks, key=lambda block: block.start)
        blocks += [replace(each, start=each.start + at, end=each.end + at) for each in ordered]
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


def title_of(stated: str, headings: Sequence[Heading], text: str, filename: str) -> str:
    """The stated title, or the first page's highest heading, its first line, or the file name.

    >>> title_of("Microsoft Word - nlr6.doc", [], "नेपाल कानून पत्रिका\\n२०६५", "a.pdf")
    'नेपाल कानून पत्रिका'
    >>> title_of("", [], "Kalika Works Pvt. Ltd.\\nBagar-7", "scan-0417.jpg")
    'Kalika Works Pvt. Ltd.'
    >>> title_of("", [], "The survey began in May.", "Bridge survey.pdf")
    'Bridge survey'
    """
    highest = min(headings, key=lambda heading: (heading.level, heading.start), default=None)
    first = next((line.strip() for line in text.split("\n", 50) if is_title(line.strip())), "")
    line = "" if SENTENCE.search(first) else first
    candidates = (stated.strip(), highest.text if highest else "", line)
    return next((each for each in candidates if is_title(each)), PurePath(filename).stem)[
        :MAX_TITLE
    ]


def is_title(name: str) -> bool:
    """Whether this can be a title, and not what a program wrote for want of one."""
    return 2 < len(name) <= MAX_TITLE and not NO_TITLE.match(name)


@dataclass(frozen=True, slots=True)
class Unit:
    """What is not cut: a sentence, a line or a block. A unit with a `level` begins a section."""

    start: int
    end: int
    words: int
    level: int = 0
    is_heading: bool = False
    """Whether it is part of a heading line."""


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
    passages = []
    for start, end in _passage_ranges(list(_units(text, headings, blocks, words)), words, overlap):
        under = bisect_right(spans, end - 1)
        section = sections[under - 1][1] if under else ""
        passages.append(
            PassageSpan(start, end, section, max(bisect_right(page_starts, start) - 1, 0))
        )
    return passages


def _passage_ranges(units: Sequence[Unit], words: int, overlap: int) -> Iterator[tuple[int, int]]:
    units_so_far: list[Unit] = []
    fresh = False
    for unit in units:
        size = sum(one.words for one in units_so_far)
        if fresh and (_ends_passage(unit, units_so_far, size) or size + unit.words > words):
            yield units_so_far[0].start, units_so_far[-1].end
            units_so_far, fresh = _overlap_units(units_so_far, overlap), False
        if unit.level and not fresh:
            units_so_far = []
        units_so_far.append(unit)
        fresh = True
    if fresh:
        yield units_so_far[0].start, units_so_far[-1].end


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
    at = 0
    for block in blocks:
        yield from _sentences(text, at, block.start, heading_lines, words)
        yield from _block_units(text, block, words)
        at = max(at, block.end)
    yield from _sentences(text, at, len(text), heading_lines, words)


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


def _block_units(text: str, block: Block, words: int) -> Iterator[Unit]:
    count = sum(1 for _ in WORD.finditer(text, block.start, block.end))
    if count > MAX_BLOCK * words:
        yield from _sentences(text, block.start, block.end, _HeadingLines(text, ()), words)
    elif count:
        yield Unit(block.start, block.end, count)


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
