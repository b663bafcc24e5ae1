"""The two calendars of Nepal, Bikram Sambat and Gregorian, and the dates written in a text.

Conversion covers the Bikram Sambat years 2000 to 2099. A committee announces the month lengths, so
they are a table up to 2083, the last announced year; independent tables differ in one day only (the
end of Baisakh 2062). Later years are a forecast that repeats the last four years: New Year stays
right, and the first day of a month may be off by one.

A written date needs a year, a month and a day, in either calendar and script. Which calendar a bare
"2058/1/5" follows is a guess, so every date carries a confidence and a reason.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from itertools import accumulate

FIRST_YEAR = 2000
FIRST_DAY = date(1943, 4, 14)
LAST_YEAR = 2099
FORECAST_CYCLE = 4
"""Years after which the month lengths nearly repeat."""

MIN_MONTH_DAYS = 29

MONTH_LENGTHS = """
2000  132321110102 223222101011 223321101011 232321110012 132321110102
2005  223222101011 223321101011 232321110012 222322011002 223222101011
2010  223321101011 232321110012 222322011011 223222101011 223321101011
2015  232321110012 222322011011 223222101011 232321101011 232321110102
2020  222322101011 223222101011 232321110011 232321110102 222322101011
2025  223222101011 232321110012 132321110102 223222101011 223231101011
2030  232321110012 132321110102 223222101011 223321101011 232321110012
2035  132322011002 223222101011 223321101011 232321110012 222322011011
2040  223222101011 223321101011 232321110012 222322011011 223222101011
2045  232321101011 232321110012 222322101011 223222101011 232321110011
2050  232321110102 222322101011 223222101011 232321110011 232321110102
2055  223222101011 223231101011 232321110012 132321110102 223222101011
2060  223321101011 232321110012 222322010102 223222101011 223321101011
2065  232321110012 222322011002 223222101011 223321101011 232321110012
2070  222322011011 223222101011 232321101011 232321110012 222322101011
2075  223222101011 232321110011 232321110102 222322101011 223222101011
2080  232321110011 232321110102 223222101011 223222101011
"""
"""Five years to a line; each digit is a month's days beyond 29."""


