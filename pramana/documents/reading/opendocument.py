"""OpenDocument files of LibreOffice and others: texts (.odt), sheets (.ods), slides (.odp)."""

import zipfile
from collections.abc import Iterator
from typing import Any

from pramana.documents.reading.contracts import FileKind, ReadOptions
from pramana.documents.reading.errors import Unreadable, report_damage
from pramana.documents.reading.file_kinds import check_package
from pramana.documents.reading.page_builder import CellContent, PageBuilder
from pramana.documents.reading.spreadsheets import MAX_COLUMNS, CellBudget, SheetRow, sheet_pages

MAX_DEPTH = 12
MAX_SPACES = 100
BODIES = {FileKind.ODT: "text", FileKind.ODS: "spreadsheet", FileKind.ODP: "presentation"}
HIDDEN = frozenset({"tracked-changes", "annotation", "annotation-end", "note-citation"})
CONTAINERS = frozenset({"section", "index-body", "text-box", "frame", "g", "header-rows"})
"""Elements around blocks that a reader sees."""


def open_document(path: str, kind: FileKind, options: ReadOptions) -> Any:
    """The body of the content, as an element."""
    check_package(path, kind, options)
    with report_damage(f".{kind.value}"), zipfile.ZipFile(path) as package:
        root = _parse(package.read("content.xml"))
    body = next((each for each in _elements(root, "body") if len(each)), None)
    content = None if body is None else _child(body, BODIES[kind])
    if content is None:
        raise Unreadable(f"The file is not an OpenDocument {BODIES[kind]}.")
    return content


def document_title(path: str) -> str:
    with zipfile.ZipFile(path) as package:
        if "meta.xml" not in package.namelist():
            return ""
        found = next(_elements(_parse(package.read("meta.xml")), "title"), None)
    return "" if found is None else "".join(found.itertext()).strip()


def opendocument_info(path: str, kind: FileKind, options: ReadOptions) -> tuple[int | None, str]:
    """The number of slides, unknown for the other kinds, and the stated title."""
    content = open_document(path, kind, options)
    slides = sum(1 for each in content if _name(each) == "page")
    return slides if kind is FileKind.ODP else None, document_title(path)


def opendocument_pages(path: str, kind: FileKind, options: ReadOptions) -> Iterator[PageBuilder]:
    content = open_document(path, kind, options)
    if kind is FileKind.ODS:
        return _sheet_pages(content)
    if kind is FileKind.ODP:
        return (_slide_page(each) for each in content if _name(each) == "page")
    page = PageBuilder()
    _add_blocks(page, content)
    return iter([page])


def _sheet_pages(content: Any) -> Iterator[PageBuilder]:
    budget = CellBudget()
    for sheet in content:
        if _name(sheet) == "table":
            yield from sheet_pages(_attribute(sheet, "name"), _sheet_rows(sheet, budget))


def _sheet_rows(sheet: Any, budget: CellBudget) -> Iterator[SheetRow]:
    number = 1
    for row in _rows(sheet):
        repeated = _count(row, "number-rows-repeated")
        texts = _row_texts(row)
        if any(texts):
            budget.spend(repeated * len(texts))
            yield from ((number + place, texts) for place in range(repeated))
        else:
            yield number, ()
        number += repeated


def _row_texts(row: Any) -> list[str]:
    """The texts of a row's cells; empty cells at its end, often thousands, are left out."""
    texts: list[str] = []
    for cell in _cells(row):
        text = _cell_text(cell) if _name(cell) == "table-cell" else ""
        texts += [text] * min(_count(cell, "number-columns-repeated"), MAX_COLUMNS)
        if len(texts) > MAX_COLUMNS:
            break
    while texts and not texts[-1].strip():
        texts.pop()
    return texts


def _slide_page(slide: Any) -> PageBuilder:
    """A slide: its title as a heading, its texts, and its notes at the end."""
    page = PageBuilder()
    shapes = [each for each in slide if _name(each) != "notes"]
    title = next((each for each in shapes if _attribute(each, "class") == "title"), None)
    if title is not None:
        page.heading(" ".join(text for text in _paragraphs(title) if text), 1)
    for shape in shapes:
        if shape is not title:
            _add_block(page, shape)
    notes = [
        text
        for each in slide
        if _name(each) == "notes"
        for frame in _elements(each, "text-box")
        for text in _paragraphs(frame)
        if text.strip()
    ]
    if notes:
        page.heading("Notes", 2)
    for text in notes:
        page.paragraph(text)
    return page


