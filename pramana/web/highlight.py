"""Split text at its highlights, so that templates only print. Offsets are code points."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

SPACE = re.compile(r"\s+")
BREAK = re.compile(r"\n[ \t]*\n\s*")


@dataclass(frozen=True)
class Mark:
    """A range to highlight. `of` groups the marks of one claim."""

    start: int
    end: int
    of: int = 0


@dataclass(frozen=True)
class HighlightPiece:
    """Text that is either plain or inside one mark."""

    text: str
    mark: Mark | None = None
    style: str = ""


Paragraph = tuple[HighlightPiece, ...]


def paragraphs(text: str, marks: Sequence[Mark]) -> Iterator[Paragraph]:
    """The paragraphs of a text, each split into plain and marked pieces.

    Marks may touch or overlap. Where they overlap the earlier one wins, so that no character is
    printed twice.

    >>> [[piece.text for piece in part] for part in paragraphs("a b\\n\\nc", [Mark(2, 3)])]
    [['a ', 'b'], ['c']]
    """
    apart = without_overlaps(marks)
    for start, end in paragraph_bounds(text, 0, len(text)):
        yield tuple(text_pieces(text, start, end, apart))


def without_overlaps(marks: Sequence[Mark]) -> list[Mark]:
    """The marks in order; of two that overlap, the later one begins where the earlier one ends."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, mark.end)):
        start = max(mark.start, kept[-1].end) if kept else mark.start
        if start < mark.end:
            kept.append(replace(mark, start=start))
    return kept


def paragraph_bounds(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The ranges of the paragraphs between two offsets of a text."""
    while 0 < start < end and text[start] == "\n":
        start += 1
    for gap in BREAK.finditer(text, start, end):
        if gap.start() > start:
            yield start, gap.start()
        start = gap.end()
    if start < end:
        yield start, end


def text_pieces(text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[HighlightPiece]:
    """A range of a text in plain and marked pieces; the marks are in order and do not overlap."""
    at = start
    first = bisect_right(marks, start, key=lambda mark: mark.start) - 1
    for mark in islice(marks, max(0, first), None):
        begins, ends = max(mark.start, start), min(mark.end, end)
        if mark.start >= end:
            break
        if begins >= ends:
            continue
        if begins > at:
            yield HighlightPiece(text[at:begins])
        yield HighlightPiece(text[begins:ends], mark)
        at = ends
    if at < end:
        yield HighlightPiece(text[at:end])


def excerpt(
    text: str, start: int, marks: Sequence[tuple[int, int]], *, length: int = 420
) -> Paragraph:
    """The part of a passage around its first mark; `start` is the passage's offset."""
    local = without_overlaps([Mark(begin - start, end - start) for begin, end in marks])
    begins = word_start(text, local[0].start - length // 4) if local else 0
    ends = word_end(text, begins + length)
    pieces = tuple(text_pieces(text, begins, ends, local))
    before = (HighlightPiece("… "),) if begins else ()
    after = (HighlightPiece(" …"),) if ends < len(text) else ()
    return (*before, *pieces, *after)


def word_end(text: str, near: int) -> int:
    """The end of the last whole word before an offset."""
    if near >= len(text):
        return len(text)
    space = text.rfind(" ", 0, near)
    return space if space > 0 else near


def word_start(text: str, near: int) -> int:
    """The beginning of the first whole word at or after an offset."""
    if near <= 0:
        return 0
    space = SPACE.search(text, near)
    return space.end() if space else near
