"""Of the places where a number is written, the one that is meant.

The 1 of a quantity stands in its own row, under its own heading. The 1 that numbers the row, or the
page, says nothing about it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pramana.extraction.domain.paths import Path
from pramana.extraction.domain.written import Place

BEFORE: Final = 80
"""How far before a value its label may stand."""
WIDEST: Final = 500
"""Characters of a line that are looked at on either side of a place."""
ABOVE: Final = 6
"""Lines above the first row in which its headings may stand."""
COUNTED: Final = 1000
"""Rows and pages are numbered below this; larger numbers are values."""
WORDS: Final = re.compile(r"[^\s\d_.,:;()\[\]/|#*-]{2,}")
ALIKE: Final = (
    {"quantity", "qty", "count", "units", "pieces", "परिमाण", "संख्या", "थान"},
    {"price", "rate", "cost", "दर", "मूल्य"},
    {"amount", "amt", "total", "sum", "रकम", "जम्मा"},
)
COUNTS: Final = ALIKE[0]
COSTS: Final = ALIKE[1] | ALIKE[2]
NUMBERING: Final = {"page", "pages", "serial", "sn", "row", "पृष्ठ", "क्रम"}
"""Fields of these names ask for just such a number."""

_SIGN: Final = r"(?:s\.?\s?n|s\.?\s?no|sl\.?\s?no|sr\.?\s?no|serial(?:\sno)?|क्र\.?\s?सं|सि\.?\s?नं)"
_SERIAL: Final = re.compile(rf"\W*(?:{_SIGN}|no|#)?\W*", re.IGNORECASE)
_NUMBERED: Final = re.compile(rf"(?:^|[^\w])(?:page|pg|p\.|पृष्ठ|{_SIGN})[\s.:#-]*$", re.IGNORECASE)
_OF_PAGES: Final = re.compile(r"\s*(?:of|/)\s*\d+\W*$", re.IGNORECASE)
_ITEM: Final = re.compile(r"[.)]\s+[^\W\d]")
_CELLS: Final = re.compile(r"\t|\s*\|\s*|\s{2,}")


@dataclass(frozen=True)
class Row:
    """The stretch of text in which one item of a list stands, and where the first of them does."""

    start: int
    end: int
    top: int
    is_numbered: bool = False
    """Whether the rows of this list begin with their numbers."""


def chosen(
    text: str,
    places: Sequence[Place],
    path: Path,
    row: Row | None = None,
    taken: Sequence[Place] = (),
) -> Place | None:
    """The place of a number, or a date, that belongs to this field.

    In a row the one under the field's heading; else the one whose line names the field; else the
    first that no other field of the row has. None where every place only numbers something.
    """
    names = {word for part in path[-2:] for word in _words(str(part))}
    fitting = [each for each in places if not _only_numbers(text, each, names, row)]
    counts = bool(COUNTS & names)

    def rank(place: Place) -> tuple[int, int, bool, bool, bool, int]:
        heading = _likeness(names, _heading(text, place, row)) if row else 0
        before = _label(text, place)
        whole = text[place[0] : place[1]].isdigit()
        inside = row is not None and bool(before.strip())
        free = place not in taken
        return heading, _likeness(names, before), free, whole is counts, inside, -place[0]

    return max(fitting, key=rank, default=None)


def _likeness(names: set[str], written: str) -> int:
    """How well words of a paper name a field: its own words count more than others for it."""
    said = written.casefold()
    own = sum(name in said for name in names if len(name) > 2)
    other = any(alike & names and alike & _words(said) for alike in ALIKE)
    return 2 * own + other


def mean_otherwise(one: str, other: str) -> bool:
    """Whether two fields' names cannot mean the same number: what is counted, and what it costs.

    >>> mean_otherwise("items[0].price", "items[0].quantity"), mean_otherwise("price", "amount")
    (True, False)
    """
    ours, theirs = _words(one), _words(other)
    return bool(
        (ours & COUNTS and theirs & COSTS and not theirs & COUNTS)
        or (theirs & COUNTS and ours & COSTS and not ours & COUNTS)
    )


def line_at(text: str, at: int) -> Place:
    """The line in which a character stands; of one without an end, what is near it."""
    first, last = max(0, at - WIDEST), min(len(text), at + WIDEST)
    start, end = text.rfind("\n", first, at) + 1, text.find("\n", at, last)
    return start or first, end if end >= 0 else last


def begins_with(text: str, at: int, number: int) -> bool:
    """Whether the line of this place begins with this number."""
    first = re.match(r"\W*(\d+)\b", text[slice(*line_at(text, at))])
    return first is not None and int(first[1]) == number


def _only_numbers(text: str, place: Place, names: set[str], row: Row | None) -> bool:
    """Whether the number at this place only counts rows or pages."""
    written = text[place[0] : place[1]]
    if names & NUMBERING or not written.isdigit() or int(written) >= COUNTED:
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


def _is_serial(text: str, place: Place, row: Row) -> bool:
    heading = _heading(text, place, row)
    return bool(heading) and _SERIAL.fullmatch(heading) is not None


def _label(text: str, place: Place) -> str:
    """What stands before it in its line."""
    return text[max(line_at(text, place[0])[0], place[0] - BEFORE) : place[0]]


def _heading(text: str, place: Place, row: Row) -> str:
    """What stands over this place, where the lines above the rows have as many cells as its own."""
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
