"""Bikram Sambat to Gregorian and back, for the years 2000 to 2099.

The lengths of the months follow the sun's way through the zodiac and are announced by a committee,
so they are a table up to 2083, the last year that is announced; independent tables agree on it but
for one day (the end of Baisakh 2062). Later years are a forecast: the last four again and again,
which keeps New Year where the sun does and may miss the first day of a month by one.
"""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate

FIRST_YEAR = 2000
FIRST_DAY = date(1943, 4, 14)
LAST_YEAR = 2099
CYCLE = 4
"""Years after which sun and leap years are nearly where they were."""

SHORTEST = 29

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
        [SHORTEST + int(digit) for digit in year]
        for line in MONTH_LENGTHS.splitlines()
        for year in line.split()[1:]
    ]
    ahead = LAST_YEAR - FIRST_YEAR + 1 - len(announced)
    return announced + [announced[-CYCLE + index % CYCLE] for index in range(ahead)]


_YEARS = _years()
_YEAR_STARTS = [0, *accumulate(map(sum, _YEARS))]


def days_in_month(year: int, month: int) -> int:
    """How many days the month has; raises ValueError outside the table."""
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12):
        raise ValueError(f"Bikram Sambat is known from {FIRST_YEAR}-01 to {LAST_YEAR}-12.")
    return _YEARS[year - FIRST_YEAR][month - 1]


def to_gregorian(year: int, month: int, day: int) -> date:
    """The Gregorian day of a Bikram Sambat one; raises ValueError where there is no such day.

    >>> to_gregorian(2080, 1, 1)
    datetime.date(2023, 4, 14)
    """
    if not 1 <= day <= days_in_month(year, month):
        raise ValueError(f"{year}-{month:02} has {days_in_month(year, month)} days, not {day}.")
    months = _YEARS[year - FIRST_YEAR][: month - 1]
    return FIRST_DAY + timedelta(_YEAR_STARTS[year - FIRST_YEAR] + sum(months) + day - 1)


def to_bs(day: date) -> BSDate:
    """The Bikram Sambat day of a Gregorian one; raises ValueError outside the table.

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
