"""A paper as readers see it: lines with their places and type size, and what stands in them."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Any, Protocol, TypeVar

from pramana.extraction.contracts.fields import ExtractedValue, Json
from pramana.extraction.domain.reading.amounts import Amount, find_amounts
from pramana.extraction.domain.reading.dates import WrittenDate, find_written_dates

T = TypeVar("T")
NEAR = 120
"""How far ahead a word of OCR is looked for; its words come in the order of the text."""

_LINE = re.compile(r"[^\n\f\r]+")
_BLANK = "".join(filter(str.isspace, map(chr, range(0x3001))))
_BEFORE, _AFTER = f"{_BLANK}#>*_|", f"{_BLANK}*_|"
"""What stands around the words of a line."""


class WordBox(Protocol):
    """A word and its place on the page, as documents keep it."""

    @property
    def word(self) -> str: ...
    @property
    def y0(self) -> float: ...
    @property
    def y1(self) -> float: ...


class TableCell(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def text(self) -> str: ...


class TableRows(Protocol):
    """A table, as documents keep it, with offsets into the text that is read."""

    @property
    def rows(self) -> Sequence[Sequence[TableCell]]: ...


@dataclass(frozen=True, slots=True)
class LayoutLine:
    """A line without the white space and the marks of Markdown around it."""

    text: str
    start: int
    index: int
    size: float = 0.0
    """Height of its type as a share of the page; 0 where it is not known."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def lines_of(text: str, boxes: Sequence[WordBox] = (), *, offset: int = 0) -> list[LayoutLine]:
    """The lines that hold a letter or digit; with the word boxes of the same text, their size.

    `offset` is where the text begins in a longer one, so that pages can be read one by one.
    """
    heights = list(_heights(text, boxes))
    lines: list[LayoutLine] = []
    at = 0
    for match in _LINE.finditer(text):
        first = at
        while at < len(heights) and heights[at][0] < match.end():
            at += 1
        begun = match.group().lstrip(_BEFORE)
        words = begun.rstrip(_AFTER)
        if any(char.isalnum() for char in words):
            start = match.end() - len(begun)
            size = median(height for _, height in heights[first:at]) if at > first else 0.0
            lines.append(LayoutLine(words, offset + start, len(lines), size))
    return lines


def _heights(text: str, boxes: Sequence[WordBox]) -> Iterator[tuple[int, float]]:
    at = 0
    for box in boxes:
        place = text.find(box.word, at, at + NEAR + len(box.word)) if box.word else -1
        if place >= 0:
            at = place + len(box.word)
            yield place, box.y1 - box.y0


class DocumentLayout:
    """One text that is read. What readers share is found once."""

    def __init__(
        self,
        text: str,
        *,
        pages: Sequence[int] | None = None,
        lines: Sequence[LayoutLine] | None = None,
        tables: Sequence[TableRows] | None = None,
    ) -> None:
        """`pages`: where each page begins in the text; `lines`: with sizes; `tables`: in place."""
        self.text = text
        self._pages = pages
        self._given = lines
        self.tables = tables
        self._made: dict[Any, Any] = {}

    @cached_property
    def lines(self) -> list[LayoutLine]:
        if self._given is None:
            return lines_of(self.text)
        given = self._given
        return [LayoutLine(line.text, line.start, i, line.size) for i, line in enumerate(given)]

    @cached_property
    def dates(self) -> list[WrittenDate]:
        return find_written_dates(self.text)

    @cached_property
    def amounts(self) -> list[Amount]:
        return find_amounts(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [line.start for line in self.lines]

    @cached_property
    def _amount_starts(self) -> list[int]:
        return [amount.start for amount in self.amounts]

    @cached_property
    def _date_starts(self) -> list[int]:
        return [date.start for date in self.dates]

    def once(self, make: Callable[["DocumentLayout"], T]) -> T:
        """What a reader finds in this paper, found the first time it is asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        found: T = self._made[make]
        return found

    def line_at(self, place: int) -> LayoutLine | None:
        """The line in which a place of the text lies."""
        index = bisect_right(self._starts, place) - 1
        return self.lines[index] if index >= 0 else None

    def amounts_in(self, start: int, end: int) -> list[Amount]:
        first = bisect_right(self._amount_starts, start - 1)
        return self.amounts[first : bisect_right(self._amount_starts, end - 1)]

    def dates_in(self, start: int, end: int) -> list[WrittenDate]:
        first = bisect_right(self._date_starts, start - 1)
        return self.dates[first : bisect_right(self._date_starts, end - 1)]

    def page_of(self, place: int) -> int | None:
        return None if self._pages is None else max(0, bisect_right(self._pages, place) - 1)

    def found(
        self, path: str, value: Json, start: int, end: int, confidence: float
    ) -> ExtractedValue:
        """A value with the words of the text that it rests on."""
        quote = self.text[start:end]
        return ExtractedValue(
            path, value, quote, start, end, self.page_of(start), round(confidence, 2)
        )

    def words(self, path: str, start: int, end: int, confidence: float) -> ExtractedValue:
        """Words of the text as a value, their white space folded."""
        value = " ".join(self.text[start:end].split())
        return self.found(path, value, start, end, confidence)
