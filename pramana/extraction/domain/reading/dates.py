"""Dates in business documents, including two-digit years and typical OCR errors."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from pramana.language import calendar
from pramana.language.calendar import WrittenDate, find_dates, parts_around, to_gregorian

OTHER_MONTHS = (
    "januar jänner janvier enero janeiro",
    "februar février fevrier febrero fevereiro",
    "märz maerz mars marzo março marco mrz",
    "avril avr abril abr",
    "mai mayo maio",
    "juni juin junio junho",
    "juli juillet juil julio julho",
    "août aout agosto ago",
    "septembre septiembre setiembre setembro",
    "oktober octobre octubre outubro okt",
    "novembre noviembre novembro",
    "dezember décembre decembre diciembre dezembro dez dic",
)
"""German, French, Spanish and Portuguese months. English ones are in the calendar."""
_MONTHS = calendar.month_numbers(calendar.GREGORIAN_MONTHS) | calendar.month_numbers(OTHER_MONTHS)
_NAMES = "|".join(sorted((name for name in _MONTHS if name[0] < "\u0900"), key=len, reverse=True))
_DIGIT = r"[\dOoIl|]"
"""A digit, or a letter that OCR often reads in place of one."""

_FIXED = str.maketrans("OoIl|", "00111")
_NUMERIC_FORMS = (
    re.compile(rf"(?:(?<![\w/.-])|(?<=[Dd]ate)|(?<=DATE))(?P<d>{_DIGIT}{{1,2}})(?P<sign>\s?[/.-]\s?)(?P<m>{_DIGIT}{{1,2}})"
               rf"(?P=sign)(?P<y>2[0Oo]{_DIGIT}{{2}}|{_DIGIT}{{2}})(?![/.-]?{_DIGIT}{{3}}|[/-]\d|\w)"),
    re.compile(r"(?<![\w/.-])(?P<d>\d{1,2})(?P<sign>[/.-])(?P<m>\d{1,2})(?P=sign)"
               r"(?P<y>(?:19|20)\d{2}|\d{2})(?=\d{1,2}:\d\d)"),
    re.compile(rf"(?<![\w/.-])(?P<y>2[0Oo]{_DIGIT}{{2}})(?P<sign>\s?[/.-]\s?)(?P<m>{_DIGIT}{{1,2}})"
               rf"(?P=sign)(?P<d>{_DIGIT}{{1,2}})(?![/.-]?\d)"),
)  # fmt: skip
_NAMED_FORMS = (
    re.compile(rf"(?<!\w)(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|º)?(?:[\s/.,'-]{{0,2}}|\sde\s)"
               rf"(?P<name>{_NAMES})\.?(?:[\s/.,'-]{{0,2}}|\sdel?\s)"
               r"(?P<y>(?:19|20)\d{2}|\d{2})(?![\d:])", re.IGNORECASE),
    re.compile(rf"(?<!\w)(?P<name>{_NAMES})[\s/.,'-]{{0,2}}(?P<d>\d{{1,2}})(?:st|nd|rd|th)?"
               r"[\s/.,'-]{1,2}(?P<y>(?:19|20)\d{2}|\d{2})(?!\d)", re.IGNORECASE),
)  # fmt: skip
_SIGNS = re.compile(rf"[/.-]\s?{_DIGIT}{{1,2}}\s?[/.-]")
"""The middle of a date in digits."""
_WORD = re.compile(r"[^\W\d_]+")
_MONTH_ENDS = tuple(name for name in _MONTHS if name[0] < "\u0900")
LONGEST_SIDE = 30
"""More characters than a date has before its month, or behind it."""
OLDEST = 1900
CENTURY, LATEST = 2000, 60
"""Two-digit years up to this belong to this century; larger ones (79-01-15) are Bikram Sambat."""


_NUMERIC = re.compile(r"(?<![\w/.-])(\d{1,2})([/-])(\d{1,2})\2((?:19|20)?\d{2})(?![\w/-])")
_AMERICAN = re.compile(
    r"\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]"
    r"|T[NX]|UT|V[AT]|W[AIVY])\s\d{5}(?:-\d{4})?\b|\bEIN\b|\bsales tax\b|\brouting (?:no|number)?\b"
)
"""Signs of a paper from the United States, where the month is written first."""
_WITHOUT_YEAR = re.compile(
    rf"(?<![\w./-])(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?(?P<name>{_NAMES})"
    rf"|(?P<name2>{_NAMES})\s(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?)(?!\w|[\s,.]{{0,2}}(?:de\s)?\d{{4}}|:)",
    re.IGNORECASE,
)
WITHOUT_YEAR_CONFIDENCE = 0.6
LOOK_BACK_DAYS = 120
"""A day without a year lies at most this long before the date of its document."""


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in the text, and the day it means."""

    start: int
    end: int
    day: date
    confidence: float


