"""The lines of a text, and a value that was read from one of them."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class ReadValue(Generic[T]):
    """A value, how sure it is and why, and the words that support it; no quote if inferred."""

    value: T
    confidence: float
    why: str
    quote: str | None = None
    start: int = -1
    end: int = -1


@dataclass(frozen=True)
class MetadataLine:
    """A line of the text without the white space around it."""

    text: str
    start: int
    index: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def value(self, start: int, end: int, confidence: float, why: str) -> ReadValue[str]:
        """A part of this line as a value with its quote."""
        words = self.text[start:end]
        return ReadValue(words, confidence, why, words, self.start + start, self.start + end)


_LINE = re.compile(r"[^\n\f\r]+")
_SPACE = " \t\v\x85\xa0\u2002\u2003\u2009\u200a\u202f\u3000"


def text_lines(text: str) -> list[MetadataLine]:
    """The lines that hold a letter or digit, without Markdown's marks around them."""
    lines: list[MetadataLine] = []
    for match in _LINE.finditer(text):
        rest = match.group().lstrip(f"{_SPACE}#>*_|")
        start = match.end() - len(rest)
        words = rest.rstrip(f"{_SPACE}*_|")
        if any(char.isalnum() for char in words):
            lines.append(MetadataLine(words, start, len(lines)))
    return lines


MAX_LINE_WIDTH = 130
"""A page is not wider than this: longer lines are paragraphs that were never wrapped."""

MIN_LINE_WIDTH = 40
WRAPPED_SHARE = 0.9
"""A line is full if the next word would have made it wider than this share of the page."""

_NEW_ITEM = re.compile(
    r"\s*(?:[-•*–]|\(?[0-9०-९]{1,3}[.)।]|\(?[a-zA-Zक-ह][.)])\s|\s*[A-Z][\w ]{1,25}:\s"
)
_ITEM_END = re.compile(r"[:।?!|]\s*$")


_COLUMN_GAP = re.compile(r"(?<=[^\s:.…_-])[ \t]{8,}(?=[^\s:.…_-])")
"""The space between two columns, like the signatures of two parties."""


def join_wrapped_lines(text: str) -> str:
    """The text with a space in place of each line break that only wraps a paragraph.

    Columns that stand side by side are parted by a line break. Every character keeps its place. A
    break wraps a paragraph if the next word would not have fitted on the line; the page's width is
    that of its long lines.

    >>> join_wrapped_lines("The council of the town heard from Mohan\\nRaj Thapa on its new road.")
    'The council of the town heard from Mohan Raj Thapa on its new road.'
    """
    width = _page_width(text)
    joined, start = list(text), 0
    for gap in _COLUMN_GAP.finditer(text):
        joined[gap.start()] = "\n"
    if not width:
        return "".join(joined)
    lines = text.split("\n")
    for line, after in pairwise(lines):
        start += len(line) + 1
        if _is_wrapped(line, after, width):
            joined[start - 1] = " "
    return "".join(joined)


def _page_width(text: str) -> int:
    """The length of the longest lines, or 0 for a text whose lines are paragraphs."""
    lengths = sorted(len(line.rstrip()) for line in text.split("\n") if line.strip())
    if len(lengths) < 2 or lengths[-1] > MAX_LINE_WIDTH:
        return 0
    width = lengths[-1 - len(lengths) // 20]
    return width if width >= MIN_LINE_WIDTH else 0


def _is_wrapped(line: str, after: str, width: int) -> bool:
    words = after.split()
    if not line.strip() or not words or "\t" in line or "  " in line.strip():
        return False
    if _NEW_ITEM.match(after) or _ITEM_END.search(line) or after.rstrip().endswith(":"):
        return False
    return len(line.rstrip()) + 1 + len(words[0]) > WRAPPED_SHARE * width
