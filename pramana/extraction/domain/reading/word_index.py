"""The words of a document by stem, and where it names a field: in whole, in part, by a synonym."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_questions import (
    MOST_NAMES,
    SMALL_WORDS,
    FieldQuestion,
    comparable,
    weight,
)
from pramana.language.glossary import translations
from pramana.language.tokens import WORD, fold

_SPLIT = re.compile(r"\t+|\s{3,}|\s+\|\s*|\s*\|\s+|\s+[·•]\s+")
_WORD_OR_SIGN = re.compile(rf"{WORD.pattern}|[#№]")


@dataclass(frozen=True, slots=True)
class TextCell:
    """A part of a line between tabs, bars or wide gaps; often the whole line."""

    start: int
    end: int
    row: int
    column: int
    is_only: bool


class Word(NamedTuple):
    stem: str
    start: int
    end: int
    cell: int
    is_small: bool


@lru_cache(maxsize=MOST_NAMES)
def _compared(word: str) -> tuple[str, bool]:
    """The stem of a word, and whether it is a small one."""
    term = "no" if word in "#№" else fold(word)
    return comparable(term), term in SMALL_WORDS


class WordIndex:
    """The words of a document by stem, with their lines and cells."""

    def __init__(self, document: DocumentLayout) -> None:
        self.text = document.text
        self.cells: list[TextCell] = []
        self.rows: list[list[int]] = []
        for line in document.lines:
            self._add_line(line.start, line.end)
        self.words: list[Word] = []
        self.places: dict[str, list[int]] = {}
        self.cell_words: list[tuple[int, int]] = []
        for number, cell in enumerate(self.cells):
            first = len(self.words)
            for match in _WORD_OR_SIGN.finditer(self.text, cell.start, cell.end):
                stem, is_small = _compared(match.group())
                self.places.setdefault(stem, []).append(len(self.words))
                self.words.append(Word(stem, match.start(), match.end(), number, is_small))
            self.cell_words.append((first, len(self.words)))
        self.row_stems = [
            frozenset(self.words[i].stem for cell in row for i in range(*self.cell_words[cell]))
            for row in self.rows
        ]
        self.starts = [cell.start for cell in self.cells]

    def _add_line(self, start: int, end: int) -> None:
        row = len(self.rows)
        numbers: list[int] = []
        at = start
        pieces = []
        for gap in _SPLIT.finditer(self.text, start, end):
            pieces.append((at, gap.start()))
            at = gap.end()
        pieces.append((at, end))
        for column, (begin, stop) in enumerate(pieces):
            numbers.append(len(self.cells))
            self.cells.append(TextCell(begin, stop, row, column, len(pieces) == 1))
        self.rows.append(numbers)

    def cell_at(self, place: int) -> int:
        return max(0, bisect_right(self.starts, place) - 1)


def word_index(document: DocumentLayout) -> WordIndex:
    return WordIndex(document)


LONGEST_LABEL_GAP = 1
"""Words that may stand between two words of a name."""
MOST_ANCHORS = 40
LONGEST_ABBREVIATION = 4
"""A full stop after a shorter word ends no sentence inside a label."""
PART_OF_NAME, WHOLE_NAME = 0.5, 0.99
"""The share of a name that must be written: of a total with VAT, the VAT alone says nothing."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place where one of the field's names, or most of it, is written."""

    first: int
    last: int
    """Numbers of its first and last word."""
    cover: float
    """The share of the name that is written here."""
    is_own: bool
    """Whether it is the field's own name, not a known synonym."""


def find_anchors(index: WordIndex, question: FieldQuestion) -> list[Anchor]:
    """Return the places where the field is named, the best first."""
    best: dict[tuple[int, int], Anchor] = {}
    for number, name in enumerate(question.names):
        is_own = number == 0
        if not is_own and not all(stem in index.places for stem in name):
            continue
        least = PART_OF_NAME if is_own and not question.tax_part else WHOLE_NAME
        for anchor in _anchors_of_name(index, name, is_own=is_own, least=least):
            key = (anchor.first, anchor.last)
            if key not in best or best[key].cover < anchor.cover:
                best[key] = anchor
    ranked = sorted(best.values(), key=lambda each: (-each.cover, each.first))
    return ranked[:MOST_ANCHORS]


def _anchors_of_name(
    index: WordIndex, name: tuple[str, ...], *, is_own: bool, least: float
) -> Iterator[Anchor]:
    wanted = frozenset(name)
    total = sum(weight(each) for each in wanted)
    if not total:
        return
    meant = {each: each for each in wanted}
    if is_own:
        meant |= {other: each for each in wanted for other in translations(each)}
    places = sorted({place for each in meant for place in index.places.get(each, ())})
    run: list[int] = []
    for place in [*places, -1]:
        if run and (place < 0 or not _continues(index, run[-1], place)):
            matched = {meant[index.words[each].stem] for each in run}
            cover = sum(weight(each) for each in matched) / total
            in_order = is_own or _is_in_order(index, run, name)
            if in_order and cover >= least:
                yield Anchor(run[0], run[-1], min(1.0, cover), is_own)
            run = []
        run.append(place)


def _is_in_order(index: WordIndex, run: Sequence[int], name: tuple[str, ...]) -> bool:
    """Whether the words of a name stand in its order: a guaranteeing bank is no bank guarantee."""
    return tuple(dict.fromkeys(index.words[each].stem for each in run)) == tuple(
        dict.fromkeys(name)
    )


def _continues(index: WordIndex, before: int, place: int) -> bool:
    """Whether a word follows another in the same cell, with small words or one other between."""
    one, other = index.words[before], index.words[place]
    if one.cell != other.cell or place - before > 5:
        return False
    between = index.words[before + 1 : place]
    if sum(not word.is_small for word in between) > LONGEST_LABEL_GAP:
        return False
    gap = index.text[one.end : other.start]
    if len(one.stem) <= LONGEST_ABBREVIATION and gap.startswith("."):
        gap = gap[1:]  # excl. VAT
    return not re.search(r"[:：;।\n]|\.\s", gap)


def is_heading_of_many(index: WordIndex, row: int) -> bool:
    """Whether several rows stand below a heading, so that the first is no better than another."""
    below = index.rows[row + 2 : row + 3]
    return bool(below) and len(below[0]) == len(index.rows[row])


def cell_below(index: WordIndex, cell: TextCell) -> TextCell | None:
    if cell.row + 1 >= len(index.rows):
        return None
    row = index.rows[cell.row + 1]
    if len(index.rows[cell.row]) == 1:
        return index.cells[row[0]]
    return index.cells[row[cell.column]] if cell.column < len(row) else None


def is_heading_row(index: WordIndex, row: int) -> bool:
    """Whether the cells of a row only name columns: it opens a table, and has no digits."""
    width = len(index.rows[row])
    if row + 1 >= len(index.rows) or len(index.rows[row + 1]) != width:
        return False
    if row and len(index.rows[row - 1]) == width:
        return False  # inside a table
    cells = [index.cells[number] for number in index.rows[row]]
    words = [index.text[cell.start : cell.end] for cell in cells]
    return not any(char.isdigit() for each in words for char in each)
