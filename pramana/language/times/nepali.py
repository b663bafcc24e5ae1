"""Nepali phrases for times. Months and years are Bikram Sambat unless सन् is written."""

import re
from datetime import datetime

from pramana.language.calendar import BIKRAM_SAMBAT_MONTHS, month_numbers, to_bs, to_gregorian
from pramana.language.times import periods
from pramana.language.times.english import ReadPeriod
from pramana.language.times.periods import Period

DAYS = {"अस्ति": -2, "हिजो": -1, "आज": 0, "भोलि": 1, "पर्सि": 2}
WEEKDAYS = ("सोम", "मङ्गल", "बुध", "बिही", "शुक्र", "शनि", "आइत")
NUMBERS = ["शून्य", "एक", "दुई", "तीन", "चार", "पाँच", "छ", "सात", "आठ", "नौ", "दश", "एघार", "बाह्र"]
UNITS = {"दिन": "day", "हप्ता": "week", "साता": "week", "महिना": "month"}
UNITS |= dict.fromkeys(("वर्ष", "बर्ष", "साल"), "year")
WHICH = dict.fromkeys(("गत", "बितेको", "अघिल्लो"), "last")
WHICH |= dict.fromkeys(("यो", "यस", "यही", "चालु"), "this")
WHICH |= dict.fromkeys(("अर्को", "आगामी", "आउँदो"), "next")
OFFSETS = {"last": -1, "this": 0, "next": 1}
_BS = month_numbers(BIKRAM_SAMBAT_MONTHS)
_NAMES = "|".join(sorted((name for name in _BS if not name.isascii()), key=len, reverse=True))
_UNIT = rf"(?P<unit>{'|'.join(UNITS)})"
_NUMBER = rf"(?P<n>\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"


def _day(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return periods.day(DAYS[match["day"]], at)


def _unit(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return periods.bs_unit(UNITS[match["unit"]], OFFSETS[WHICH[match["which"]]], at)


def _last_year(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return periods.bs_unit("year", -1, at)


def _weekday(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    which = WHICH[match["which"]] if match["which"] else ""
    return periods.weekday(WEEKDAYS.index(match["weekday"]), which, at, ahead=ahead)


def _period_after(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    number = match["n"]
    count = int(number) if number.isdigit() else NUMBERS.index(number)
    direction = 1 if match["way"] == "पछि" else -1
    return periods.period_after(UNITS[match["unit"]], direction * count, at)


def _bs_year(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return periods.bs_year(int(match["year"]), at)


def _ad_year(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    return periods.years(int(match["year"]), at)


def _gate(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    """A day without a year: the latest one in the past, or the next one with `ahead`."""
    year, number = to_bs(at.date()).year, _BS[match["month"]]
    each = [to_gregorian(year + offset, number, int(match["d"])) for offset in (-1, 0, 1)]
    past = [day for day in each if day <= at.date()]
    chosen = each[len(past)] if ahead and len(past) < len(each) else past[-1]
    return periods.days(chosen, 1, at)


def _month(match: re.Match[str], at: datetime, ahead: bool) -> Period:
    """A month without a year: the present or latest one, or the next one with `ahead`."""
    now, number = to_bs(at.date()), _BS[match["month"]]
    year = now.year - (number > now.month) if not ahead else now.year + (number < now.month)
    return periods.bs_month(year, number, at)


_PATTERNS: tuple[tuple[str, ReadPeriod], ...] = (
    (rf"(?P<day>{'|'.join(DAYS)})", _day),
    (rf"(?P<which>{'|'.join(WHICH)})\s+{_UNIT}", _unit),
    (r"पोहोर(?:\s+साल)?", _last_year),
    (rf"(?:(?P<which>{'|'.join(WHICH)})\s+)?(?P<weekday>{'|'.join(WEEKDAYS)})बार", _weekday),
    (rf"{_NUMBER}\s+{_UNIT}\s*(?P<way>अघि|पहिले|अगाडि|पछि)", _period_after),
    (r"(?P<year>[२2][०0]\d\d)\s*साल", _bs_year),
    (r"(?:वि\.?\s?सं\.?)\s*(?P<year>[२2][०0]\d\d)", _bs_year),
    (r"सन्\s*(?P<year>[12१२]\d{3})", _ad_year),
    (rf"(?P<month>{_NAMES})\s+(?P<d>\d{{1,2}})\s*गते", _gate),
    (rf"(?P<month>{_NAMES})(?=(?:महिना)?(?:मा|मै|तिर|देखि|सम्म|भित्र)(?!\w))", _month),
)
PATTERNS = tuple((re.compile(rf"(?<!\w){pattern}"), read) for pattern, read in _PATTERNS)