def _add_blocks(page: PageBuilder, parent: Any, depth: int = 0) -> None:
    for node in parent:
        _add_block(page, node, depth)


def _add_block(page: PageBuilder, node: Any, depth: int = 0) -> None:
    name = _name(node)
    if depth > MAX_DEPTH or name in HIDDEN:
        return
    if name == "h":
        page.heading(_text(node), _count(node, "outline-level"))
    elif name == "p":
        page.paragraph(_text(node))
        for frame in _elements(node, "text-box"):
            _add_blocks(page, frame, depth + 1)
    elif name == "list":
        page.begin_list()
        _add_items(page, node, 0)
    elif name == "table":
        page.table(_table_rows(node))
    elif name in CONTAINERS or name.endswith(("-index", "-of-content", "shape", "rect")):
        _add_blocks(page, node, depth + 1)


def _add_items(page: PageBuilder, node: Any, level: int) -> None:
    for item in node:
        is_first = True
        for block in item:
            if _name(block) == "list" and level < MAX_DEPTH:
                _add_items(page, block, level + 1)
            elif _name(block) in ("p", "h"):
                if is_first:
                    page.item(_text(block), "•", level)
                else:
                    page.continue_item(_text(block))
                is_first = False


def _table_rows(table: Any) -> list[list[CellContent]]:
    rows = []
    for row in _rows(table):
        is_header = _name(row.getparent()) == "table-header-rows"
        line = [
            CellContent(
                _cell_text(cell),
                _count(cell, "number-columns-spanned"),
                _count(cell, "number-rows-spanned"),
                is_header,
            )
            for cell in _cells(row)
            if _name(cell) == "table-cell"
        ]
        rows.append(line)
    return rows


def _rows(table: Any) -> Iterator[Any]:
    """The rows of a table, without those of tables inside its cells."""
    for node in table:
        if _name(node) == "table-row":
            yield node
        elif _name(node) in ("table-header-rows", "table-row-group", "table-rows"):
            yield from _rows(node)


def _cells(row: Any) -> Iterator[Any]:
    return (node for node in row if _name(node) in ("table-cell", "covered-table-cell"))


def _cell_text(cell: Any) -> str:
    """The text that the cell shows; a value without a text is the value."""
    text = "\n".join(filter(None, _paragraphs(cell)))
    return text or _attribute(cell, "value")


def _paragraphs(node: Any) -> Iterator[str]:
    return (_text(each) for each in node.iter() if _name(each) in ("p", "h"))


def _text(node: Any) -> str:
    """The text of a paragraph as it is shown, without comments and without text boxes."""
    parts: list[str] = [node.text or ""]
    for child in node:
        name = _name(child)
        if name == "s":
            parts.append(" " * min(_count(child, "c"), MAX_SPACES))
        elif name == "tab":
            parts.append("\t")
        elif name == "line-break":
            parts.append("\n")
        elif name == "note":
            body = next(_elements(child, "note-body"), None)
            parts.append("" if body is None else f" ({' '.join(_paragraphs(body))})")
        elif name and name not in HIDDEN and name not in ("text-box", "frame"):
            parts.append(_text(child))
        parts.append(child.tail or "")
    return "".join(parts)


def _parse(content: bytes) -> Any:
    from lxml import etree

    return etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))


def _name(node: Any) -> str:
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def _elements(node: Any, name: str) -> Iterator[Any]:
    return (each for each in node.iter() if _name(each) == name)


def _child(node: Any, name: str) -> Any:
    return next((each for each in node if _name(each) == name), None)


def _attribute(node: Any, name: str) -> str:
    """An attribute by its name without its namespace."""
    return next((str(v) for key, v in node.items() if key.rpartition("}")[2] == name), "")


def _count(node: Any, name: str) -> int:
    value = _attribute(node, name)
    return int(value) if value.isdecimal() and 0 < len(value) < 8 and int(value) else 1
