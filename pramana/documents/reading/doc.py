"""Word 97-2003 files (.doc): the text by the piece table, without any other program.

A .doc stores its characters in pieces, some in UTF-16 and some in the Windows code page; the piece
table in another stream says where. Cells, fields and breaks are control characters. On our sample
this gives the same words as antiword.
"""

import re
import struct
from collections.abc import Iterator
from typing import Any

from pramana.documents.reading.errors import Unreadable, report_damage
from pramana.documents.reading.page_builder import PageBuilder

MAGIC = 0xA5EC
ENCRYPTED, SECOND_TABLE = 0x0100, 0x0200
FLAGS_AT, FIRST_COUNT_AT, PIECES_AT = 0x0A, 0x4C, 0x01A2
STORY_COUNT = 8
"""The number of parts: main text, footnotes, headers, macros, comments, endnotes, text boxes."""

COMPRESSED = 0x40000000
FIELD = re.compile(r"\x13[^\x13\x14\x15]*(?:\x14([^\x13\x15]*))?\x15")
"""A field has an instruction and a result; only the result is visible."""

CELL_MARK = "\x07"


def doc_text(path: str) -> str:
    """The text of the document with Word's control characters."""
    import olefile

    with report_damage(".doc"), olefile.OleFileIO(path) as file:
        return _read_text(file)


def doc_pages(path: str) -> Iterator[PageBuilder]:
    """Paragraphs and tables, page by page; only manual page breaks are known."""
    text = doc_text(path)
    while FIELD.search(text):
        text = FIELD.sub(lambda field: field[1] or "", text)
    for page in text.split("\x0c"):
        yield _page(page)


def _read_text(file: Any) -> str:
    if not file.exists("WordDocument"):
        raise Unreadable("The file is an Office file of another kind, not a Word document.")
    main = file.openstream("WordDocument").read()
    magic, flags = struct.unpack_from("<H", main)[0], struct.unpack_from("<H", main, FLAGS_AT)[0]
    if magic != MAGIC:
        raise Unreadable("The .doc file was written by Word 6 or older. Save it as .docx.")
    if flags & ENCRYPTED:
        raise Unreadable("The .doc file is locked with a password. Save it without one.")
    table = file.openstream("1Table" if flags & SECOND_TABLE else "0Table").read()
    counts = struct.unpack_from(f"<{STORY_COUNT}i", main, FIRST_COUNT_AT)
    text = "".join(_pieces(main, _piece_table(main, table)))
    return _visible_text(text, counts)


def _visible_text(text: str, counts: tuple[int, ...]) -> str:
    """The main text, footnotes, endnotes and text boxes; not headers, macros and comments."""
    visible, at = "", 0
    for place, count in enumerate(counts):
        if place in (0, 1, 5, 6):
            visible += text[at : at + max(count, 0)]
        at += max(count, 0)
    return visible


def _piece_table(main: bytes, table: bytes) -> bytes:
    start, size = struct.unpack_from("<II", main, PIECES_AT)
    pieces, at = table[start : start + size], 0
    while pieces[at] == 1:  # formatting properties
        at += 3 + struct.unpack_from("<H", pieces, at + 1)[0]
    if pieces[at] != 2:
        raise Unreadable("The .doc file is damaged: its table of pieces is missing.")
    length = struct.unpack_from("<I", pieces, at + 1)[0]
    return pieces[at + 5 : at + 5 + length]


def _pieces(main: bytes, table: bytes) -> Iterator[str]:
    number = (len(table) - 4) // 12
    ends = struct.unpack_from(f"<{number + 1}I", table)
    for piece in range(number):
        place = struct.unpack_from("<I", table, 4 * (number + 1) + 8 * piece + 2)[0]
        count = min(max(ends[piece + 1] - ends[piece], 0), len(main))
        if place & COMPRESSED:
            start = (place & ~COMPRESSED) // 2
            yield main[start : start + count].decode("cp1252", "replace")
        else:
            yield main[place : place + 2 * count].decode("utf-16-le", "replace")


def _page(text: str) -> PageBuilder:
    page = PageBuilder()
    rows: list[list[str]] = []
    for line in _lines(text):
        if CELL_MARK in line:
            rows.append(line.removesuffix(CELL_MARK).split(CELL_MARK))
            continue
        if rows:
            page.table(rows)
            rows = []
        page.paragraph(line)
    if rows:
        page.table(rows)
    return page


def _lines(text: str) -> Iterator[str]:
    """Paragraphs, and table rows with their cell marks; two marks in succession end a row."""
    text = text.replace("\x0b", "\n").replace("\x1e", "-").replace("\x1f", "").replace("\x02", "")
    yield from text.replace("\x07\x07", "\x07\r").split("\r")
