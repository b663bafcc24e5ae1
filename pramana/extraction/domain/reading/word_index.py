"""The words of a document by stem, with the lines and cells they stand in."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_questions import SMALL_WORDS, comparable
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


@dataclass(frozen=True, slots=True)
class Word:
    stem: str
    start: int
    end: int
    cell: int
    is_small: bool


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
                term = "no" if match.group() in "#№" else fold(match.group())
                word = Word(
                    comparable(term), match.start(), match.end(), number, term in SMALL_WORDS
                )
                self.places.setdefault(word.stem, []).append(len(self.words))
                self.words.append(word)
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
