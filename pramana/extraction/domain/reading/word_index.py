"""The words of a document by stem, and where it names a field: in whole, in part, by a synonym.

Also where the label that holds such a name begins and ends, and where the value beside it ends.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_questions import (
    END_STEMS,
    MOST_NAMES,
    SMALL_WORDS,
    FieldQuestion,
    comparable,
    label_stems,
    name_stems,
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


_NUMBERING = re.compile(
    r"\s*(?:[-•*–·▪]|\(?(?:\d{1,3}|[०-९]{1,3}|[a-zA-Z]|[ivx]{1,5})(?:\.\d{1,2})*[.)।]|§\s?\d+)?\s*"
)


_BETWEEN = re.compile(
    r"[\s.]*(?:is|was|are|of|at|will be|shall be|means|"
    r"beträgt|lautet|est de|est|es de|es|no\.?|nr\.?|n[°º]|#)?[\s.:]*",
    re.IGNORECASE,
)


_COLON = re.compile(r"[:：]\s*")


SHORTEST_LABEL = 2
"""A shorter word before a colon is no label of a line: Re: Re: your order."""


LONGEST_TAIL = 48
"""How far behind a name the colon of its label may be, in characters."""


def is_part_of_other_label(index: WordIndex, anchor: Anchor, question: FieldQuestion) -> bool:
    """Whether the name is only a part of a longer known name: the total of a subtotal."""
    cell_first, cell_end = index.cell_words[index.words[anchor.first].cell]
    for first in range(max(cell_first, anchor.first - 2), anchor.first + 1):
        for last in range(anchor.last, min(cell_end, anchor.last + 4)):
            if (first, last) == (anchor.first, anchor.last) and last - first < 2:
                continue
            stems = tuple(word.stem for word in index.words[first : last + 1] if not word.is_small)
            if stems in label_stems() and stems not in question.names:
                return True
    return False


MODALS = r"\b(?:may|can|could|might|darf|dürfen|kann|können|peut|peuvent|puede|pueden)"
_MODAL = re.compile(rf"{MODALS}\s+(?:\w+\s+)?$", re.IGNORECASE)


def is_right_to(index: WordIndex, anchor: Anchor) -> bool:
    """Whether a name is the verb of a right: that a party may end it says no end."""
    if index.words[anchor.first].stem not in END_STEMS:
        return False
    start = index.words[anchor.first].start
    return _MODAL.search(index.text[max(0, start - LONGEST_TAIL) : start]) is not None


def words_before(index: WordIndex, anchor: Anchor, cell: TextCell) -> int:
    """How many words the label or sentence has before the name."""
    start = index.words[anchor.first].start
    before = index.text[cell.start : start]
    opened = _NUMBERING.match(before)
    begin = cell.start + (opened.end() if opened else 0)
    for mark in re.finditer(r"[:：;।]|\.\s|,\s|\(|\s[–—]\s", index.text[begin:start]):
        begin = max(begin, cell.start + (opened.end() if opened else 0) + mark.end())
    begin = min(begin, start)
    words = WORD.findall(index.text[begin:start])
    return sum(fold(word) not in SMALL_WORDS for word in words)


def words_to_mark(rest: str) -> tuple[int, int | None]:
    """How many words follow the name before a colon, and the colon's end; None if none is near."""
    match = _COLON.search(rest, 0, LONGEST_TAIL)
    between = rest[: match.start()] if match else ""
    if match is None or len(between.split()) > 4 or re.search(r"[.,;]\s|\d{3}", between):
        return 0, None
    words = [word for word in WORD.findall(between) if fold(word) not in SMALL_WORDS]
    return len(words), match.end()


def between_end(rest: str) -> int:
    match = _BETWEEN.match(rest)
    return match.end() if match else 0


