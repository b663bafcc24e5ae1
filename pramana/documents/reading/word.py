"""Word documents, .doc and .docx: paragraphs, headings, lists and tables in order, page by page.

A .doc (Word 97-2003) stores its characters in pieces, some in UTF-16 and some in the Windows code
page; the piece table in another stream says where. Cells, fields and breaks are control characters.
On our sample this gives the same words as antiword.

In a .docx Word marks where it last broke a page; without such marks the document is one page.
Everything that a reader sees is text: content controls, insertions, text boxes, footnotes, and the
letterhead in the header of the first page.
"""

import re
import struct
from collections.abc import Iterator
from typing import Any

from pramana.documents.reading.contracts import FileKind, ReadOptions
from pramana.documents.reading.errors import Unreadable, report_damage
from pramana.documents.reading.file_kinds import check_package
from pramana.documents.reading.page_builder import CellContent, PageBuilder
from pramana.documents.reading.word_styles import WORD, ParagraphStyles, read_numbering

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


MAX_TABLE_DEPTH = 8
CONTAINERS = frozenset({"sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo"})
"""Elements around blocks that a reader sees."""

HIDDEN_PARTS = frozenset({"del", "moveFrom", "Fallback", "txbxContent", "instrText", "delText"})
TEXT_PARTS = {"tab": "\t", "cr": "\n", "noBreakHyphen": "-"}
MANUAL_BREAK, RENDERED_BREAK = "\x0c", "\x0b"
FOOTNOTES = ("footnotes", "endnotes")
MAX_PAGE_NUMBER_LINE = 12
"""Characters: a shorter line of a header is a page number."""


def open_docx(path: str, options: ReadOptions) -> Any:
    import docx

    check_package(path, FileKind.DOCX, options)
    with report_damage(".docx"):
        return docx.Document(path)


def docx_title(path: str, options: ReadOptions) -> str:
    return (open_docx(path, options).core_properties.title or "").strip()


def docx_pages(path: str, options: ReadOptions) -> Iterator[PageBuilder]:
    return _DocxReader(open_docx(path, options)).pages()


class _DocxReader:
    """Reads a document's blocks in order, and begins a new page where Word did."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._numbering = read_numbering(document)
        self._styles = ParagraphStyles(document)
        self._page = PageBuilder()
        self._in_list = False
        self._last_level = 1

    def pages(self) -> Iterator[PageBuilder]:
        for line in _margin_lines(self._document, "header"):
            self._page.paragraph(line)
        for block in blocks_of(self._document.element.body):
            if block.tag == f"{WORD}tbl":
                self._in_list = False
                self._page.table(table_rows(block))
            else:
                yield from self._read_paragraph(block)
        for line in [*_note_lines(self._document), *_margin_lines(self._document, "footer")]:
            self._page.paragraph(line)
        yield self._page

    def _read_paragraph(self, block: Any) -> Iterator[PageBuilder]:
        """Add a paragraph; where a page ends within it, yield that page."""
        text, is_first = paragraph_text(block), True
        for part, ends_page in _split_at_breaks(text):
            self._add_paragraph(block, part, is_first=is_first)
            is_first = is_first and not part.strip()
            if ends_page == MANUAL_BREAK or (ends_page and self._page.text):
                yield self._page
                self._page = PageBuilder()
        for box in block.iter(f"{WORD}txbxContent"):
            if not any(up.tag.endswith("}Fallback") for up in box.iterancestors()):
                for inner in blocks_of(box):
                    self._add_paragraph(inner, paragraph_text(inner), is_first=True)

    def _add_paragraph(self, block: Any, text: str, *, is_first: bool) -> None:
        if not text.strip():
            return
        numbered = self._styles.numbering(block) if is_first else None
        marker = self._numbering.marker(*numbered) if numbered else ""
        level = self._styles.heading_level(block, self._last_level, text)
        if level and not (numbered and not self._styles.is_styled_heading(block)):
            self._page.heading(f"{marker} {text}" if marker else text, level)
            self._last_level = level if self._styles.is_styled_heading(block) else self._last_level
            self._in_list = False
        elif numbered and marker:
            if not self._in_list:
                self._page.begin_list()
            self._page.item(text, marker, numbered[1])
            self._in_list = True
        else:
            self._page.paragraph(text)
            self._in_list = False


def blocks_of(parent: Any) -> Iterator[Any]:
    """The paragraphs and tables of an element in order, also those inside content controls."""
    stack = list(parent)[::-1]
    while stack:
        node = stack.pop()
        name = node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""
        if name in ("p", "tbl"):
            yield node
        elif name in CONTAINERS:
            stack.extend(list(node)[::-1])


def paragraph_text(paragraph: Any) -> str:
    """The text of a paragraph as it is shown, with marks where pages end."""
    parts: list[str] = []
    stack = list(paragraph)[::-1]
    while stack:
        node = stack.pop()
        name = node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""
        if name == "t":
            parts.append(node.text or "")
        elif name == "br":
            is_page = node.get(f"{WORD}type") == "page"
            parts.append(MANUAL_BREAK if is_page else "\n")
        elif name == "lastRenderedPageBreak":
            parts.append(RENDERED_BREAK)
        elif name in TEXT_PARTS:
            parts.append(TEXT_PARTS[name])
        elif name not in HIDDEN_PARTS:
            stack.extend(list(node)[::-1])
    return "".join(parts)


def _split_at_breaks(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a paragraph, each with the mark of the page break after it, if any."""
    start = 0
    for place, char in enumerate(text):
        if char in (MANUAL_BREAK, RENDERED_BREAK):
            yield text[start:place], char
            start = place + 1
    yield text[start:], ""


