"""Finds where a value is written in a text, and which place is meant.

Numbers and dates are found in both calendars and scripts. Of several places, the quantity 1 is the
one in its item's row under its heading, not a row or page number.
"""

import re
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.field_tree import Path
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.validation import ISO

NUMBER: Final = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?![\d])")
SCALED: Final = re.compile(
    r"(\d[\d,]*(?:\.\d+)?)\s?(lakhs?|lacs?|crores?|million|billion|लाख|करोड|अर्ब)"
)
SCALES: Final = {
    "lakh": 1e5, "lac": 1e5, "crore": 1e7, "million": 1e6, "billion": 1e9,
    "लाख": 1e5, "करोड": 1e7, "अर्ब": 1e9,
}  # fmt: skip
CONTINENTAL: Final = re.compile(r",\d{1,2}(?![\d,])|\d[.'’\u00a0\u202f ]\d{3}(?!\d)")
"""A number with a decimal comma, or grouped by points or spaces."""
SHORT_DATE: Final = re.compile(r"(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})(?![\d/.-])")
MOST_PLACES: Final = 50

TextRange = tuple[int, int]
BEFORE: Final = 80
"""How many characters before a value its label may be."""
WIDEST: Final = 500
"""How many characters of a line are examined on either side of a place."""
ABOVE: Final = 6
"""How many lines above the first row may hold the headings."""
COUNTED: Final = 1000
"""Row and page numbers are below this; larger numbers are values."""
WORDS: Final = re.compile(r"[^\s\d_.,:;()\[\]/|#*-]{2,}")
ALIKE: Final = (
    {"quantity", "qty", "count", "units", "pieces", "परिमाण", "संख्या", "थान"},
    {"price", "rate", "cost", "दर", "मूल्य"},
    {"amount", "amt", "total", "sum", "रकम", "जम्मा"},
)
COUNTS: Final = ALIKE[0]
COSTS: Final = ALIKE[1] | ALIKE[2]
NUMBERING: Final = {"page", "pages", "serial", "sn", "row", "पृष्ठ", "क्रम"}
"""Fields with these names do ask for a row or page number."""
_SIGN: Final = r"(?:s\.?\s?n|s\.?\s?no|sl\.?\s?no|sr\.?\s?no|serial(?:\sno)?|क्र\.?\s?सं|सि\.?\s?नं)"
_SERIAL: Final = re.compile(rf"\W*(?:{_SIGN}|no|#)?\W*", re.IGNORECASE)
_NUMBERED: Final = re.compile(rf"(?:^|[^\w])(?:page|pg|p\.|पृष्ठ|{_SIGN})[\s.:#-]*$", re.IGNORECASE)
_OF_PAGES: Final = re.compile(r"\s*(?:of|/)\s*\d+\W*$", re.IGNORECASE)
_ITEM: Final = re.compile(r"[.)]\s+[^\W\d]")
_CELLS: Final = re.compile(r"\t|\s*\|\s*|\s{2,}")
LONGEST_ITEM = 600
"""The most characters an item may take if the next one was not found."""
LEAST_LETTERS = 3
Find = Callable[[str, int], int | None]
"""Finds the first offset of some words, from an offset on."""


