"""The sentences of the materials, each with what stands around it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.chat.contracts.composing import Material
from pramana.chat.domain.sentences import sentences
from pramana.language.stems import stems

HEADING = re.compile(r"#{1,6}\s|=+ .* =+\Z|.*\?\W*\Z", re.DOTALL)
"""What announces the sentence after it: a heading, or a question the text asks itself."""

TITLE = re.compile(r"(?!.*[:\t|\d०-९])[^-*•>\s].{1,70}[^.!?।॥,;…”\"')\]]\Z")
"""A short line of words alone, without an end: it heads what follows, if something does."""

ROW = re.compile(r"\s*\||.*\t")
HEADS = re.compile(r"[\t|][^\t|\n]+[\t|][^\t|\n]+")
"""A first row of three or more cells names the columns; one of two may be a name and its value."""

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, word for word; the stems it holds, and those next to it and above it."""

    number: int
    rank: int
    place: int
    words: str
    held: frozenset[str]
    before: frozenset[str]
    after: frozenset[str]
    above: frozenset[str]
    announces: bool
    """A heading, or a question the text asks itself: never an answer."""


def lines_of(materials: Sequence[Material]) -> list[Line]:
    """Every sentence of the materials, in order; the first material has rank 0."""
    return [line for rank, material in enumerate(materials) for line in _lines(rank, material)]


def _lines(rank: int, material: Material) -> Iterator[Line]:
    words = [material.text[each.start : each.end] for each in sentences(material.text)]
    held = [frozenset(stems(each)) for each in words]
    above = frozenset(stems(f"{material.title} {material.section}"))
    announces = [_announces(words, place) for place in range(len(words))]
    headed = NOTHING
    for place, said in enumerate(words):
        if place and announces[place - 1]:
            headed = held[place - 1]
        elif _is_row(words, place) != _is_row(words, place - 1):  # a table begins or ends
            headed = NOTHING
        yield Line(
            number=material.number,
            rank=rank,
            place=place,
            words=said,
            held=held[place],
            before=held[place - 1] if place else NOTHING,
            after=held[place + 1] if place + 1 < len(held) else NOTHING,
            above=above | headed,
            announces=announces[place],
        )


def _announces(words: Sequence[str], place: int) -> bool:
    said = words[place]
    if HEADING.match(said):
        return True
    follows = words[place + 1] if place + 1 < len(words) else ""
    if ROW.match(said):
        return not _is_row(words, place - 1) and bool(ROW.match(follows) and HEADS.search(said))
    return TITLE.match(said) is not None and len(follows) > len(said)


def _is_row(words: Sequence[str], place: int) -> bool:
    return place >= 0 and ROW.match(words[place]) is not None
