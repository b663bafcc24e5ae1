"""The layout of a document: its lines with offsets and type size, dates, amounts and tables."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Any, Protocol, TypeVar

from pramana.extraction.contracts.fields import ExtractedValue, Json
from pramana.extraction.domain.reading.amounts import CURRENCIES, Amount, find_amounts
from pramana.extraction.domain.reading.dates import (
    DateMention,
    find_dates_without_year,
    find_written_dates,
    is_month_first,
    with_month_first,
)
from pramana.language.calendar import WrittenDate, find_dates

T = TypeVar("T")
NEAR = 120
"""How many characters ahead an OCR word is looked for. OCR words come in the order of the text."""

_LINE = re.compile(r"[^\n\f\r]+")
_BLANK = "".join(filter(str.isspace, map(chr, range(0x3001))))
_BEFORE, _AFTER = f"{_BLANK}#>*_|", f"{_BLANK}*_|"
"""Characters to strip before and after the words of a line."""


class SizedWord(Protocol):
    """A word and its position on the page, as `documents` stores it."""

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


class LayoutTable(Protocol):
    """A table as `documents` stores it, with offsets into the text."""

    @property
    def rows(self) -> Sequence[Sequence[TableCell]]: ...


@dataclass(frozen=True, slots=True)
class LayoutLine:
    """A line without surrounding white space and Markdown marks."""

    text: str
    start: int
    index: int
    size: float = 0.0
    """Height of its type as a share of the page; 0 if unknown."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def lines_of(text: str, boxes: Sequence[SizedWord] = ()) -> list[LayoutLine]:
    """Return the lines that contain a letter or digit. Word boxes of the same text give their type
    size.
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
            lines.append(LayoutLine(words, start, len(lines), size))
    return lines


def _heights(text: str, boxes: Sequence[SizedWord]) -> Iterator[tuple[int, float]]:
    at = 0
    for box in boxes:
        place = text.find(box.word, at, at + NEAR + len(box.word)) if box.word else -1
        if place >= 0:
            at = place + len(box.word)
            yield place, box.y1 - box.y0


class DocumentLayout:
    """The text of a document, with everything that several readers need computed once."""

    def __init__(
        self,
        text: str,
        *,
        lines: Sequence[LayoutLine] | None = None,
        tables: Sequence[LayoutTable] | None = None,
    ) -> None:
        """`lines`: lines with sizes; `tables`: with offsets."""
        self.text = text
        self._sized_lines = lines
        self.tables = tables
        self._cache: dict[Any, Any] = {}

    @cached_property
    def lines(self) -> list[LayoutLine]:
        if self._sized_lines is None:
            return lines_of(self.text)
        return [
            LayoutLine(line.text, line.start, index, line.size)
            for index, line in enumerate(self._sized_lines)
        ]

    @cached_property
    def calendar_dates(self) -> list[WrittenDate]:
        """The dates with a year that either calendar writes."""
        return find_dates(self.text)

    @cached_property
    def dates(self) -> list[DateMention]:
        """Every date. Those without a year take the year of the first full date."""
        mentions = find_written_dates(self.text, self.calendar_dates)
        if is_month_first(self.text):
            mentions = with_month_first(self.text, mentions)
        if not mentions:
            return []
        full = {place for each in mentions for place in range(each.start, each.end)}
        short = find_dates_without_year(self.text, mentions[0].day)
        mentions += [each for each in short if each.start not in full]
        return sorted(mentions, key=lambda each: each.start)

    @cached_property
    def amounts(self) -> list[Amount]:
        return find_amounts(self.text)

    @cached_property
    def _amount_starts(self) -> list[int]:
        return [amount.start for amount in self.amounts]

    @cached_property
    def _date_starts(self) -> list[int]:
        return [date.start for date in self.dates]

    def cached(self, make: Callable[["DocumentLayout"], T]) -> T:
        """Return what a reader finds in this document, and compute it only once."""
        if make not in self._cache:
            self._cache[make] = make(self)
        result: T = self._cache[make]
        return result

    def amounts_in(self, start: int, end: int) -> list[Amount]:
        first = bisect_right(self._amount_starts, start - 1)
        return self.amounts[first : bisect_right(self._amount_starts, end - 1)]

    def dates_in(self, start: int, end: int) -> list[DateMention]:
        first = bisect_right(self._date_starts, start - 1)
        return self.dates[first : bisect_right(self._date_starts, end - 1)]

    def value(
        self, path: str, value: Json, start: int, end: int, confidence: float
    ) -> ExtractedValue:
        """Return a value with the words of the text that support it."""
        quote = self.text[start:end]
        return ExtractedValue(path, value, quote, start, end, round(confidence, 2))

    def text_value(self, path: str, start: int, end: int, confidence: float) -> ExtractedValue:
        """Return words of the text as a value, with white space normalised."""
        value = " ".join(self.text[start:end].split())
        return self.value(path, value, start, end, confidence)


BARE_CURRENCY = re.compile(
    r"(?<![\w$])(?:"
    + "|".join(f"(?P<code_{code}>{words})" for code, words in CURRENCIES.items())
    + r")(?![\w$])"
)


INDIAN = re.compile(r"\bGSTIN\b|\bIFSC\b|\bINR\b|₹|\b[CSI]GST\b|\+91\b|\bIndia\b")


def currency(document: DocumentLayout) -> ExtractedValue | None:
    """Return the currency of most amounts, with the first such amount as evidence."""
    counted = Counter(amount.currency for amount in document.amounts if amount.currency)
    if not counted:
        return _currency_without_amount(document)
    code = counted.most_common(1)[0][0]
    first = next(amount for amount in document.amounts if amount.currency == code)
    code = "INR" if code == "NPR" and _is_indian(document.text) else code
    return document.value("currency", code, first.start, first.end, 0.8)


def _currency_without_amount(document: DocumentLayout) -> ExtractedValue | None:
    """Return the currency that only a heading names: "Amount (INR)"."""
    match = BARE_CURRENCY.search(document.text)
    if match is None:
        return None
    code = next(code for code in CURRENCIES if match[f"code_{code}"])
    code = "INR" if code == "NPR" and _is_indian(document.text) else code
    return document.value("currency", code, match.start(), match.end(), 0.7)


def _is_indian(text: str) -> bool:
    """Whether a paper that writes Rs. comes from India."""
    return INDIAN.search(text) is not None
