"""Draws tables without a grid of lines into PDFs, with the places that a style asks for.

pdfium draws them, cell by cell or word by word, so nothing but the places of the words says what a
table is.
"""

import ctypes
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pypdfium2 import PdfDocument, raw

Row = tuple[str, ...]
PAGE = (595.0, 842.0)
LEFT, TOP, BOTTOM = 56.0, 780.0, 60.0


@dataclass(frozen=True)
class TableStyle:
    """How a table is drawn. Widths and steps are in points."""

    aligns: str = "l"
    """One letter for each column, `l`, `r` or `c`; the last counts for the others too."""
    gap: float = 22.0
    size: float = 9.5
    step: float = 15.0
    widths: tuple[float, ...] = ()
    """The greatest width of each column: longer texts are wrapped."""
    wrapped_step: float = 11.0
    rules: str = ""
    """`h` a line under the header, `b` above and below the table, `r` under every row."""
    is_head_bold: bool = True
    head_at_bottom: bool = False
    by_word: bool = False
    across: float = 0.0
    """The width of the whole table, where it is the same for every table of a paper."""


@dataclass(frozen=True)
class MadeTable:
    """A table with `heads` header rows; in a row of one text, that text stands across."""

    title: str
    rows: tuple[Row, ...]
    heads: int = 1
    groups: tuple[tuple[str, int, int], ...] = ()
    """Names over the header: the text, its first column and the column after its last."""
    pairs: int = 0
    """Where every row has so many labels, each with its value beside it."""

    @property
    def cells(self) -> list[tuple[str, str, str]]:
        body = [row for row in self.rows[self.heads :] if len(row) > 1]
        if self.pairs:
            return [
                (row[2 * n], "", row[2 * n + 1])
                for row in body
                for n in range(self.pairs)
                if row[2 * n]
            ]
        heads = self.rows[: self.heads]
        names = [" ".join(row[n] for row in heads if row[n]) for n in range(len(body[0]))]
        for name, first, after in self.groups:
            names[first:after] = [f"{name} {each}" for each in names[first:after]]
        return [
            (row[0], names[place], value)
            for row in body
            for place, value in enumerate(row[1:], start=1)
            if value and row[0]
        ]


@dataclass
class Sheet:
    """A PDF that is being drawn."""

    document: Any = field(default_factory=PdfDocument.new)
    page: Any = None
    y: float = TOP

    def __post_init__(self) -> None:
        self.fonts = {
            bold: raw.FPDFText_LoadStandardFont(self.document.raw, name)
            for bold, name in ((False, b"Helvetica"), (True, b"Helvetica-Bold"))
        }
        self.turn_page()

    def turn_page(self) -> None:
        if self.page is not None:
            self.page.gen_content()
        self.page, self.y = self.document.new_page(*PAGE), TOP

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        found, total = ctypes.c_float(), 0.0
        for char in text:
            raw.FPDFFont_GetGlyphWidth(self.fonts[bold], ord(char), size, found)
            total += found.value
        return total

    def write(self, x: float, y: float, text: str, size: float, *, bold: bool = False) -> None:
        drawn = raw.FPDFPageObj_CreateTextObj(self.document.raw, self.fonts[bold], size)
        letters = (text + "\0").encode("utf-16-le")
        units = (ctypes.c_ushort * (len(letters) // 2)).from_buffer_copy(letters)
        raw.FPDFText_SetText(drawn, units)
        raw.FPDFPageObj_Transform(drawn, 1, 0, 0, 1, x, y)
        raw.FPDFPage_InsertObject(self.page.raw, drawn)

    def rule(self, x0: float, x1: float, y: float) -> None:
        path = raw.FPDFPageObj_CreateNewPath(x0, y)
        raw.FPDFPath_LineTo(path, x1, y)
        raw.FPDFPageObj_SetStrokeWidth(path, 0.6)
        raw.FPDFPath_SetDrawMode(path, 0, True)
        raw.FPDFPage_InsertObject(self.page.raw, path)

    def line(
        self, text: str, size: float = 10.0, *, bold: bool = False, step: float = 14.0
    ) -> None:
        self.write(LEFT, self.y, text, size, bold=bold)
        self.y -= step

    def content(self) -> bytes:
        self.page.gen_content()
        out = io.BytesIO()
        self.document.save(out)
        return out.getvalue()


def _wrap(sheet: Sheet, text: str, width: float, size: float) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        if lines and sheet.width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def draw_table(
    sheet: Sheet,
    table: MadeTable,
    style: TableStyle,
    *,
    left: float = LEFT,
    on_page_end: Callable[[], None] | None = None,
) -> None:
    """Draw the table from the sheet's place downwards."""
    columns = max(map(len, table.rows))
    limits = [*style.widths, *[400.0] * (columns - len(style.widths))]
    lines = [
        [_wrap(sheet, text, limits[n], style.size) for n, text in enumerate(row)]
        for row in table.rows
    ]
    widths = [
        max(
            sheet.width(line, style.size, bold=number < table.heads and style.is_head_bold)
            for number, row in enumerate(lines)
            if len(row) > 1
            for line in row[n]
        )
        for n in range(columns)
    ]
    gap = max((style.across - sum(widths)) / columns, style.gap)
    starts = [left + sum(widths[:n]) + gap * n for n in range(columns)]
    right = max(starts[-1] + widths[-1], left + style.across)
    for name, first, after in table.groups:
        middle = (starts[first] + starts[after - 1] + widths[after - 1]) / 2
        bold = style.is_head_bold
        x = middle - sheet.width(name, style.size, bold=bold) / 2
        sheet.write(x, sheet.y, name, style.size, bold=bold)
    sheet.y -= style.step if table.groups else 0
    if "b" in style.rules:
        sheet.rule(left, right, sheet.y + style.size + 1)
    for number, row in enumerate(lines):
        deepest = max(map(len, row))
        if sheet.y - deepest * style.wrapped_step < BOTTOM and on_page_end:
            on_page_end()
        is_head = number < table.heads
        for n, cell in enumerate(row):
            align = style.aligns[min(n, len(style.aligns) - 1)] if len(row) > 1 else "l"
            lower = deepest - len(cell) if is_head and style.head_at_bottom else 0
            for place, text in enumerate(cell, start=lower):
                bold = (is_head and style.is_head_bold) or len(row) == 1
                spare = widths[n] - sheet.width(text, style.size, bold=bold)
                x = starts[n] + {"l": 0.0, "r": spare, "c": spare / 2}[align]
                _write(sheet, x, sheet.y - place * style.wrapped_step, text, style, bold=bold)
        sheet.y -= style.step + (deepest - 1) * style.wrapped_step
        under = sheet.y + style.step - style.size * 0.5 - 1
        if "r" in style.rules or ("h" in style.rules and number == table.heads - 1):
            sheet.rule(left, right, under)
    if "b" in style.rules:
        sheet.rule(left, right, sheet.y + style.step - style.size * 0.5)


def _write(sheet: Sheet, x: float, y: float, text: str, style: TableStyle, *, bold: bool) -> None:
    if not style.by_word:
        sheet.write(x, y, text, style.size, bold=bold)
        return
    for word in text.split(" "):
        sheet.write(x, y, word, style.size, bold=bold)
        x += sheet.width(f"{word} ", style.size, bold=bold)
