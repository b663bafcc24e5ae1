"""Builds a page's text piece by piece, and records the ranges of headings, cells and code."""

import re
from collections.abc import Callable
from typing import Any

from pramana.documents.reading.contracts import (
    Block,
    BlockKind,
    Cell,
    Heading,
    PageContent,
    Table,
)
from pramana.kit.evidence import nfc

CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
CONTROL_BYTES = bytes(code for code in range(128) if CONTROL_CHARACTERS.match(chr(code)))
SPACES = re.compile(r"[ \t\u00a0]+")
MAX_LEVEL = 6


class PageBuilder:
    """Every paragraph is a line; the cells of a row share a line, separated by tabs."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._headings: list[Heading] = []
        self._tables: list[Table] = []
        self._code: list[Block] = []
        self._calls: list[tuple[str, tuple[Any, ...]]] = []

    @classmethod
    def as_is(
        cls, text: str, headings: tuple[Heading, ...], code: tuple[Block, ...]
    ) -> "PageBuilder":
        """A page with exactly this text."""
        page = cls()
        page._add(text)
        page._calls.append(("as_is", (text,)))
        page._headings, page._code = list(headings), list(code)
        return page

    def respell(self, spell: Callable[[str], str]) -> "PageBuilder":
        """The same page with `spell` applied to every piece of text."""
        if self._calls and self._calls[0][0] == "as_is":
            return PageBuilder.as_is(spell(self.text), (), ())
        other = PageBuilder()
        for name, (content, *rest) in self._calls:
            spelled = (
                [[spell(c) for c in r] for r in content] if name == "table" else spell(content)
            )
            getattr(other, name)(spelled, *rest)
        return other

    @property
    def content(self) -> PageContent:
        return PageContent(self.text, self.headings, self.tables, self.code)

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
            self._calls.append(("paragraph", (text,)))
            self._open_line()
            self._add(cleaned)

    def heading(self, text: str, level: int) -> None:
        if cleaned := clean(text.replace("\n", " ")).strip():
            self._calls.append(("heading", (text, level)))
            self._open_line(blank=True)
            self._headings.append(Heading(self._length, min(max(level, 1), MAX_LEVEL), cleaned))
            self._add(cleaned)

    def fence(self, text: str) -> None:
        """Add code, which keeps its lines and indentation."""
        if code := nfc(remove_control_characters(text)).strip("\n"):
            self._calls.append(("fence", (text,)))
            self._open_line(blank=True)
            start = self._length
            self._add(code)
            self._code.append(Block(start, self._length, BlockKind.CODE))

    def table(self, rows: list[list[str]]) -> None:
        """Add a table; a row without words is left out."""
        filled = [row for row in rows if any(cell.strip() for cell in row)]
        if filled:
            self._calls.append(("table", (filled,)))
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


def remove_control_characters(text: str) -> str:
    """The text without control characters; the ASCII case is fast because it is common."""
    if text.isascii():
        return text.encode().translate(None, CONTROL_BYTES).decode()
    return CONTROL_CHARACTERS.sub("", text)


def clean(text: str) -> str:
    """NFC text without control characters, with single spaces within lines."""
    return nfc(SPACES.sub(" ", remove_control_characters(text)))
