"""Word documents: paragraphs, headings and tables in their order, page by page.

Word leaves a mark where it last broke a page; where it left none, the document is one page.
"""

from collections.abc import Iterator
from typing import Any

from pramana.documents.reading.builder import PageBuilder
from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.errors import damage_told
from pramana.documents.reading.guards import check_package

DEEPEST_TABLE = 8
TITLE = "title"


def open_docx(path: str, options: ReadOptions) -> Any:
    import docx

    check_package(path, options)
    with damage_told(".docx"):
        return docx.Document(path)


def docx_pages(path: str, options: ReadOptions) -> Iterator[PageBuilder]:
    page = PageBuilder()
    for block in open_docx(path, options).iter_inner_content():
        if hasattr(block, "rows"):
            page.table(_rows(block))
            continue
        before, *after = _parts(block)
        _add(page, block, before)
        for part in after:
            yield page
            page = PageBuilder()
            _add(page, block, part)
    yield page


def docx_title(path: str, options: ReadOptions) -> str:
    return (open_docx(path, options).core_properties.title or "").strip()


def _add(page: PageBuilder, paragraph: Any, text: str) -> None:
    level = _level(paragraph)
    if level:
        page.heading(text, level)
    else:
        page.paragraph(text)


def _level(paragraph: Any) -> int:
    """The heading level of a paragraph's style; 0 for running text."""
    try:
        style = (paragraph.style.name or "").lower()
    except (AttributeError, KeyError):
        return 0
    if style.startswith("heading"):
        number = style.removeprefix("heading").strip()
        return int(number) if number.isdecimal() else 1
    return 1 if style == TITLE else 0


def _parts(paragraph: Any) -> list[str]:
    """A paragraph's text, parted where a page ends within it."""
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
    return _without_twins(parts)


def _breaks_page(node: Any) -> bool:
    return any(name.endswith("}type") and value == "page" for name, value in node.attrib.items())


def _without_twins(parts: list[str]) -> list[str]:
    """A break that was asked for and then rendered is one break, not two."""
    kept = parts[:1]
    for part in parts[1:]:
        if part.strip() or kept[-1].strip() or len(kept) == 1:
            kept.append(part)
    return kept


def _rows(table: Any, depth: int = 0) -> list[list[str]]:
    """A cell that spans several columns is given once."""
    rows = []
    for row in table.rows:
        cells: list[Any] = []
        for cell in row.cells:
            if not cells or cell._tc is not cells[-1]._tc:
                cells.append(cell)
        rows.append([_cell_text(cell, depth) for cell in cells])
    return rows


def _cell_text(cell: Any, depth: int) -> str:
    pieces = []
    for block in cell.iter_inner_content():
        if not hasattr(block, "rows"):
            pieces.append(block.text)
        elif depth < DEEPEST_TABLE:
            pieces += [" ".join(row) for row in _rows(block, depth + 1)]
    return "\n".join(pieces)
