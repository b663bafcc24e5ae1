"""Word documents (.docx): paragraphs, headings and tables in order, page by page.

Word marks where it last broke a page; without such marks the document is one page. The package is
checked before any library unpacks it.
"""

import re
import zipfile
from collections.abc import Iterator
from typing import IO, Any

from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.errors import Unreadable, report_damage
from pramana.documents.reading.page_builder import CellContent, PageBuilder

MAX_PARTS = 10_000
MAX_RATIO = 200
"""XML compresses 10 to 50 times; a part that unpacks to more than this is an attack."""

SMALL_PART = 1024 * 1024
CHUNK = 64 * 1024
ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def check_package(path: str, options: ReadOptions) -> None:
    """Refuse a .docx that unpacks to too many bytes or declares XML entities.

    Sizes are counted while unpacking, because the sizes in the zip directory can be false.
    """
    with report_damage(".docx"), zipfile.ZipFile(path) as package:
        _check_parts(package, options.max_unpacked)


def _check_parts(package: zipfile.ZipFile, limit: int) -> None:
    parts = package.infolist()
    if len(parts) > MAX_PARTS:
        raise Unreadable(f"The .docx file has {len(parts)} parts; at most {MAX_PARTS} are read.")
    if "word/document.xml" not in package.namelist():
        raise Unreadable("The file is a zip package, but not a Word document.")
    left = limit
    for part in parts:
        with package.open(part) as stream:
            left -= _unpacked_size(stream, part, left)


def _unpacked_size(stream: IO[bytes], part: zipfile.ZipInfo, left: int) -> int:
    """The real size of a part; raises as soon as it is too large."""
    size, tail = 0, b""
    is_xml = part.filename.endswith((".xml", ".rels"))
    while chunk := stream.read(CHUNK):
        size += len(chunk)
        if size > left or (size > SMALL_PART and size > MAX_RATIO * max(part.compress_size, 1)):
            raise Unreadable("The .docx file unpacks to far more than its size (a zip bomb).")
        if is_xml and _declares_entities(tail + chunk):
            raise Unreadable("The .docx file declares XML entities, which no Word document needs.")
        tail = chunk[-32:]
    return size


def _declares_entities(chunk: bytes) -> bool:
    """Whether there is an entity declaration, in UTF-8 or UTF-16."""
    return ENTITY.search(chunk) is not None or (
        b"\x00" in chunk and ENTITY.search(chunk.replace(b"\x00", b"")) is not None
    )


MAX_TABLE_DEPTH = 8
TITLE_STYLE = "title"


def open_docx(path: str, options: ReadOptions) -> Any:
    import docx

    check_package(path, options)
    with report_damage(".docx"):
        return docx.Document(path)


def docx_pages(path: str, options: ReadOptions) -> Iterator[PageBuilder]:
    page = PageBuilder()
    for block in open_docx(path, options).iter_inner_content():
        if hasattr(block, "rows"):
            page.table(_table_rows(block))
            continue
        before, *after = _split_at_page_breaks(block)
        _add_paragraph(page, block, before)
        for part in after:
            yield page
            page = PageBuilder()
            _add_paragraph(page, block, part)
    yield page


def docx_title(path: str, options: ReadOptions) -> str:
    return (open_docx(path, options).core_properties.title or "").strip()


def _add_paragraph(page: PageBuilder, paragraph: Any, text: str) -> None:
    level = _heading_level(paragraph)
    if level:
        page.heading(text, level)
    else:
        page.paragraph(text)


def _heading_level(paragraph: Any) -> int:
    """The heading level of a paragraph's style; 0 for body text."""
    try:
        style = (paragraph.style.name or "").lower()
    except (AttributeError, KeyError):
        return 0
    if style.startswith("heading"):
        number = style.removeprefix("heading").strip()
        return int(number) if number.isdecimal() else 1
    return 1 if style == TITLE_STYLE else 0


def _split_at_page_breaks(paragraph: Any) -> list[str]:
    """A paragraph's text, split where a page ends within it."""
    breaks = [*paragraph.rendered_page_breaks]
    if not breaks and 'w:type="page"' not in paragraph._p.xml:
        return [paragraph.text]
    parts = [""]
    for node in paragraph._p.iter():
        kind = node.tag.rpartition("}")[2]
        if kind == "lastRenderedPageBreak" or (kind == "br" and _breaks_page(node)):
            parts.append("")
        elif kind in ("t", "tab", "br", "cr", "noBreakHyphen"):
            parts[-1] += str(node)
    return _merge_double_breaks(parts)


def _breaks_page(node: Any) -> bool:
    return any(name.endswith("}type") and value == "page" for name, value in node.attrib.items())


def _merge_double_breaks(parts: list[str]) -> list[str]:
    """Merge a manual page break with the rendered one that follows it."""
    merged = parts[:1]
    for part in parts[1:]:
        if part.strip() or merged[-1].strip() or len(merged) == 1:
            merged.append(part)
    return merged


def _table_rows(table: Any, depth: int = 0) -> list[list[CellContent]]:
    """The rows of a table; a cell that spans several places occurs once, at the first."""
    grid = [list(row.cells) for row in table.rows]
    headers = [_is_header_row(row) for row in table.rows]
    seen: set[Any] = set()
    rows: list[list[CellContent]] = []
    for number, cells in enumerate(grid):
        rows.append([])
        for place, cell in enumerate(cells):
            if cell._tc in seen:
                continue
            seen.add(cell._tc)
            wide = sum(1 for one in cells[place:] if one._tc is cell._tc)
            below = [row[place]._tc for row in grid[number:] if place < len(row)]
            tall = sum(1 for one in below if one is cell._tc)
            text = _cell_text(cell, depth)
            rows[-1].append(CellContent(text, wide, tall, headers[number]))
    return rows


def _is_header_row(row: Any) -> bool:
    """Whether Word repeats the row on every page, or all its words are bold."""
    if row._tr.xpath("./w:trPr/w:tblHeader"):
        return True
    runs = row._tr.xpath(".//w:r[w:t]")
    return bool(runs) and all(run.xpath("./w:rPr/w:b[not(@w:val) or @w:val='1']") for run in runs)


def _cell_text(cell: Any, depth: int) -> str:
    pieces = []
    for block in cell.iter_inner_content():
        if not hasattr(block, "rows"):
            pieces.append(block.text)
        elif depth < MAX_TABLE_DEPTH:
            nested = _table_rows(block, depth + 1)
            pieces += [" ".join(each.text for each in row) for row in nested]
    return "\n".join(pieces)