def region_end(index: WordIndex, begin: int, cell: TextCell) -> int:
    """Where the value beside a label ends: at the next label of the line, or with its cell."""
    for colon in _COLON.finditer(index.text, begin, cell.end):
        if index.text[colon.start() - 1 : colon.start()].isdigit():
            continue  # a time
        start = _label_start(index.text, max(begin, colon.start() - LONGEST_TAIL), colon.start())
        has_value = start is not None and len(index.text[begin:start].strip(" :.")) > SHORTEST_LABEL
        if start is not None and has_value and colon.start() - start > SHORTEST_LABEL:
            return start
    return cell.end


def _label_start(text: str, begin: int, colon: int) -> int | None:
    """Where the label before a colon begins: the longest known name, else the last capital."""
    words = list(WORD.finditer(text, begin, colon))[-5:]
    for at, word in enumerate(words):
        rest = (fold(each.group()) for each in words[at:])
        if tuple(comparable(each) for each in rest if each not in SMALL_WORDS) in label_stems():
            return word.start()
    capital = (word.start() for word in reversed(words[1:]) if word.group()[0].isupper())
    return next(capital, words[-1].start() if len(words) > 1 else None)


def context(index: WordIndex, anchor: Anchor, question: FieldQuestion, cell: TextCell) -> float:
    """The share of the name's other words that are near: in the same line, the one above, below."""
    here = {index.words[i].stem for i in range(anchor.first, anchor.last + 1)}
    missing = [each for each in question.stems if each not in here]
    if not missing or not anchor.is_own:
        return 0.0
    near: set[str] = set()
    for row in range(max(0, cell.row - 1), min(len(index.rows), cell.row + 2)):
        near |= index.row_stems[row]
    return sum(weight(each) for each in missing if each in near) / sum(map(weight, missing))


def stands_at_other_label(text: str, place: int, question: FieldQuestion) -> bool:
    """Whether a place follows the label of another known field: the cashier is no customer."""
    begins = text.rfind("\n", 0, place) + 1
    label = _OTHER_LABEL.search(text[max(begins, place - LONGEST_TAIL) : place])
    if label is None:
        return False
    stems = name_stems(label["words"])
    return stems in label_stems() and stems not in question.names


def has_foreign_label(index: WordIndex, place: int, question: FieldQuestion) -> bool:
    """Whether a place stands in a row whose label shares no word with the field's names."""
    label = _row_label(index, place)
    stems = {each for each in name_stems(label) if not each.isdigit()} if label else set()
    if not stems:
        return False
    end = index.cells[index.cell_at(place)].end
    stems |= set(name_stems(index.text[place : min(end, place + LONGEST_TAIL)]))
    wanted = {each for name in question.names for each in name} | question.about_stems
    wanted |= {other for each in question.stems for other in translations(each)}
    return not any(_is_alike(one, other) for one in stems for other in wanted)


def _is_alike(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return one == other or (len(shorter) >= LEAST_PART and shorter in longer)


def _row_label(index: WordIndex, place: int) -> str:
    """The words that label a value in its row: before it in its cell, else the row's first."""
    cell = index.cells[index.cell_at(place)]
    before = index.text[cell.start : place]
    if any(char.isalpha() for char in before):
        segment = re.split(r"[.;]\s|\s{2,}", before)[-1]
        is_labelled = re.search(r"[:：]\s*$", segment) or cell.end - cell.start <= LONGEST_ROW
        return segment if is_labelled and len(segment) <= LONGEST_TAIL else ""
    for number in index.rows[cell.row][: cell.column]:
        words = index.text[index.cells[number].start : index.cells[number].end]
        if any(char.isalpha() for char in words):
            return words if len(words) <= LONGEST_TAIL else ""
    return ""


LONGEST_ROW = 60
"""A longer line is a sentence, whose words label nothing."""
LEAST_PART = 5
"""Letters that a part of a compound word has at least: Lieferschein in Lieferscheinnummer."""
_OTHER_LABEL = re.compile(
    r"(?:^|[\t|]|\s{2,}|(?<=[.;])\s)(?P<words>[^\t|:：.;]{2,40}?)\s*[:：]\s*$"
)