class ValueIndex:
    """Offsets of all numbers and dates in a text, looked up by value.

    >>> text = ValueIndex(DocumentLayout("Total रु. १,२३,४५०/- on 2081/01/15"))
    >>> [text.text[start:end] for start, end in text.places(123450)]
    ['१,२३,४५०']
    >>> [text.text[start:end] for start, end in text.places("2024-04-27")]
    ['2081/01/15']
    """

    def __init__(self, layout: DocumentLayout) -> None:
        self.text, self._layout = layout.text, layout

    def places(self, value: Json, start: int = 0, end: int | None = None) -> Sequence[TextRange]:
        """Return where a number or date is written between two offsets. Other values return
        nothing.
        """
        every: Sequence[TextRange] = ()
        if isinstance(value, int | float) and not isinstance(value, bool):
            every = self._numbers.get(round(abs(float(value)), 4), ())
        elif isinstance(value, str) and (matches := ISO.fullmatch(value)) and matches.group(3):
            every = self._dates.get(value[:10], ())
        first = bisect_left(every, (start, 0))
        last = len(self.text) if end is None else end
        return [each for each in every[first : first + MOST_PLACES] if each[1] <= last]

    @cached_property
    def _numbers(self) -> dict[float, list[TextRange]]:
        matches: dict[float, list[TextRange]] = defaultdict(list)
        for number, place in self._every_number():
            insort(matches[round(abs(number), 4)], place)
        return matches

    def _every_number(self) -> Iterator[tuple[float, TextRange]]:
        for match in NUMBER.finditer(self.text):
            yield _number(match.group()), match.span()
        for match in SCALED.finditer(self.text):
            scale = SCALES[match.group(2).rstrip("s")]
            yield _number(match.group(1)) * scale, match.span()
        for amount in self._layout.amounts:
            if CONTINENTAL.search(self.text, amount.start, amount.end):
                yield amount.value, (amount.start, amount.end)

    @cached_property
    def _dates(self) -> dict[str, list[TextRange]]:
        matches: dict[str, list[TextRange]] = defaultdict(list)
        for each in self._layout.calendar_dates:
            matches[each.gregorian.isoformat()].append((each.start, each.end))
        for mention in self._layout.dates:
            place = (mention.start, mention.end)
            if place not in matches[mention.day.isoformat()]:
                insort(matches[mention.day.isoformat()], place)
        for match in SHORT_DATE.finditer(self.text):
            for day in _short_date_readings(*(int(part) for part in match.groups())):
                insort(matches[day], match.span())
        return matches


def _number(words: str) -> float:
    """The value of a number. Python reads the digits of every script."""
    return float(words.replace(",", "").replace("−", "-"))


def _short_date_readings(first: int, second: int, year: int) -> Iterator[str]:
    """The days that 25/12/18 can mean, day first or month first."""
    century = 2000 if year < 70 else 1900
    for month, day in ((second, first), (first, second)):
        try:
            yield date(century + year, month, day).isoformat()
        except ValueError:
            continue


@dataclass(frozen=True)
class ItemRegion:
    """The part of the text that describes one item of a list, and the offset of the first item."""

    start: int
    end: int
    top: int
    is_numbered: bool = False
    """Whether the rows of this list begin with their number."""


def choose_place(
    text: str,
    places: Sequence[TextRange],
    path: Path,
    row: ItemRegion | None = None,
    used: Sequence[TextRange] = (),
) -> TextRange | None:
    """Choose the place of a number or date that belongs to this field.

    In a row it is the one under the field's heading, else the one whose line names the field, else
    the first that no other field of the row uses. None if every place is only a row or page number.
    """
    names = {word for part in path[-2:] for word in _words(str(part))}
    fitting = [each for each in places if not _is_only_numbering(text, each, names, row)]
    counts = bool(COUNTS & names)

    def rank(place: TextRange) -> tuple[int, int, bool, bool, bool, int]:
        heading = _label_likeness(names, _heading(text, place, row)) if row else 0
        before = _label(text, place)
        whole = text[place[0] : place[1]].isdigit()
        inside = row is not None and bool(before.strip())
        free = place not in used
        return heading, _label_likeness(names, before), free, whole is counts, inside, -place[0]

    return max(fitting, key=rank, default=None)


def _label_likeness(names: set[str], words: str) -> int:
    """How well words name a field. Its own words count more than synonyms."""
    folded = words.casefold()
    own = sum(name in folded for name in names if len(name) > 2)
    other = any(alike & names and alike & _words(folded) for alike in ALIKE)
    return 2 * own + other


def mean_different_things(one: str, other: str) -> bool:
    """Whether two field names cannot mean the same number: a quantity and a price.

    >>> mean_different_things("items[0].price", "items[0].quantity")
    True
    >>> mean_different_things("price", "amount")
    False
    """
    ours, theirs = _words(one), _words(other)
    return bool(
        (ours & COUNTS and theirs & COSTS and not theirs & COUNTS)
        or (theirs & COUNTS and ours & COSTS and not ours & COUNTS)
    )


def line_at(text: str, at: int) -> TextRange:
    """Return the line around an offset, or a window of a very long one."""
    first, last = max(0, at - WIDEST), min(len(text), at + WIDEST)
    start, end = text.rfind("\n", first, at) + 1, text.find("\n", at, last)
    return start or first, end if end >= 0 else last


