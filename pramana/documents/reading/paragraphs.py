"""Paragraphs of a text: which lines belong together, and how broken words are joined.

A line goes on in the next one where it fills the width of its block and does not end a sentence, or
where the next line begins in lower case. Short lines of a letterhead or a form stay apart.
"""

import re
from collections.abc import Iterator, Sequence
from statistics import quantiles

from pramana.documents.reading.lists import item_markers

MIN_WIDTH = 40
FULL_SHARE, FULL_SENTENCE_SHARE = 0.72, 0.88
"""A line with this share of the block's width may go on in the next one. One that ends with a
sentence must be fuller: the last line of a paragraph seldom is."""

SENTENCE_END = re.compile(r"[.!?।॥:;][\"'”’)\]]*$")
LABEL = re.compile(r"[^\W\d_][\w /’'().-]{0,40}:(?:\s|$)")
"""`Name: value` begins a line of its own."""


def paragraph_ranges(
    text: str,
    start: int = 0,
    end: int | None = None,
    *,
    taken: Sequence[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """The ranges of the paragraphs of a text; `taken` ranges, in order, belong to other parts.

    >>> text = "A first line that is long enough to be wrapped\\nand goes on.\\n\\nNext."
    >>> [text[a:b] for a, b in paragraph_ranges(text)]
    ['A first line that is long enough to be wrapped\\nand goes on.', 'Next.']
    """
    found: list[tuple[int, int]] = []
    for block in _blocks(text, start, len(text) if end is None else end, taken):
        width = line_width([text[a:b] for a, b in block])
        first = 0
        for place in range(1, len(block) + 1):
            if place < len(block):
                above, below = (text[a:b] for a, b in block[place - 1 : place + 1])
                if goes_on(above, below, width):
                    continue
            found.append((block[first][0], block[place - 1][1]))
            first = place
    return found


def line_width(lines: Sequence[str]) -> float:
    """The usual width of the full lines of a block, in characters."""
    lengths = sorted(len(line) for line in lines)
    return quantiles(lengths, n=10)[-1] if len(lengths) > 2 else float(max(lengths, default=0))


def goes_on(above: str, below: str, width: float) -> bool:
    """Whether a paragraph goes on from one line to the next."""
    above, below = above.strip(), below.strip()
    if not above or not below or "\t" in above or "\t" in below:
        return False
    if item_markers(below) or LABEL.match(below):
        return False
    ends = SENTENCE_END.search(above) is not None
    if below[0].islower() and not ends:
        return len(above) > MIN_WIDTH
    share = FULL_SENTENCE_SHARE if ends else FULL_SHARE
    return len(above) >= max(MIN_WIDTH, share * width)


def _blocks(
    text: str, start: int, end: int, taken: Sequence[tuple[int, int]]
) -> Iterator[list[tuple[int, int]]]:
    """Runs of lines between blank lines and other parts, as ranges without outer white space."""
    at = start
    for first, last in [*taken, (end, end)]:
        if first > at:
            yield from _line_runs(text, at, min(first, end))
        at = max(at, last)


def _line_runs(text: str, start: int, end: int) -> Iterator[list[tuple[int, int]]]:
    run: list[tuple[int, int]] = []
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        line = text[at:stop]
        bare = line.strip()
        if bare:
            indent = len(line) - len(line.lstrip())
            run.append((at + indent, at + indent + len(bare)))
        elif run:
            yield run
            run = []
        at = stop + 1
    if run:
        yield run
