"""English phrases for times: each pattern with the function that computes its period."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

from pramana.language.calendar import (
    BIKRAM_SAMBAT_MONTHS,
    GREGORIAN_MONTHS,
    month_numbers,
    to_bs,
    to_gregorian,
)
from pramana.language.times import periods
from pramana.language.times.periods import Period

ReadPeriod = Callable[[re.Match[str], datetime, bool], Period]
"""Takes the match, the moment of speaking, and whether the sentence is about the future."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NUMBERS = {
    word: number
    for number, words in enumerate(
        [
            "zero",
            "a an one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
    for word in words.split()
} | {"couple": 2, "couple of": 2, "few": 3, "several": 4, "twenty": 20, "thirty": 30}
VAGUE = frozenset(("couple", "couple of", "few", "several"))
WHICH = {"past": "last", "previous": "last", "coming": "next", "upcoming": "next"}
OFFSETS = {"last": -1, "this": 0, "next": 1}
DAYS = {"day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0, "tonight": 0}
DAYS |= {"tomorrow": 1, "day after tomorrow": 2, "earlier today": 0}
ORDINALS = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
"""Days of a month that are written as words."""
PARTS = {"morning": 6, "afternoon": 12, "evening": 18, "night": 18}

_NUMBER = rf"(?:a )?(?P<n>\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_UNIT = r"(?P<unit>minute|hour|day|week|month|year)s?"
_WHICH = r"(?:the )?(?P<which>last|this|next|past|previous|coming|upcoming)"
_AD = month_numbers(GREGORIAN_MONTHS)
_BS = month_numbers(BIKRAM_SAMBAT_MONTHS)
_NAMES = sorted((name.capitalize() for name in (*_AD, *_BS) if name.isascii()), key=len)
_MONTH = rf"(?P<month>(?-i:{'|'.join(reversed(_NAMES))}))\b\.?"
"""Only with a capital, since may and march are ordinary words too."""

_YEAR = r"(?P<year>(?:19|20)\d\d)(?![\d-])"


def _day(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    found = periods.day(DAYS[match["day"].lower()], at)
    part = "night" if "night" in match["day"].lower() else (match["part"] or "").lower()
    return _from_part_of_day(part, found)


def _this_part(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return _from_part_of_day(match["part"].lower(), periods.day(0, at))


def _from_part_of_day(part: str, found: Period) -> Period:
    return replace(found, begins=found.begins + timedelta(hours=PARTS.get(part, 0)))


def _ago(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return _period_after(match, -1, at)


def _ahead(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    if not ahead:
        raise ValueError("a duration, not a time")
    return _period_after(match, 1, at)


def _period_after(match: re.Match[str], direction: int, at: datetime) -> Period:
    number = match["n"].lower()
    count = int(number) if number.isdigit() else NUMBERS[number]
    found = periods.period_after(match["unit"].lower(), direction * count, at)
    return replace(found, confidence=0.6) if number in VAGUE else found


def _which(match: re.Match[str]) -> str:
    number = (match.groupdict().get("which") or "").lower()
    return WHICH.get(number, number)


def _unit(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return periods.unit(match["of"].lower(), OFFSETS[_which(match)], at)


def _weekday(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    number = WEEKDAYS.index(match["weekday"].lower())
    return periods.weekday(number, _which(match), at, ahead=ahead)


def _season(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return periods.season(match["season"].lower(), _which(match), at)


def _year(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    if match["bs"]:
        return periods.bs_year(int(match["year"]), at)
    return periods.years(int(match["year"]), at)


def _decade(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return periods.years(int(match["decade"]), at, 10)


def _month(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    """A month or a day of it. Without a year, the tense decides which one."""
    parts = match.groupdict()
    name, year = match["month"].casefold(), parts.get("year")
    if year:
        return _in_year(name, int(year), parts.get("d"), at)
    now = to_bs(at.date()).year if name not in _AD else at.year
    found = [_in_year(name, now + offset, parts.get("d"), at) for offset in (-1, 0, 1)]
    which = _which(match)
    if which == "next" or (ahead and which != "last"):
        chosen = next(each for each in found if each.ends > at)
    else:
        chosen = [each for each in found if each.begins <= at][-1]
    return replace(chosen, confidence=periods.GUESSED_CONFIDENCE)


def _in_year(name: str, year: int, day: str | None, at: datetime) -> Period:
    if name in _AD:
        if day:
            return periods.days(date(year, _AD[name], _day_number(day)), 1, at)
        return periods.month(year, _AD[name], at)
    if day:
        return periods.days(to_gregorian(year, _BS[name], _day_number(day)), 1, at)
    return periods.bs_month(year, _BS[name], at)


def _day_number(words: str) -> int:
    return int(words) if words.isdecimal() else ORDINALS.index(words.casefold()) + 1


def _day_of_month(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    """ "The 27th": of this month, or of the next or last one, as the tense decides."""
    number = int(match["d"])
    months = [periods.months_after(at.date().replace(day=1), offset) for offset in (-1, 0, 1)]
    found = []
    for first in months:
        try:
            found.append(periods.days(first.replace(day=number), 1, at))
        except ValueError:
            continue  # that month is shorter
    past = [each for each in found if each.begins <= at]
    to_come = [each for each in found if each.begins > at]
    near = [each for each in to_come if each.begins.month == at.month]
    chosen = to_come[0] if to_come and (ahead or near or not past) else past[-1]
    return replace(chosen, confidence=periods.GUESSED_CONFIDENCE)


_DAY = rf"(?P<d>[0-3]?\d|{'|'.join(ORDINALS)})(?:st|nd|rd|th)?"
_BEFORE_MONTH = (
    r"(?<=\bin )|(?<=\bsince )|(?<=\bof )|(?<=\buntil )|(?<=\btill )|(?<=\bfrom )|(?<=\bmid )"
    r"|(?<=\bmid-)|(?<=\bearly )|(?<=\blate )"
)
_BEFORE_YEAR = (
    rf"{_BEFORE_MONTH}|(?<=\bto )|(?<=\bduring )|(?<=\bby )|(?<=\baround )|(?<=\band )"
    r"|(?<=\bbefore )|(?<=\bafter )|(?<=\bthrough )"
)
_PATTERNS: tuple[tuple[str, ReadPeriod], ...] = (
    (
        rf"(?:the )?(?P<day>{'|'.join(sorted(DAYS, key=len, reverse=True))})"
        r"(?: (?P<part>morning|afternoon|evening|night))?",
        _day,
    ),
    (r"this (?P<part>morning|afternoon|evening)", _this_part),
    (rf"{_NUMBER} {_UNIT} (?:ago|back|earlier)", _ago),
    (rf"for (?:about |over |almost |nearly )?(?:the (?:past|last) )?{_NUMBER} {_UNIT}", _ago),
    (rf"in {_NUMBER} {_UNIT}", _ahead),
    (rf"{_NUMBER} {_UNIT} from now", _ahead),
    (rf"{_WHICH} (?P<of>weekend|week|month|year)", _unit),
    (rf"(?:{_WHICH} |on )?(?P<weekday>{'|'.join(WEEKDAYS)})", _weekday),
    (rf"{_WHICH} (?P<season>{'|'.join(periods.SEASONS)})", _season),
    (rf"{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?", _month),
    (
        rf"(?<=\bthe )(?P<d>[0-3]?\d)(?:st|nd|rd|th)"
        rf"(?! (?:of )?(?:{'|'.join(_NAMES)}|time|year|floor|century|birthday|anniversary))",
        _day_of_month,
    ),
    (rf"{_MONTH} {_DAY}(?![\d:])(?:,? {_YEAR})?", _month),
    (rf"(?:{_WHICH} )?{_MONTH},? {_YEAR}", _month),
    (rf"(?:{_WHICH} |{_BEFORE_MONTH}){_MONTH}(?! \d)", _month),
    (rf"(?:{_BEFORE_YEAR}){_YEAR}(?P<bs> ?B\.?S\b\.?)?", _year),
    (r"(?<=the )(?P<decade>(?:19|20)\d0)s", _decade),
)
PATTERNS = tuple(
    (re.compile(rf"\b{pattern}\b", re.IGNORECASE), read) for pattern, read in _PATTERNS
)
