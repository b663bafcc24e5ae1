"""What a passage consists of: headings, paragraphs, lists and tables, with offsets in its text."""

from dataclasses import dataclass
from enum import StrEnum


class BlockShape(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class PassagePiece:
    """A stretch of the text: a cell, an item, a line of a paragraph."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class TableRow:
    start: int
    end: int
    cells: tuple[PassagePiece, ...]


@dataclass(frozen=True, slots=True)
class PassageBlock:
    """A heading, paragraph, list or table, with the headings above it from the outermost in."""

    kind: BlockShape
    start: int
    end: int
    path: tuple[str, ...] = ()
    pieces: tuple[PassagePiece, ...] = ()
    """The items of a list, or the whole of a heading or paragraph."""
    header: tuple[PassagePiece, ...] = ()
    """The column headers of a table; empty where it has none."""
    rows: tuple[TableRow, ...] = ()
    """The rows of a table without its header."""
    ordered: bool = False
    level: int = 1

    @property
    def heading(self) -> str:
        return self.path[-1] if self.path else ""
