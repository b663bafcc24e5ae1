"""What can be seen on a page: words in places, headings, tables. Offsets are code points of NFC."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class WordBox:
    """A word and where it stands, as shares of the page's width and height from the top left."""

    word: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that names what follows it. Level 1 is the highest."""

    start: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's words, and where they stand in the text of the page."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, from the top; rows may differ in length where cells were merged."""

    rows: tuple[tuple[Cell, ...], ...]

    @property
    def start(self) -> int:
        return self.rows[0][0].start

    @property
    def end(self) -> int:
        return self.rows[-1][-1].end


class BlockKind(StrEnum):
    CODE = "code"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch that is not cut: a fence of code, a row of a table."""

    start: int
    end: int
    kind: BlockKind


class Box(NamedTuple):
    """A rectangle on a page in points from the top left; a tuple, because a page has thousands."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2