def begins_with(text: str, at: int, number: int) -> bool:
    """Whether the line at this offset begins with this number."""
    first = re.match(r"\W*(\d+)\b", text[slice(*line_at(text, at))])
    return first is not None and int(first[1]) == number


def _is_only_numbering(
    text: str, place: TextRange, names: set[str], row: ItemRegion | None
) -> bool:
    """Whether the number at this place only numbers rows or pages."""
    words = text[place[0] : place[1]]
    if names & NUMBERING or not words.isdigit() or int(words) >= COUNTED:
        return False
    begins, ends = line_at(text, place[0])
    before, after = text[begins : place[0]], text[place[1] : ends]
    if _NUMBERED.search(before) or (not before.strip() and _OF_PAGES.match(after)):
        return True
    if before.strip(" \t-–—|#*("):
        return False
    if row is not None:
        return row.is_numbered or _is_serial(text, place, row) or bool(_ITEM.match(after))
    return not after.strip(" \t-–—|.)") or bool(_ITEM.match(after))


def _is_serial(text: str, place: TextRange, row: ItemRegion) -> bool:
    heading = _heading(text, place, row)
    return bool(heading) and _SERIAL.fullmatch(heading) is not None


def _label(text: str, place: TextRange) -> str:
    """The text before it in its line."""
    return text[max(line_at(text, place[0])[0], place[0] - BEFORE) : place[0]]


def _heading(text: str, place: TextRange, row: ItemRegion) -> str:
    """The heading above this place, from a line with as many cells as its own."""
    begins, ends = line_at(text, place[0])
    count = len(_CELLS.split(text[begins:ends].strip()))
    column = len(_CELLS.split(text[begins : place[0]].lstrip() + "x")) - 1
    at = line_at(text, row.top)[0]
    for _ in range(ABOVE if count > 1 else 0):
        if at == 0:
            break
        at, over = line_at(text, at - 1)
        cells = _CELLS.split(text[at:over].strip())
        if len(cells) == count and not any(char.isdigit() for char in text[at:over]):
            return cells[column]
    return ""


def _words(text: str) -> set[str]:
    return set(WORDS.findall(text.casefold()))


def item_regions(text: str, fields: Json, find: Find) -> dict[Path, ItemRegion]:
    """Return the regions of all items that were found, by path."""
    return {
        path: row
        for at, items in _lists(fields, ())
        for path, row in _regions_of_list(text, at, items, find)
    }


def _lists(tree: Json, path: Path) -> Iterator[tuple[Path, list[Json]]]:
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            yield from _lists(value, (*path, str(key)))
    elif isinstance(tree, list):
        if any(isinstance(item, Mapping) for item in tree):
            yield path, tree
        for index, value in enumerate(tree):
            yield from _lists(value, (*path, index))


def _regions_of_list(
    text: str, at: Path, items: list[Json], find: Find
) -> Iterator[tuple[Path, ItemRegion]]:
    """Items are looked for in order, so a repeated name belongs to the next item."""
    starts: dict[int, int] = {}
    after = 0
    for index, item in enumerate(items):
        start_offset = find(words, after) if (words := _identifying_words(item)) else None
        if start_offset is not None:
            starts[index], after = start_offset, start_offset + 1
    numbered = len(starts) > 1 and all(
        begins_with(text, start, index + 1) for index, start in starts.items()
    )
    order = list(starts.items())
    nexts = [*(line_at(text, start)[0] for start in list(starts.values())[1:]), len(text)]
    for (index, start), end in zip(order, nexts, strict=False):  # both may be empty
        begin, own_end = line_at(text, start)
        last = min(max(end, own_end), begin + LONGEST_ITEM)
        yield (*at, index), ItemRegion(begin, max(last, own_end), order[0][1], numbered)


def _identifying_words(item: Json) -> str:
    """The longest text value of an item."""
    values = item.values() if isinstance(item, Mapping) else ()
    words = [each for each in values if isinstance(each, str) and not ISO.fullmatch(each)]
    longest = max(words, key=len, default="")
    return longest if sum(char.isalpha() for char in longest) >= LEAST_LETTERS else ""
