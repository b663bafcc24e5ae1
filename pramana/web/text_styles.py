"""How ranges of a text look: lines that are joined, and the signs of Markdown.

Every character stays in the page, so that offsets in it are offsets in the document. A sign that is
not shown is hidden by its style.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pramana.documents.reading.contracts import FileKind, ReadingMethod

FULL_LINE = 0.72
"""A line of at least this share of the longest one goes on in the next line."""

LONGEST_WRAPPED = 160
"""Longer lines are not the lines of a page, but whole paragraphs."""

LIST_START = re.compile(r"\s*(?:[-*•▪●○–]|\(?[0-9०-९]{1,3}[.)]|\(?[a-zA-Zक-ह][.)])\s")
LINE = re.compile(r"[^\n]+")
HEADING_SIGN = re.compile(r"#{1,6}[ \t]+")
QUOTE_SIGN = re.compile(r"^>[ \t]?", re.MULTILINE)
FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n?", re.MULTILINE)
INLINE = re.compile(
    r"(?P<code>`)(?P<c>[^`\n]+)`"
    r"|(?P<strong>\*\*|__)(?=\S)(?P<s>[^*_\n]+?)(?<=\S)(?P=strong)"
    r"|(?<![\w*])(?P<em>\*)(?=\S)(?P<e>[^*\n]+?)(?<=\S)\*(?![\w*])"
    r"|(?P<link>!?\[)(?P<l>[^\]\n]+)\]\([^)\s]*\)"
)
NAMES = {"code": "c", "strong": "s", "em": "e", "link": "l"}


@dataclass(frozen=True)
class TextStyle:
    """A range and the name of its look."""

    start: int
    end: int
    name: str


def joins_lines(kind: str, read_by: str) -> bool:
    """Whether a line break of the text may be one of the page only.

    The lines of a page image and of plain text are; those of other files are paragraphs.
    """
    method = read_by.partition(":")[0]
    wrapped = {FileKind.TEXT.value, FileKind.MARKDOWN.value, FileKind.EML.value}
    return method != ReadingMethod.PARSED or kind in wrapped


def joined_lines(text: str, start: int, end: int, width: int) -> Iterator[TextStyle]:
    """The line breaks that are shown as spaces: those after lines as wide as the page.

    >>> text = "a line as wide as the page\\nends here\\nand another"
    >>> [(style.start, style.end) for style in joined_lines(text, 0, len(text), 26)]
    [(26, 27)]
    """
    if width > LONGEST_WRAPPED:
        return
    lines = list(LINE.finditer(text, start, end))
    for line, following in pairwise(lines):
        is_next = following.start() == line.end() + 1
        is_full = line.end() - line.start() >= FULL_LINE * width
        if is_next and is_full and not _is_row(text, line.end(), following.start()):
            yield TextStyle(line.end(), line.end() + 1, "join")


def _is_row(text: str, end: int, start: int) -> bool:
    """Whether a line that ends here is apart from the one that begins there: rows and lists."""
    is_item = LIST_START.match(text, start) or text[start].isdigit()
    return bool(is_item) or text[end - 1].isdigit()


def longest_line(text: str) -> int:
    """The length of the longest line, without those of tables."""
    return max((len(line) for line in text.split("\n") if "\t" not in line), default=0)


def markdown_styles(text: str, start: int, end: int) -> Iterator[TextStyle]:
    """Bold, italic, code and links; their signs, and those of headings and quotes, are hidden."""
    for quote in QUOTE_SIGN.finditer(text, start, end):
        yield TextStyle(quote.start(), quote.end(), "syntax")
    sign = HEADING_SIGN.match(text, start, end)
    if sign:
        yield TextStyle(sign.start(), sign.end(), "syntax")
    for found in INLINE.finditer(text, sign.end() if sign else start, end):
        name = str(found.lastgroup and next(each for each in NAMES if found[each]))
        inner_start, inner_end = found.span(NAMES[name])
        yield TextStyle(found.start(), inner_start, "syntax")
        yield TextStyle(inner_start, inner_end, name)
        yield TextStyle(inner_end, found.end(), "syntax")


def fence_styles(text: str, start: int, end: int) -> Iterator[TextStyle]:
    """The fences of a code block, which are hidden."""
    for found in FENCE.finditer(text, start, end):
        yield TextStyle(found.start(), found.end(), "syntax")
