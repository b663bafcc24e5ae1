"""Dates written in a text, in either calendar and script: where they stand and which day they mean.

A date counts only when its year, month and day are all written. Which calendar a bare "2058/1/5"
follows is a judgement, so every date carries how sure it is and why.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from pramana.language.calendar import months
from pramana.language.calendar.bikram_sambat import FIRST_YEAR, LAST_YEAR, to_gregorian


class Calendar(StrEnum):
    BIKRAM_SAMBAT = "BS"
    GREGORIAN = "AD"


@dataclass(frozen=True)
class DateFound:
    """A date as it is written, and the day it means."""

    start: int
    end: int
    text: str
    calendar: Calendar
    year: int
    month: int
    day: int
    gregorian: date
    confidence: float
    why: str


_BS_MONTHS = months.numbered(months.BIKRAM_SAMBAT)
_AD_MONTHS = months.numbered(months.GREGORIAN)
_MONTHS = "|".join(sorted(map(re.escape, _BS_MONTHS | _AD_MONTHS), key=len, reverse=True))

_ERA = (
    r"(?P<era>[वब]ि\.?\s?सं\.?|(?:विक्रम\s)?(?:संवत्?|सम्वत्?)"
    r"|[ईइ]\.?\s?सं?\.|[ईइ]स्वी\s(?:संवत्?|सन्)|सन्)"
)
_AFTER = r"(?P<after>\s?,?\s?\(?(?:B\.?\s?S\.?|A\.?\s?D\.?|वि\.?\s?सं\.?)(?![\w.])\)?)"
_YEAR, _DAY = r"(?P<year>[12१२]\d{3})", r"(?P<day>\d{1,2})"
_NUMBER = r"(?P<number>\d{1,2})"
_ORDINAL, _GATE = r"(?:st|nd|rd|th)?", r"(?P<gate>\s?गते)"
_NAME = rf"(?P<name>{_MONTHS})\.?"
_SIGN = r"(?P<sign>\s?[-/.।|–]\s?)"
_GAP = r"\s{0,3},?\s{0,3}"
_FORMS = (
    rf"{_YEAR}(?P<sal>\s{{1,3}}साल)?(?:को)?{_GAP}{_NAME}(?:\sमहिना(?:को)?)?{_GAP}{_DAY}{_GATE}?",
    rf"{_DAY}{_ORDINAL}{_GATE}?(?:\sof)?\s{{1,3}}{_NAME}{_GAP}{_YEAR}",
    rf"{_NAME}\s{{1,3}}{_DAY}{_ORDINAL}{_GATE}?{_GAP}{_YEAR}",
    rf"{_YEAR}{_SIGN}{_NUMBER}(?P=sign){_DAY}{_GATE}?",
    rf"{_DAY}{_SIGN}{_NUMBER}(?P=sign){_YEAR}",
)
_PATTERNS = [
    re.compile(rf"(?:{_ERA}\s{{0,3}})?(?<![\d/-]){form}(?![\d/]|-\d){_AFTER}?", re.IGNORECASE)
    for form in _FORMS
]
_FAR_AHEAD = 2040
"""A bare 2024-05-12 is Gregorian; a bare 2058-05-12 would lie decades ahead, so it is not."""


def find_dates(text: str) -> list[DateFound]:
    """The dates of the text, in order, none overlapping another.

    >>> for found in find_dates("मिति २०८०।०१।०१ मा, 12 May 2024"):
    ...     print(found.text, found.gregorian)
    २०८०।०१।०१ 2023-04-14
    12 May 2024 2024-05-12
    """
    found = sorted(_every(text), key=lambda each: (each.start, -each.end))
    kept: list[DateFound] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def _every(text: str) -> Iterator[DateFound]:
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            read = _read(match)
            if read:
                yield read


def _read(match: re.Match[str]) -> DateFound | None:
    parts = match.groupdict()
    year, day = (int(parts[part]) for part in ("year", "day"))
    calendar, confidence, why = _calendar(parts, year)
    month = _month(parts, calendar)
    if parts.get("number") and calendar is Calendar.GREGORIAN and month > 12 >= day:
        month, day = day, month  # 05/25/2024, as Americans write it
    try:
        gregorian = (
            date(year, month, day)
            if calendar is Calendar.GREGORIAN
            else to_gregorian(year, month, day)
        )
    except ValueError:
        return None
    start, end, words = match.start(), match.end(), match.group()
    return DateFound(start, end, words, calendar, year, month, day, gregorian, confidence, why)


def _month(parts: dict[str, str | None], calendar: Calendar) -> int:
    if name := parts.get("name"):
        names = _BS_MONTHS if calendar is Calendar.BIKRAM_SAMBAT else _AD_MONTHS
        return names.get(name.casefold(), 0)
    return int(parts["number"] or 0)


def _calendar(parts: dict[str, str | None], year: int) -> tuple[Calendar, float, str]:
    """Which calendar, how sure, and why. A month's name decides before anything else."""
    name = (parts.get("name") or "").casefold()
    if name:
        if name in _BS_MONTHS:
            return Calendar.BIKRAM_SAMBAT, 0.97, "a month of Bikram Sambat is named"
        return Calendar.GREGORIAN, 0.97, "a Gregorian month is named"
    era = (parts.get("era") or "") + (parts.get("after") or "")
    if re.search(r"ई|इ|सन्|A", era, re.IGNORECASE):
        return Calendar.GREGORIAN, 0.97, "the era is written"
    if era or parts.get("gate") or parts.get("sal"):
        return Calendar.BIKRAM_SAMBAT, 0.97, "the era or गते is written"
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return Calendar.GREGORIAN, 0.9, "the year is outside Bikram Sambat's table"
    if year >= _FAR_AHEAD:
        return Calendar.BIKRAM_SAMBAT, 0.9, "as a Gregorian year it would lie far ahead"
    if not (parts["year"] or "").isascii():
        return Calendar.BIKRAM_SAMBAT, 0.6, "written in Devanagari digits without an era"
    return Calendar.GREGORIAN, 0.8, "written in Latin digits without an era"
