"""A page's text, put together piece by piece, so that every heading and cell knows its place."""

import re
from collections.abc import Callable
from typing import Any

from pramana.documents.domain.paper import Block, BlockKind, Cell, Heading, Table
from pramana.kit.evidence import nfc

UNWANTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
UNWANTED_BYTES = bytes(code for code in range(128) if UNWANTED.match(chr(code)))
SPACES = re.compile(r"[ \t\u00a0]+")
DEEPEST = 6


class PageBuilder:
    """Paragraphs stand on lines of their own; cells of a row share a line, parted by tabs."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._headings: list[Heading] = []
        self._tables: list[Table] = []
        self._code: list[Block] = []
        self._made: list[tuple[str, tuple[Any, ...]]] = []

    @classmethod
    def as_is(
        cls, text: str, headings: tuple[Heading, ...], code: tuple[Block, ...]
    ) -> "PageBuilder":
        """A page whose text is kept to the letter."""
        page = cls()
        page._add(text)
        page._made.append(("as_is", (text,)))
        page._headings, page._code = list(headings), list(code)
        return page

    def respelled(self, spell: Callable[[str], str]) -> "PageBuilder":
        """The same page with every piece of its text put through `spell`."""
        if self._made and self._made[0][0] == "as_is":
            return PageBuilder.as_is(spell(self.text), (), ())
        other = PageBuilder()
        for name, (content, *rest) in self._made:
            spelled = (
                [[spell(c) for c in r] for r in content] if name == "table" else spell(content)
            )
            getattr(other, name)(spelled, *rest)
        return other

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def headings(self) -> tuple[Heading, ...]:
        return tuple(self._headings)

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(self._tables)

    @property
    def code(self) -> tuple[Block, ...]:
        return tuple(self._code)

    def paragraph(self, text: str) -> None:
        if cleaned := clean(text).strip():
            self._made.append(("paragraph", (text,)))
            self._open_line()
            self._add(cleaned)

    def heading(self, text: str, level: int) -> None:
        if cleaned := clean(text.replace("\n", " ")).strip():
            self._made.append(("heading", (text, level)))
            self._open_line(blank=True)
            self._headings.append(Heading(self._length, min(max(level, 1), DEEPEST), cleaned))
            self._add(cleaned)

    def fence(self, text: str) -> None:
        """Code keeps its own lines and indentation."""
        if code := nfc(kept(text)).strip("\n"):
            self._made.append(("fence", (text,)))
            self._open_line(blank=True)
            start = self._length
            self._add(code)
            self._code.append(Block(start, self._length, BlockKind.CODE))

    def table(self, rows: list[list[str]]) -> None:
        """Rows of cells; a row without a word is left out."""
        filled = [row for row in rows if any(cell.strip() for cell in row)]
        if filled:
            self._made.append(("table", (filled,)))
            self._open_line()
            self._tables.append(Table(tuple(self._row(row) for row in filled)))

    def _row(self, cells: list[str]) -> tuple[Cell, ...]:
        self._open_line()
        placed = []
        for place, cell in enumerate(cells):
            self._add("\t" if place else "")
            start, text = self._length, clean(cell.replace("\n", " ")).strip()
            self._add(text)
            placed.append(Cell(start, self._length, text))
        return tuple(placed)

    def _open_line(self, *, blank: bool = False) -> None:
        if self._length:
            self._add("\n\n" if blank else "\n")

    def _add(self, piece: str) -> None:
        self._parts.append(piece)
        self._length += len(piece)


def kept(text: str) -> str:
    """Text without the characters that no text can hold; the common case at the speed of C."""
    if text.isascii():
        return text.encode().translate(None, UNWANTED_BYTES).decode()
    return UNWANTED.sub("", text)


def clean(text: str) -> str:
    """NFC, without control characters, white space within lines folded."""
    return nfc(SPACES.sub(" ", kept(text)))
