"""Dates as business papers write them: also with two digits of a year, and as OCR leaves them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from pramana.language import calendar
from pramana.language.calendar import find_dates, to_gregorian

_MONTHS = calendar.month_numbers(calendar.GREGORIAN_MONTHS)
_NAMES = "|".join(sorted((name for name in _MONTHS if name.isascii()), key=len, reverse=True))
_DIGIT = r"[\dOoIl|]"
"""Digits, and what OCR makes of them."""

_FIXED = str.maketrans("OoIl|", "00111")
_FORMS = [
    re.compile(rf"(?<![\w/.-])(?P<d>{_DIGIT}{{1,2}})(?P<sign>\s?[/.-]\s?)(?P<m>{_DIGIT}{{1,2}})"
               rf"(?P=sign)(?P<y>2[0Oo]{_DIGIT}{{2}}|{_DIGIT}{{2}})(?![/.-]?{_DIGIT}{{3}}|[/-]\d|\w)"),
    re.compile(r"(?<![\w/.-])(?P<d>\d{1,2})(?P<sign>[/.-])(?P<m>\d{1,2})(?P=sign)"
               r"(?P<y>(?:19|20)\d{2}|\d{2})(?=\d{1,2}:\d\d)"),
    re.compile(rf"(?<![\w/.-])(?P<y>2[0Oo]{_DIGIT}{{2}})(?P<sign>\s?[/.-]\s?)(?P<m>{_DIGIT}{{1,2}})"
               rf"(?P=sign)(?P<d>{_DIGIT}{{1,2}})(?![/.-]?\d)"),
    re.compile(rf"(?<!\w)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[\s/.,'-]{{0,2}}(?P<name>{_NAMES})"
               r"[\s/.,'-]{0,2}(?P<y>(?:19|20)\d{2}|\d{2})(?!\d)", re.IGNORECASE),
    re.compile(rf"(?<!\w)(?P<name>{_NAMES})[\s/.,'-]{{0,2}}(?P<d>\d{{1,2}})(?:st|nd|rd|th)?"
               r"[\s/.,'-]{1,2}(?P<y>(?:19|20)\d{2}|\d{2})(?!\d)", re.IGNORECASE),
]  # fmt: skip
OLDEST = 1900
CENTURY, LATEST = 2000, 60
"""Two digits up to that are of this century; above, as in 2079-01-15, of Bikram Sambat's."""


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it stands in the text, and the day it means."""

    start: int
    end: int
    day: date
    confidence: float


def find_written_dates(text: str) -> list[WrittenDate]:
    """The dates of the text, in order; where two readings overlap, the surer one.

    >>> [str(each.day) for each in find_written("12-01-19 21:13, 2O18-03-23, मिति २०८०।०१।०१")]
    ['2019-01-12', '2018-03-23', '2023-04-14']
    """
    found = sorted(_all_readings(text), key=lambda each: (each.start, -each.confidence, -each.end))
    kept: list[WrittenDate] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def _all_readings(text: str) -> Iterator[WrittenDate]:
    for known in find_dates(text):
        if known.gregorian.year < OLDEST:
            continue  # a year and a time that stand too close: 01/03/1819:14
        yield WrittenDate(known.start, known.end, known.gregorian, known.confidence)
    for form in _FORMS:
        for match in form.finditer(text):
            day = _day(match)
            if day:
                sure = 0.75 if len(match["y"]) == 4 else 0.7
                yield WrittenDate(match.start(), match.end(), day, sure)


def _day(match: re.Match[str]) -> date | None:
    """Day before month, as in Nepal and Malaysia, unless only the other order is a date."""
    parts = match.groupdict()
    year, day = (int(parts[part].translate(_FIXED)) for part in "yd")
    month = _MONTHS[parts["name"].casefold()] if "name" in parts else _number(parts["m"])
    if month > 12 >= day and "name" not in parts:
        month, day = day, month
    if year < 100 < CENTURY + LATEST <= CENTURY + year:
        return _bikram_sambat(CENTURY + year, month, day)
    try:
        return date(year if year >= 100 else CENTURY + year, month, day)
    except ValueError:
        return None


def _number(written: str) -> int:
    return int(written.translate(_FIXED))


def _bikram_sambat(year: int, month: int, day: int) -> date | None:
    try:
        return to_gregorian(year, month, day)
    except ValueError:
        return None
