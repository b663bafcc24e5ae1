"""The limit that a question names: a day, a month, a period or an amount, and its side."""

import re
from dataclasses import dataclass
from datetime import date

from pramana.chat.domain.document_identity import MONTH, MONTH_NUMBERS
from pramana.chat.domain.quantities import quantities
from pramana.chat.domain.row_filters import LESS, MORE
from pramana.language.calendar import find_dates

DUE = re.compile(r"\b(?:due|payable|paid|pay)\b", re.I)
PERIOD = re.compile(r"\b(?:between|from)\b.+\b(?:and|to|until)\b", re.I)
SHORT_PERIOD = re.compile(
    r"\b(?:between|from)\s+(?:the\s+)?(?P<first>\d{1,2})(?:st|nd|rd|th)?\s+(?:and|to|until)\s", re.I
)
OR_LESS = re.compile(
    r"\s+or\s+(?:(?:less|fewer|shorter|under|below)|(?P<least>more|longer|over|above))\b", re.I
)
AT_MOST = re.compile(
    r"\b(?:(?:at most|no more than|not more than|up to)|(?P<least>at least|no less than))\s+\Z",
    re.I,
)
"""How a limit is given that counts itself, after its amount and before it."""


@dataclass(frozen=True)
class Limits:
    """The range that a value must lie in; days are counted as ordinal numbers."""

    low: float
    high: float
    dates: bool
    unit: str = ""
    phrase: str = ""
    """The words of the question that state the limit."""


def question_limits(question: str) -> Limits | None:
    """The date or amount that the question names as its limit, and on which side of it."""
    less, more = LESS.search(question), MORE.search(question)
    month = MONTH.search(question)
    dates = find_dates(question)
    period = _period(question)
    if period:
        return Limits(float(period[0].toordinal()), float(period[1].toordinal()), True)
    if dates and dates[0].gregorian:
        day = float(dates[0].gregorian.toordinal())
        if less or more:
            return Limits(0, day - 1, True) if less else Limits(day + 1, 1e9, True)
        return Limits(day, day, True) if DUE.search(question) else None
    if month:
        year, number = int(month["year"]), MONTH_NUMBERS[month["month"].lower()]
        first = date(year, number, 1).toordinal()
        after = date(year + number // 12, number % 12 + 1, 1).toordinal()
        if less:
            return Limits(0, first - 1, True)
        return Limits(after, 1e9, True) if more else Limits(first, after - 1, True)
    if inclusive := _inclusive_limits(question):
        return inclusive
    side = less or more
    amounts = [each for each in quantities(question) if side and each.start >= side.end()]
    if not amounts:
        return None
    value, unit = amounts[0].comparable, amounts[0].unit
    low, high = (0, value - 1e-6) if less else (value + 1e-6, 1e12)
    phrase = question[side.start() : amounts[0].end] if side else ""
    return Limits(low, high, False, unit, phrase)


def _inclusive_limits(question: str) -> Limits | None:
    """The limit that counts itself: "two months or less", "at most two months"."""
    for amount in quantities(question):
        after = OR_LESS.match(question, _end_of_unit(question, amount.end))
        before = AT_MOST.search(question[: amount.start])
        side = after or before
        if side is None or not amount.unit:
            continue
        start = before.start() if before and not after else amount.start
        end = after.end() if after else _end_of_unit(question, amount.end)
        least = side["least"] is not None
        low, high = (amount.comparable, 1e12) if least else (0.0, amount.comparable)
        return Limits(low, high, False, amount.unit, question[start:end])
    return None


def _end_of_unit(question: str, end: int) -> int:
    unit = re.compile(r"[\s-]*[^\W\d_]+").match(question, end)
    return unit.end() if unit else end


def _period(question: str) -> tuple[date, date] | None:
    """The first and the last day that a question names: "between 10 and 15 March 2026"."""
    if not PERIOD.search(question):
        return None
    days = [each.gregorian for each in find_dates(question) if each.gregorian]
    if len(days) > 1:
        return min(days[:2]), max(days[:2])
    short = SHORT_PERIOD.search(question)
    if short is None or not days:
        return None
    first = int(short["first"])
    return (days[0].replace(day=first), days[0]) if 0 < first <= days[0].day else None