@dataclass(frozen=True, order=True)
class BSDate:
    """A day of the Bikram Sambat calendar."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


def _years() -> list[list[int]]:
    announced = [
        [MIN_MONTH_DAYS + int(digit) for digit in year]
        for line in MONTH_LENGTHS.splitlines()
        for year in line.split()[1:]
    ]
    ahead = LAST_YEAR - FIRST_YEAR + 1 - len(announced)
    return announced + [
        announced[-FORECAST_CYCLE + index % FORECAST_CYCLE] for index in range(ahead)
    ]


_YEARS = _years()
_YEAR_STARTS = [0, *accumulate(map(sum, _YEARS))]


def days_in_month(year: int, month: int) -> int:
    """How many days the month has; raises ValueError outside the table."""
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12):
        raise ValueError(f"Bikram Sambat is known from {FIRST_YEAR}-01 to {LAST_YEAR}-12.")
    return _YEARS[year - FIRST_YEAR][month - 1]


def to_gregorian(year: int, month: int, day: int) -> date:
    """The Gregorian date of a Bikram Sambat day; raises ValueError where there is no such day.

    >>> to_gregorian(2080, 1, 1)
    datetime.date(2023, 4, 14)
    """
    if not 1 <= day <= days_in_month(year, month):
        raise ValueError(f"{year}-{month:02} has {days_in_month(year, month)} days, not {day}.")
    months = _YEARS[year - FIRST_YEAR][: month - 1]
    return FIRST_DAY + timedelta(_YEAR_STARTS[year - FIRST_YEAR] + sum(months) + day - 1)


def to_bs(day: date) -> BSDate:
    """The Bikram Sambat date of a Gregorian day; raises ValueError outside the table.

    >>> str(to_bs(date(2024, 4, 13)))
    '2081-01-01'
    """
    left = (day - FIRST_DAY).days
    if not 0 <= left < _YEAR_STARTS[-1]:
        raise ValueError(f"{day} lies outside the years {FIRST_YEAR} to {LAST_YEAR}.")
    index = bisect_right(_YEAR_STARTS, left) - 1
    left -= _YEAR_STARTS[index]
    starts = [0, *accumulate(_YEARS[index])]
    month = bisect_right(starts, left)
    return BSDate(FIRST_YEAR + index, month, left - starts[month - 1] + 1)


BIKRAM_SAMBAT_MONTHS = (
    "वैशाख बैशाख बैसाख वैसाख Baisakh Baishakh Vaishakh Baisakha",
    "जेठ जेष्ठ ज्येष्ठ Jestha Jeth Jyestha Jesth",
    "असार आषाढ अषाढ आसाढ Asar Ashad Asadh Ashadh Asad",
    "साउन श्रावण सावन Shrawan Saun Srawan Shravan Sawan",
    "भदौ भाद्र भाद्रपद भदो Bhadra Bhadau Bhadrapad",
    "असोज आश्विन अश्विन असौज Asoj Ashwin Asoja Aswin Ashoj",
    "कार्तिक कात्तिक कातिक Kartik Kattik Kartika",
    "मंसिर मङ्सिर मार्ग मार्गशीर्ष मङ्गसिर मंगसिर Mangsir Marga Mansir Mangshir",
    "पुस पौष पूस पुष Poush Push Pus Paush",
    "माघ Magh Magha",
    "फागुन फाल्गुन फाल्गुण Falgun Phalgun Fagun Phagun",
    "चैत चैत्र Chaitra Chait Chaita",
)
GREGORIAN_MONTHS = (
    "January Jan जनवरी ज्यानुअरी",
    "February Feb फेब्रुअरी फेब्रुवरी फरवरी",
    "March Mar मार्च",
    "April Apr अप्रिल अप्रेल",
    "May मे मई",
    "June Jun जुन जून",
    "July Jul जुलाई जुलाइ",
    "August Aug अगस्ट अगस्त",
    "September Sept Sep सेप्टेम्बर सेप्टेम्वर",
    "October Oct अक्टोबर अक्टुबर अक्टोवर",
    "November Nov नोभेम्बर नोवेम्बर",
    "December Dec डिसेम्बर डिसेम्वर",
)


def month_numbers(months: tuple[str, ...]) -> dict[str, int]:
    """The number of the month for each of its names, in lower case."""
    return {
        name.casefold(): number for number, names in enumerate(months, 1) for name in names.split()
    }


class Calendar(StrEnum):
    BIKRAM_SAMBAT = "BS"
    GREGORIAN = "AD"


@dataclass(frozen=True)
class WrittenDate:
    """A date as written in the text, and the day it means."""

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


_BS_MONTHS = month_numbers(BIKRAM_SAMBAT_MONTHS)
_AD_MONTHS = month_numbers(GREGORIAN_MONTHS)
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
    rf"{_DAY}(?P<dash>[-/.\u2011]){_NAME}(?P=dash){_YEAR}",
    rf"{_YEAR}{_SIGN}{_NUMBER}(?P=sign){_DAY}{_GATE}?",
    rf"{_DAY}{_SIGN}{_NUMBER}(?P=sign){_YEAR}",
)
_PATTERNS = [
    re.compile(rf"(?:{_ERA}\s{{0,3}})?(?<![\d/-]){form}(?![\d/]|-\d){_AFTER}?", re.IGNORECASE)
    for form in _FORMS
]
_YEAR_SIGN = re.compile(r"[12१२]\d{3}")
LONGEST_SIDE = 90
"""More characters than a written date has before its year, or behind it."""
_EARLY_DAY = re.compile(r"0\d{3}-\d{2}-\d{2}", re.ASCII)
"""A day before the year 1000, which no document writes but a stored fact may have."""
FAR_AHEAD = 2040
"""From this year on a bare date is Bikram Sambat: as Gregorian it would be decades ahead."""


def find_dates(text: str) -> list[WrittenDate]:
    """The dates in a text, in order and without overlaps.

    >>> for found in find_dates("मिति २०८०।०१।०१ मा, 12 May 2024"):
    ...     print(found.text, found.gregorian)
    २०८०।०१।०१ 2023-04-14
    12 May 2024 2024-05-12
    """
    found = sorted(_candidates(text), key=lambda each: (each.start, -each.end))
    kept: list[WrittenDate] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def parse_day(text: str) -> date | None:
    """The day that the whole text names, in either calendar and script; None where it names none.

    >>> parse_day("2081-01-15"), parse_day("27 April 2024"), parse_day("२०८१ वैशाख १५ गते")
    (datetime.date(2024, 4, 27), datetime.date(2024, 4, 27), datetime.date(2024, 4, 27))
    >>> parse_day("2081-01-15 or later"), parse_day("2024-02-30")
    (None, None)
    """
    text = text.strip()
    if _EARLY_DAY.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            return None
    found = find_dates(text)
    return found[0].gregorian if found and found[0].text == text else None


def parts_around(places: Iterable[re.Match[str]], reach: int) -> list[tuple[int, int]]:
    """The parts of a text within `reach` characters of some places, which are in order.

    An expensive pattern whose every match contains such a place need only be looked for there.
    """
    parts: list[tuple[int, int]] = []
    for place in places:
        start, end = max(0, place.start() - reach), place.end() + reach
        if parts and start <= parts[-1][1]:
            parts[-1] = (parts[-1][0], end)
        else:
            parts.append((start, end))
    return parts


def _candidates(text: str) -> Iterator[WrittenDate]:
    parts = parts_around(_YEAR_SIGN.finditer(text), LONGEST_SIDE)
    for pattern in _PATTERNS:
        for start, end in parts:
            for match in pattern.finditer(text, start, end):
                read = _date_of_match(match)
                if read:
                    yield read


def _date_of_match(match: re.Match[str]) -> WrittenDate | None:
    parts = match.groupdict()
    year, day = (int(parts[part]) for part in ("year", "day"))
    calendar, confidence, why = _calendar_of(parts, year)
    month = _month_number(parts, calendar)
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
    return WrittenDate(start, end, words, calendar, year, month, day, gregorian, confidence, why)


def _month_number(parts: dict[str, str | None], calendar: Calendar) -> int:
    if name := parts.get("name"):
        names = _BS_MONTHS if calendar is Calendar.BIKRAM_SAMBAT else _AD_MONTHS
        return names.get(name.casefold(), 0)
    return int(parts["number"] or 0)


def _calendar_of(parts: dict[str, str | None], year: int) -> tuple[Calendar, float, str]:
    """The calendar, the confidence, and the reason. The name of a month decides first."""
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
    if year >= FAR_AHEAD:
        return Calendar.BIKRAM_SAMBAT, 0.9, "as a Gregorian year it would lie far ahead"
    if not (parts["year"] or "").isascii():
        return Calendar.BIKRAM_SAMBAT, 0.6, "written in Devanagari digits without an era"
    return Calendar.GREGORIAN, 0.8, "written in Latin digits without an era"
