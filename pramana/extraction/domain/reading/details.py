"""Pairs of a label and a value that no concept knows: a paper's own fields, under its own words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pramana.extraction.contracts.values import Found, Json
from pramana.extraction.domain.paths import format_path
from pramana.extraction.domain.reading.amounts import plain
from pramana.extraction.domain.reading.concepts import BY_NAME, folded
from pramana.extraction.domain.reading.item_tables import is_heading
from pramana.extraction.domain.reading.naming import snake
from pramana.extraction.domain.reading.paper import Line, Paper
from pramana.extraction.domain.reading.roles import Role, role_of
from pramana.extraction.domain.reading.seller_words import is_abbreviated

_PAIR = re.compile(
    r"^(?:[-•*–]\s*|\(?[\d०-९]{1,2}[.)]\s+)?(?P<label>[^\W\d_][^:：\t|=]{1,48}?)\s*(?:[:：=]|ः(?=\s)|\t+\s*[:：]?)\s*(?P<value>\S.*)$"
)
_NO_VALUE = re.compile(r"^//|[:：]\s*$")
_TAIL = re.compile(r"\t|\s{3,}|\s*\|\s*")
MOST, LONGEST, MOST_WORDS = 60, 200, 14
"""More words than that are running text."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A label in a paper's own words, and where its value stands."""

    label: str
    start: int
    end: int


def find_pairs(paper: Paper) -> list[Pair]:
    """The lines of the form `label: value`, in order."""
    return [pair for line in paper.lines if len(line.text) <= 2 * LONGEST for pair in _pair(line)]


def _pair(line: Line) -> Iterator[Pair]:
    if line.text.count("\t") > 1 or line.text.count("|") > 1:
        return  # a row of a table
    match = _PAIR.match(line.text)
    if match and _is_label(match["label"]) and not _NO_VALUE.search(match["value"]):
        value = _TAIL.split(match["value"], maxsplit=1)[0].rstrip(" .,;।")
        if value and len(value) <= LONGEST and len(value.split()) <= MOST_WORDS:
            start = line.start + match.start("value")
            value += "." * (match["value"][len(value) :][:1] == "." and is_abbreviated(value))
            yield Pair(match["label"].strip(), start, start + len(value))


def _is_label(words: str) -> bool:
    return len(words.split()) <= 6 and sum(char.isdigit() for char in words) <= 2


def read_details(paper: Paper, taken: set[int]) -> list[Found]:
    """The pairs whose value nothing else was read from, under `details`."""
    found: dict[str, Found] = {}
    for pair in paper.once(find_pairs):
        path = format_path(("details", snake(pair.label)))
        known = folded(pair.label) in BY_NAME or role_of(pair.label) is not Role.OTHER
        if (
            known
            or path in found
            or is_heading(pair.label + " " + paper.text[pair.start : pair.end])
        ):
            continue
        if taken.isdisjoint(range(pair.start, pair.end)):
            value, sure = typed(paper, pair.start, pair.end)
            found[path] = paper.found(path, value, pair.start, pair.end, sure)
        if len(found) >= MOST:
            break
    return list(found.values())


def typed(paper: Paper, start: int, end: int) -> tuple[Json, float]:
    """A stretch as what it looks like: a date or an amount that fills it, else its words."""
    days = paper.dates_in(start, end)
    if len(days) == 1 and days[0].end - days[0].start >= 0.7 * (end - start):
        return days[0].day.isoformat(), 0.6
    amounts = [each for each in paper.amounts_in(start, end) if each.exact]
    if len(amounts) == 1 and amounts[0].end - amounts[0].start >= 0.8 * (end - start):
        return plain(amounts[0].value), 0.6
    return " ".join(paper.text[start:end].split()), 0.55
