"""Periods relative to a moment: days, weeks, months, years, in that moment's own time zone.

Every function raises ValueError or OverflowError where the calendar has no such day.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from pramana.language.calendar import to_bs, to_gregorian


class Cue(StrEnum):
    """What the words around a time say about it."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    FOR = "for"
    """A duration: "for three years". It begins that long before the moment of speaking."""


@dataclass(frozen=True)
class Period:
    """From `begins` until just before `ends`, and how sure it is that the words mean it."""

    begins: datetime
    ends: datetime
    confidence: float = 0.9


@dataclass(frozen=True)
class TimeExpression:
    """Words of a text that state a time. `begins` and `ends` are in the speaker's time zone."""

    start: int
    end: int
    text: str
    begins: datetime
    ends: datetime
    cue: Cue = Cue.AT
    confidence: float = 0.9


GUESSED_CONFIDENCE = 0.75
"""The confidence where the year or week is not stated but follows from the tense."""

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month in which each season begins, in the northern hemisphere."""


def midnight(day: date, at: datetime) -> datetime:
    return datetime.combine(day, time(), at.tzinfo)


def days(first: date, count: int, at: datetime) -> Period:
    return Period(midnight(first, at), midnight(first + timedelta(count), at))


def day(offset: int, at: datetime) -> Period:
    return days(at.date() + timedelta(offset), 1, at)


def months_after(day: date, count: int) -> date:
    """The same day some months later, or the last one where that month is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, min(day.day, last))
        except ValueError:
            if last == 28:
                raise
    raise AssertionError  # every month has 28 days


def month(year: int, number: int, at: datetime) -> Period:
    first = date(year, number, 1)
    return Period(midnight(first, at), midnight(months_after(first, 1), at))


def years(first: int, at: datetime, count: int = 1) -> Period:
    begins = date(first, 1, 1)
    return Period(midnight(begins, at), midnight(months_after(begins, 12 * count), at))


def bs_year(year: int, at: datetime) -> Period:
    return Period(
        midnight(to_gregorian(year, 1, 1), at), midnight(to_gregorian(year + 1, 1, 1), at)
    )


def bs_month(year: int, number: int, at: datetime) -> Period:
    following = (year, number + 1) if number < 12 else (year + 1, 1)
    return Period(
        midnight(to_gregorian(year, number, 1), at), midnight(to_gregorian(*following, 1), at)
    )


def unit(name: str, offset: int, at: datetime) -> Period:
    """The week, month or year that is `offset` away from the present one."""
    today = at.date()
    if name == "week":
        return days(today + timedelta(7 * offset - today.weekday()), 7, at)
    if name == "weekend":
        return days(today + timedelta(7 * offset + 5 - today.weekday()), 2, at)
    if name == "month":
        first = months_after(today.replace(day=1), offset)
        return month(first.year, first.month, at)
    return years(today.year + offset, at)


def bs_unit(name: str, offset: int, at: datetime) -> Period:
    """The same in Bikram Sambat, which Nepali means by months and years."""
    now = to_bs(at.date())
    if name == "year":
        return bs_year(now.year + offset, at)
    if name == "month":
        year, number = divmod(now.year * 12 + now.month - 1 + offset, 12)
        return bs_month(year, number + 1, at)
    return unit(name, offset, at)


def period_after(name: str, count: int, at: datetime) -> Period:
    """The day that is so many units away; for hours and minutes, the minute."""
    if name in ("hour", "minute"):
        moment = at + timedelta(minutes=count * (60 if name == "hour" else 1))
        return Period(moment, moment + timedelta(minutes=1))
    if name in ("day", "week"):
        return day(count * (7 if name == "week" else 1), at)
    return days(months_after(at.date(), count * (12 if name == "year" else 1)), 1, at)


def weekday(number: int, which: str, at: datetime, *, ahead: bool) -> Period:
    """The last or the next such weekday; where neither is stated, the tense decides.

    "Next Friday" is the first Friday after today, although on a Thursday some mean the one after.
    """
    gap = (number - at.weekday()) % 7
    if which == "this":
        return day(gap, at)
    forward = which == "next" or (not which and ahead)
    found = day(gap or 7, at) if forward else day(gap - 7, at)
    return found if which == "last" else replace(found, confidence=GUESSED_CONFIDENCE)


def season(name: str, which: str, at: datetime) -> Period:
    """Last summer is the latest one that has ended, next summer the first that has not begun."""
    starts = [date(at.year + offset, SEASONS[name], 1) for offset in (-2, -1, 0, 1)]
    today = at.date()
    over = [first for first in starts if months_after(first, 3) <= today]
    to_come = [first for first in starts if first > today]
    first = {"last": over[-1], "next": to_come[0]}.get(which, starts[2])
    return Period(midnight(first, at), midnight(months_after(first, 3), at), GUESSED_CONFIDENCE)