def table_rows(table: Any, depth: int = 0) -> list[list[CellContent]]:
    """The rows of a table; a cell that spans several places occurs once, at the first."""
    rows: list[list[CellContent]] = []
    open_cells: dict[int, tuple[int, int]] = {}
    for number, row in enumerate(_rows_of(table)):
        is_header = _is_header_row(row)
        line: list[CellContent] = []
        column = _grid_before(row)
        line += [CellContent("")] * column
        for cell in _cells_of(row):
            wide = _span(cell)
            above = open_cells.get(column) if _continues_above(cell) else None
            if above is not None:
                first, place = above
                known = rows[first][place]
                rows[first][place] = CellContent(
                    known.text, known.columns, number - first + 1, known.is_header
                )
            else:
                open_cells[column] = (number, len(line))
                line.append(CellContent(_cell_text(cell, depth), wide, 1, is_header))
            column += wide
        rows.append(line)
    return rows


def _rows_of(table: Any) -> Iterator[Any]:
    return (row for row in _inside(table) if row.tag == f"{WORD}tr")


def _cells_of(row: Any) -> Iterator[Any]:
    return (cell for cell in _inside(row) if cell.tag == f"{WORD}tc")


def _inside(parent: Any) -> Iterator[Any]:
    """Children, also those inside content controls."""
    stack = list(parent)[::-1]
    while stack:
        node = stack.pop()
        name = node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""
        if name in CONTAINERS:
            stack.extend(list(node)[::-1])
        elif name:
            yield node


def _span(cell: Any) -> int:
    span = cell.find(f"{WORD}tcPr/{WORD}gridSpan")
    value = "" if span is None else span.get(f"{WORD}val") or ""
    return int(value) if value.isdecimal() and 0 < len(value) < 4 else 1


def _grid_before(row: Any) -> int:
    skipped = row.find(f"{WORD}trPr/{WORD}gridBefore")
    value = "" if skipped is None else skipped.get(f"{WORD}val") or ""
    return int(value) if value.isdecimal() and len(value) < 3 else 0


def _continues_above(cell: Any) -> bool:
    merge = cell.find(f"{WORD}tcPr/{WORD}vMerge")
    return merge is not None and merge.get(f"{WORD}val") != "restart"


def _is_header_row(row: Any) -> bool:
    """Whether Word repeats the row on every page, or all its words are bold."""
    repeated = row.find(f"{WORD}trPr/{WORD}tblHeader")
    if repeated is not None and repeated.get(f"{WORD}val") not in ("0", "false"):
        return True
    runs = [run for run in row.iter(f"{WORD}r") if run.find(f"{WORD}t") is not None]
    bold = [run.find(f"{WORD}rPr/{WORD}b") for run in runs]
    return bool(bold) and all(
        one is not None and one.get(f"{WORD}val") not in ("0", "false") for one in bold
    )


def _cell_text(cell: Any, depth: int) -> str:
    pieces: list[str] = []
    for block in blocks_of(cell):
        if block.tag == f"{WORD}p":
            pieces.append(paragraph_text(block))
        elif depth < MAX_TABLE_DEPTH:
            nested = table_rows(block, depth + 1)
            pieces += [" ".join(each.text for each in row) for row in nested]
    return "\n".join(pieces)


def _margin_lines(document: Any, name: str) -> list[str]:
    """The lines of the first page's header or footer: a letterhead, an address."""
    section = next(iter(document.sections), None)
    if section is None:
        return []
    own = section.different_first_page_header_footer
    margin = getattr(section, f"first_page_{name}" if own else name)
    if margin.is_linked_to_previous:
        return []
    lines: list[str] = []
    for block in blocks_of(margin._element):
        found = (
            [paragraph_text(block)]
            if block.tag == f"{WORD}p"
            else ["\t".join(cell.text for cell in row) for row in table_rows(block)]
        )
        lines += [line for line in found if len(line.strip()) > MAX_PAGE_NUMBER_LINE]
    return lines


def _note_lines(document: Any) -> Iterator[str]:
    """Footnotes and endnotes, which stand at the end of the text."""
    from docx.oxml.parser import parse_xml

    for relation in document.part.rels.values():
        if relation.reltype.endswith(FOOTNOTES) and not relation.is_external:
            for note in parse_xml(relation.target_part.blob):
                if note.get(f"{WORD}type") in (None, "normal"):
                    yield " ".join(paragraph_text(block) for block in note.iter(f"{WORD}p"))
