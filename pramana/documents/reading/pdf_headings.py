"""Headings of a PDF page: short lines in larger or bolder letters than its body text."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pramana.documents.reading.contracts import Heading
from pramana.documents.reading.pdf_page import PdfPage
from pramana.documents.reading.table_headers import is_figure

MAX_BODY_LINES = 4
MIN_BODY_LINE = 60
MAX_HEADING_WORDS = 16
HEADING_RATIO = 1.15
LEVEL_RATIOS = [(1.6, 1), (1.3, 2)]
LARGER_LEVEL, BOLD_LEVEL, MAX_LEVEL = 3, 4, 6
TITLE_LIKE = re.compile(r"^[\W\d_]*[^\W\d_][^\n]+[^\s.,;:।!?-]\s*$")
SENTENCE_MARKS = ".,;:।!?-"
NUMBER_PATH = re.compile(r"\s*\(?\d{1,3}((?:\.\d{1,3})*)")
LABEL = re.compile(r"[^\n:]{1,40}:\s+\S")
"""`Name: value`, which is often in bold letters and no heading."""


def find_headings(page: PdfPage, raw: str, text: str) -> tuple[Heading, ...]:
    """Headings of a page in the file's own order.

    Heights and fonts come from the file's own lines; a converted text has as many lines.
    """
    lines = raw.split("\r\n")
    starts = _starts(lines)
    heights = _line_heights(page, lines, starts)
    body_height = _body_height(lines, heights)
    if not body_height:
        return ()
    is_body_bold: bool | None = None
    found: list[Heading] = []
    at = 0
    for place, line in enumerate(text.split("\n")):
        height = heights[place] if place < len(heights) else 0.0
        if height and is_title_like(line):
            level = level_by_size(height / body_height)
            if (
                not level
                and height > 0.95 * body_height
                and _is_bold_line(page, lines, starts, place)
            ):
                if is_body_bold is None:
                    is_body_bold = _is_body_bold(page, lines, starts, heights)
                level = 0 if is_body_bold else bold_level(line)
            if level:
                indent = len(line) - len(line.lstrip())
                found.append(Heading(at + indent, level, line.strip()))
        at += len(line) + 1
    return tuple(found)


def is_title_like(line: str) -> bool:
    """Whether a line may be a heading by its words."""
    return TITLE_LIKE.match(line) is not None and len(line.split()) <= MAX_HEADING_WORDS


def level_by_size(ratio: float) -> int:
    """The level of a heading by the size of its letters beside the body's; 0 for body text."""
    if ratio <= HEADING_RATIO:
        return 0
    return next((level for least, level in LEVEL_RATIOS if ratio >= least), LARGER_LEVEL)


def bold_level(line: str) -> int:
    """The level of a bold line of the body's size; 0 where it is a label or a total.

    >>> [bold_level(line) for line in ("Opening hours", "2.1 Rooms", "Date: 4 May", "Total 400")]
    [4, 5, 0, 0]
    """
    words = line.split()
    if LABEL.match(line) or (len(words) > 1 and is_figure(words[-1]) and not words[0][0].isdigit()):
        return 0
    path = NUMBER_PATH.match(line)
    return min(BOLD_LEVEL + (path[1].count(".") if path else 0), MAX_LEVEL)


class HeadingLevels:
    """Gives numbered headings of one depth one level throughout a document.

    A page break or a title page may change the size of letters; `4.2` and `4.3` are still siblings.
    """

    def __init__(self) -> None:
        self._levels: dict[int, Counter[int]] = {}

    def settle(self, headings: tuple[Heading, ...]) -> tuple[Heading, ...]:
        return tuple(map(self._settle, headings))

    def _settle(self, heading: Heading) -> Heading:
        path = NUMBER_PATH.match(heading.text)
        if path is None:
            return heading
        levels = self._levels.setdefault(path[1].count("."), Counter())
        levels[heading.level] += 1
        return replace(heading, level=levels.most_common(1)[0][0])


def _starts(lines: Sequence[str]) -> list[int]:
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 2
    return starts


def _line_heights(page: PdfPage, lines: Sequence[str], starts: Sequence[int]) -> list[float]:
    """The heights of lines that may be headings and of a few body lines; 0 for the others."""
    heights: list[float] = []
    bodies = 0
    for line, start in zip(lines, starts, strict=True):
        long = len(line) > MIN_BODY_LINE
        bodies += long
        is_needed = (long and bodies <= MAX_BODY_LINES) or _may_be_heading(line)
        heights.append(page.height_at(start) if is_needed else 0.0)
    if not bodies:
        return [
            page.height_at(start) if line else 0.0
            for line, start in zip(lines, starts, strict=True)
        ]
    return heights


def _may_be_heading(line: str) -> bool:
    """Whether a line may be a heading, by its length and its first and last character."""
    return (
        0 < len(line) <= 2 * MIN_BODY_LINE
        and not line[0].islower()
        and line[-1] not in SENTENCE_MARKS
    )


def _body_height(lines: Sequence[str], heights: Sequence[float]) -> float:
    """The commonest height of the long lines, or of all lines where none is long."""
    body: Counter[float] = Counter()
    for line, height in zip(lines, heights, strict=True):
        if height > 1 and len(line) > MIN_BODY_LINE:
            body[round(height, 1)] += 1
    if not body:
        for line, height in zip(lines, heights, strict=True):
            if height > 1:
                body[round(height, 1)] += len(line)
    return body.most_common(1)[0][0] if body else 0.0


def _is_bold_line(page: PdfPage, lines: Sequence[str], starts: Sequence[int], place: int) -> bool:
    """Whether a line begins and ends in bold letters."""
    line = lines[place].rstrip()
    first = starts[place] + len(lines[place]) - len(lines[place].lstrip())
    return bool(line) and page.is_bold(first) and page.is_bold(starts[place] + len(line) - 1)


def _is_body_bold(
    page: PdfPage, lines: Sequence[str], starts: Sequence[int], heights: Sequence[float]
) -> bool:
    """Whether the body text is bold too: its long lines, or half of all lines."""
    filled = [n for n, line in enumerate(lines) if line.strip()]
    long = [n for n in filled if len(lines[n]) > MIN_BODY_LINE][:MAX_BODY_LINES]
    looked_at = long or filled[:12]
    bold = sum(_is_bold_line(page, lines, starts, n) for n in looked_at)
    return 2 * bold > len(looked_at)
