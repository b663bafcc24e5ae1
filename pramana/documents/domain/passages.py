"""A text is cut where it pauses, into stretches of about 350 tokens that overlap by about 60."""

import re
from collections.abc import Iterator, Sequence

from pramana.documents.contracts import Stretch

WORDS, OVERLAP = 270, 45
"""About 350 and 60 tokens: a word is about 1.3 tokens in English."""

PAUSE = re.compile(r"(?<=[.!?।॥])\s+|\n+")
WORD = re.compile(r"\S+")


def cut(text: str, *, words: int = WORDS, overlap: int = OVERLAP) -> list[Stretch]:
    """Cut a text into passages that begin and end at a pause; together they cover every word.

    >>> cut("One two. Three four.", words=2, overlap=0)
    [Stretch(start=0, end=8), Stretch(start=9, end=20)]
    """
    passages: list[Stretch] = []
    gathered: list[tuple[Stretch, int]] = []
    fresh = False
    for unit in _units(text, words):
        if gathered and fresh and _size(gathered) + unit[1] > words:
            passages.append(_joined(gathered))
            gathered, fresh = _tail(gathered, overlap), False
        gathered.append(unit)
        fresh = True
    return [*passages, _joined(gathered)] if fresh else passages


def _units(text: str, words: int) -> Iterator[tuple[Stretch, int]]:
    """Sentences and lines with their number of words; one that is too long is cut between words."""
    for start, end in _sentences(text):
        places = [match.span() for match in WORD.finditer(text, start, end)]
        for at in range(0, len(places), words):
            piece = places[at : at + words]
            yield Stretch(piece[0][0], piece[-1][1]), len(piece)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for pause in PAUSE.finditer(text):
        yield start, pause.start()
        start = pause.end()
    yield start, len(text)


def _size(units: Sequence[tuple[Stretch, int]]) -> int:
    return sum(count for _, count in units)


def _joined(units: Sequence[tuple[Stretch, int]]) -> Stretch:
    return Stretch(units[0][0].start, units[-1][0].end)


def _tail(units: list[tuple[Stretch, int]], overlap: int) -> list[tuple[Stretch, int]]:
    """The last units that fit into the overlap, never all of them."""
    kept = len(units)
    while kept > 1 and _size(units[kept - 1 :]) <= overlap:
        kept -= 1
    return units[kept:] if _size(units[kept:]) <= overlap else units[kept + 1 :]