def is_month_first(text: str) -> bool:
    """Whether the numeric dates of a text put the month first, as Americans do.

    >>> is_month_first("Boise, ID 83702. Invoice date 03/04/2026"), is_month_first("25/12/2026")
    (True, False)
    """
    found = ((int(match[1]), int(match[3])) for match in _NUMERIC.finditer(text))
    pairs = [pair for pair in found if max(pair) <= 31 and min(pair) <= 12]  # no sort codes
    if any(first > 12 for first, _ in pairs):
        return False
    return bool(pairs) and (
        any(second > 12 for _, second in pairs) or _AMERICAN.search(text) is not None
    )


def with_month_first(text: str, mentions: Sequence[DateMention]) -> list[DateMention]:
    """Return the dates with day and month exchanged where both orders are possible."""
    return [_exchanged(each) if _NUMERIC.fullmatch(text, each.start, each.end) else each
            for each in mentions]  # fmt: skip


def _exchanged(mention: DateMention) -> DateMention:
    day = mention.day
    if day.day > 12:
        return mention
    return replace(mention, day=date(day.year, day.day, day.month))


def find_dates_without_year(text: str, near: date) -> list[DateMention]:
    """Return days such as "14 March", in the year that puts them nearest to a document's own date.

    >>> [str(each.day) for each in find_dates_without_year("due 3 Jan", date(2025, 11, 30))]
    ['2026-01-03']
    """
    mentions = []
    for match in _matches_in(text, (_WITHOUT_YEAR,), _parts_with_month(text)):
        parts = match.groupdict()
        month = _month(parts["name"] or parts["name2"])
        try:
            day = date(near.year, month, int(parts["d"] or parts["d2"]))
            if (near - day).days > LOOK_BACK_DAYS:
                day = day.replace(year=near.year + 1)
        except ValueError:
            continue
        mentions.append(DateMention(match.start(), match.end(), day, WITHOUT_YEAR_CONFIDENCE))
    return mentions


def _parts_with_month(text: str) -> list[tuple[int, int]]:
    """The parts of a text around the names of months."""
    names = {word for word in set(_WORD.findall(text)) if word.casefold().endswith(_MONTH_ENDS)}
    words = (match for match in _WORD.finditer(text) if match.group() in names)
    return parts_around(words if names else (), LONGEST_SIDE)


def _matches_in(
    text: str, forms: Sequence[re.Pattern[str]], parts: Sequence[tuple[int, int]]
) -> Iterator[re.Match[str]]:
    for form in forms:
        for start, end in parts:
            yield from form.finditer(text, start, end)


def find_written_dates(text: str, known: Sequence[WrittenDate] | None = None) -> list[DateMention]:
    """Return the dates of the text in order. Where two readings overlap, the more confident one
    wins. `known` are the calendar's dates of the same text, where they were found before.

    >>> text = "12-01-19 21:13, 2O18-03-23, मिति २०८०।०१।०१"
    >>> [str(each.day) for each in find_written_dates(text)]
    ['2019-01-12', '2018-03-23', '2023-04-14']
    """
    readings = sorted(
        _all_readings(text, find_dates(text) if known is None else known),
        key=lambda each: (each.start, -each.confidence, -each.end),
    )
    dates: list[DateMention] = []
    for each in readings:
        if not dates or each.start >= dates[-1].end:
            dates.append(each)
    return dates


def _all_readings(text: str, known: Sequence[WrittenDate]) -> Iterator[DateMention]:
    for calendar_date in known:
        if calendar_date.gregorian.year < OLDEST:
            continue  # a year run together with a time: 01/03/1819:14
        yield DateMention(
            calendar_date.start,
            calendar_date.end,
            calendar_date.gregorian,
            calendar_date.confidence,
        )
    numeric = _matches_in(text, _NUMERIC_FORMS, parts_around(_SIGNS.finditer(text), LONGEST_SIDE))
    named = _matches_in(text, _NAMED_FORMS, _parts_with_month(text))
    for match in (*numeric, *named):
        day = _day(match)
        if day:
            confidence = 0.75 if len(match["y"]) == 4 else 0.7
            yield DateMention(match.start(), match.end(), day, confidence)


def _day(match: re.Match[str]) -> date | None:
    """Read the day before the month, as in Nepal and Malaysia, unless only the other order is
    valid.
    """
    parts = match.groupdict()
    year, day = (int(parts[part].translate(_FIXED)) for part in "yd")
    month = _month(parts["name"]) if "name" in parts else _number(parts["m"])
    if month > 12 >= day and "name" not in parts:
        month, day = day, month
    if year < 100 < CENTURY + LATEST <= CENTURY + year:
        return _bikram_sambat(CENTURY + year, month, day)
    try:
        return date(year if year >= 100 else CENTURY + year, month, day)
    except ValueError:
        return None


def _month(name: str) -> int:
    """The number of a month; 0 if a letter only looks like one of its name, such as a dotless i."""
    return _MONTHS.get(name.casefold(), 0)


def _number(digits: str) -> int:
    return int(digits.translate(_FIXED))


def _bikram_sambat(year: int, month: int, day: int) -> date | None:
    try:
        return to_gregorian(year, month, day)
    except ValueError:
        return None
