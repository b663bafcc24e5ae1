"""Stretches of days as papers write them: from 2074 to 2079, until May 2021, २०७९ जेठदेखि.

Each end is a day, a month or a year of either calendar. An end without an era follows the one that
has it: in "सन् २०१७ देखि २०२२ सम्म" both years are Gregorian.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from pramana.language.calendar import (
    BIKRAM_SAMBAT_MONTHS,
    FAR_AHEAD,
    FIRST_YEAR,
    GREGORIAN_MONTHS,
    LAST_YEAR,
    Calendar,
    days_in_month,
    find_dates,
    month_numbers,
    to_gregorian,
)


@dataclass(frozen=True)
class DayRange:
    """The days from `first` to `last`, both included; None where an end is open.

    >>> DayRange(date(2020, 1, 1), None).overlaps(DayRange(None, date(2019, 12, 31)))
    False
    """

    first: date | None = None
    last: date | None = None

    def overlaps(self, other: "DayRange") -> bool:
        return not (self.is_before(other) or other.is_before(self))

    def is_before(self, other: "DayRange") -> bool:
        return self.last is not None and other.first is not None and self.last < other.first

    def contains(self, other: "DayRange") -> bool:
        begins = self.first is None or (other.first is not None and self.first <= other.first)
        ends = self.last is None or (other.last is not None and other.last <= self.last)
        return begins and ends


@dataclass(frozen=True)
class WrittenRange:
    """Words of a text that state a range of days."""

    start: int
    end: int
    days: DayRange


@dataclass(frozen=True)
class _End:
    """A day, month or year of a text. `calendar` is None where the text does not say which."""

    start: int
    end: int
    calendar: Calendar | None
    year: int
    month: int = 0
    day: int = 0
    is_devanagari: bool = False

    def days(self, calendar: Calendar | None) -> DayRange:
        """The days it covers. Raises ValueError where there is no such day."""
        calendar = self.calendar or calendar or self._likely_calendar()
        first = _day(calendar, self.year, self.month or 1, self.day or 1)
        if self.day:
            return DayRange(first, first)
        month = self.month or 12
        if calendar is Calendar.BIKRAM_SAMBAT:
            days = days_in_month(self.year, month)
            return DayRange(first, to_gregorian(self.year, month, days))
        following = date(self.year + month // 12, month % 12 + 1, 1)
        return DayRange(first, following - timedelta(1))

    def _likely_calendar(self) -> Calendar:
        is_known = FIRST_YEAR <= self.year <= LAST_YEAR
        is_bs = is_known and (self.year >= FAR_AHEAD or self.is_devanagari)
        return Calendar.BIKRAM_SAMBAT if is_bs else Calendar.GREGORIAN


def _day(calendar: Calendar, year: int, month: int, day: int) -> date:
    is_bs = calendar is Calendar.BIKRAM_SAMBAT
    return to_gregorian(year, month, day) if is_bs else date(year, month, day)


_BS, _AD = month_numbers(BIKRAM_SAMBAT_MONTHS), month_numbers(GREGORIAN_MONTHS)
_MONTH = rf"(?P<month>{'|'.join(sorted(map(re.escape, _BS | _AD), key=len, reverse=True))})"
_YEAR = r"(?:(?<=\b[12१२]\d{3}-)|(?<![\d/.-]))(?P<year>[12१२]\d{3})(?![\d/])(?!-\d\d?-)"
_BS_ERA, _AD_ERA = r"B\.?\s?S\b\.?|वि\.?\s?सं\.?|विक्रम संवत्?", r"A\.?\s?D\b\.?|ई\.?\s?सं\.?|सन्"
_BEFORE = rf"(?:(?P<era>{_BS_ERA}|{_AD_ERA})\s*)?"
_AFTER = rf"(?:\s?(?P<after>{_BS_ERA}|{_AD_ERA}|साल))?"
_ENDS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_BEFORE}{_YEAR}(?:\s?साल)?(?:को)?\s+{_MONTH}(?![A-Za-z]){_AFTER}",
        rf"(?<![A-Za-z\u0900-\u097f]){_MONTH}\.?,?\s+{_YEAR}{_AFTER}",
        rf"{_BEFORE}{_YEAR}{_AFTER}",
    )
)


def _ends(text: str) -> Iterator[_End]:
    taken = 0
    found = [
        _End(each.start, each.end, each.calendar, each.year, each.month, each.day)
        for each in find_dates(text)
    ]
    for pattern in _ENDS:
        found += [_end(match) for match in pattern.finditer(text)]
    for each in sorted(found, key=lambda each: (each.start, -each.end)):
        if each.start >= taken:
            taken = each.end
            yield each


def _end(match: re.Match[str]) -> _End:
    parts = match.groupdict()
    month = (parts.get("month") or "").casefold()
    era = f"{parts.get('era') or ''}{parts.get('after') or ''}"
    calendar = None
    if month in _BS or (era and re.search(rf"{_BS_ERA}|साल", era, re.I)):
        calendar = Calendar.BIKRAM_SAMBAT
    elif month or era:
        calendar = Calendar.GREGORIAN
    number = (_BS | _AD)[month] if month else 0
    year = match["year"]
    return _End(*match.span(), calendar, int(year), number, is_devanagari=not year.isascii())


_MARK, _FILL = "\ue000", "\ue001"
_P = rf"{_MARK}{_FILL}*"
_NOW_EN, _NOW_NE = "now|date|today|(?:the )?present|this day", "हाल|अहिले|आज"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:\bfrom |\bsince )?(?P<first>{_P})\s?"
        rf"(?:[–—-]|to|until|till|through|up to)\s?(?P<last>{_P}|{_NOW_EN})",
        rf"\bbetween (?P<first>{_P}) and (?P<last>{_P})",
        rf"(?P<first>{_P})\s?(?:को सुरु)?देखि\s?(?:(?P<last>{_P}|{_NOW_NE})\s?(?:को अन्त्य)?सम्म)?",
        rf"\b(?:until|till|up to|through)\s(?:the end of\s)?(?P<last>{_P})",
        rf"(?P<last>{_P})\s?(?:को अन्त्य)?सम्म",
        rf"\b(?:since|from|as of)\s(?P<first>{_P})",
        rf"\b(?:in|during)\s(?P<both>{_P})",
        rf"(?P<both>{_P})\s?(?:मा|ताका|को अवधिमा)(?![\u0900-\u097f])",
    )
)


def find_ranges(text: str) -> list[WrittenRange]:
    """The ranges of days that a text states, in order and without overlaps.

    >>> [str(each.days.last) for each in find_ranges("until 2078; 2017–2022; सन् २०१९ सम्म")]
    ['2022-04-13', '2022-12-31', '2019-12-31']
    """
    ends = {each.start: each for each in _ends(text)}
    masked = list(text)
    for each in ends.values():
        masked[each.start : each.end] = _MARK + _FILL * (each.end - each.start - 1)
    found: list[WrittenRange] = []
    for pattern in _FORMS:
        for match in pattern.finditer("".join(masked)):
            is_free = all(match.end() <= each.start or each.end <= match.start() for each in found)
            days = _range(match, ends) if is_free else None
            if days:
                found.append(WrittenRange(*match.span(), days))
    return sorted(found, key=lambda each: each.start)


def _range(match: re.Match[str], ends: dict[int, _End]) -> DayRange | None:
    parts = match.groupdict()
    first, last, both = (
        ends.get(match.start(part)) if parts.get(part) else None
        for part in ("first", "last", "both")
    )
    calendar = next((each.calendar for each in (first, last) if each and each.calendar), None)
    try:
        if both:
            return both.days(None)
        begins = first.days(calendar).first if first else None
        finishes = last.days(calendar).last if last else None
    except ValueError:
        return None  # there is no such day
    return None if begins and finishes and finishes < begins else DayRange(begins, finishes)


def parse_range(text: str) -> DayRange | None:
    """The range that a text states, or the day, month or year that it is.

    >>> parse_range("2079-02-05").first == parse_range("२०७९ जेठ ५ देखि").first
    True
    """
    ranges = find_ranges(text)
    if ranges:
        return ranges[0].days
    for end in _ends(text):
        try:
            return end.days(None)
        except ValueError:
            return None
    return None
