"""Numbers and dates as a text has them: in both calendars, either script, with any separators."""

import re
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property
from typing import Final

from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.formats import ISO
from pramana.language.calendar import find_dates

NUMBER: Final = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?![\d])")
SCALED: Final = re.compile(
    r"(\d[\d,]*(?:\.\d+)?)\s?(lakhs?|lacs?|crores?|million|billion|लाख|करोड|अर्ब)"
)
SCALES: Final = {
    "lakh": 1e5, "lac": 1e5, "crore": 1e7, "million": 1e6, "billion": 1e9,
    "लाख": 1e5, "करोड": 1e7, "अर्ब": 1e9,
}  # fmt: skip
SHORT_DATE: Final = re.compile(r"(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})(?![\d/.-])")
MOST_PLACES: Final = 50

Place = tuple[int, int]


class Written:
    """Where the numbers and dates of one text stand, looked up by what they mean.

    >>> text = Written("Total रु. १,२३,४५०/- on 2081/01/15")
    >>> [text.text[start:end] for start, end in text.places(123450)]
    ['१,२३,४५०']
    >>> [text.text[start:end] for start, end in text.places("2024-04-27")]
    ['2081/01/15']
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def places(self, value: Json, start: int = 0, end: int | None = None) -> Sequence[Place]:
        """Where a number or a date is written between two places; nothing for other values."""
        every: Sequence[Place] = ()
        if isinstance(value, int | float) and not isinstance(value, bool):
            every = self._numbers.get(round(abs(float(value)), 4), ())
        elif isinstance(value, str) and (found := ISO.fullmatch(value)) and found.group(3):
            every = self._dates.get(value[:10], ())
        first = bisect_left(every, (start, 0))
        last = len(self.text) if end is None else end
        return [each for each in every[first : first + MOST_PLACES] if each[1] <= last]

    @cached_property
    def _numbers(self) -> dict[float, list[Place]]:
        found: dict[float, list[Place]] = defaultdict(list)
        for number, place in self._every_number():
            insort(found[round(abs(number), 4)], place)
        return found

    def _every_number(self) -> Iterator[tuple[float, Place]]:
        for match in NUMBER.finditer(self.text):
            yield _number(match.group()), match.span()
        for match in SCALED.finditer(self.text):
            scale = SCALES[match.group(2).rstrip("s")]
            yield _number(match.group(1)) * scale, match.span()

    @cached_property
    def _dates(self) -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = defaultdict(list)
        for each in find_dates(self.text):
            found[each.gregorian.isoformat()].append((each.start, each.end))
        for match in SHORT_DATE.finditer(self.text):
            for day in _short(*(int(part) for part in match.groups())):
                insort(found[day], match.span())
        return found


def _number(written: str) -> float:
    """Its value; Python reads the digits of every script."""
    return float(written.replace(",", "").replace("−", "-"))


def _short(first: int, second: int, year: int) -> Iterator[str]:
    """The days that 25/12/18 can mean, written day first or month first."""
    century = 2000 if year < 70 else 1900
    for month, day in ((second, first), (first, second)):
        try:
            yield date(century + year, month, day).isoformat()
        except ValueError:
            continue
