"""Tables of HTML pages: data as rows of cells, and tables that only place text on the screen."""

from collections.abc import Iterator
from typing import Any

from pramana.documents.reading.page_builder import CellContent

MAX_CELL_WORDS = 120
"""A cell with more words is running text, placed by a table."""

MAX_DEFINITION_WORDS = 60
BLOCKS_IN_LAYOUT = frozenset({"table", "h1", "h2", "h3", "h4", "h5", "h6", "pre"})
BLOCK_TAGS = frozenset({"p", "div", "li", "br", "ul", "ol", "tr", "dd", "dt"})
HIDDEN_TEXT = frozenset({"script", "style", "noscript", "template"})
LAYOUT_ROLES = frozenset({"presentation", "none"})


def is_layout_table(table: Any) -> bool:
    """Whether a table only places text: it is declared so, has one column, or contains blocks."""
    if (table.get("role") or "").lower() in LAYOUT_ROLES:
        return True
    if any(part.tag in BLOCKS_IN_LAYOUT for part in table.iter() if part is not table):
        return True
    rows = [[*_cells(row)] for row in table.iter("tr")]
    if max((len(row) for row in rows), default=0) < 2:
        return True
    counts = [len(cell_text(cell).split()) for row in rows for cell in row]
    return max(counts, default=0) > MAX_CELL_WORDS


def table_rows(table: Any) -> list[list[CellContent]]:
    """The rows of a data table; `thead` and `th` mark headers."""
    rows = []
    for row in table.iter("tr"):
        in_head = row.getparent() is not None and row.getparent().tag == "thead"
        rows.append([_cell(cell, in_head=in_head) for cell in _cells(row)])
    return [row for row in rows if row]


def definition_rows(node: Any) -> list[list[CellContent]]:
    """The terms of a definition list with what they mean, as rows; empty where those are long."""
    rows: list[list[CellContent]] = []
    terms: list[str] = []
    for part in node.iter("dt", "dd"):
        text = cell_text(part)
        if part.tag == "dt":
            terms = [text] if not terms else [*terms, text]
            continue
        if len(text.split()) > MAX_DEFINITION_WORDS or part.find(".//table") is not None:
            return []
        rows.append([CellContent(" / ".join(terms), is_header=bool(terms)), CellContent(text)])
        terms = []
    return rows if not terms else []


def cell_text(cell: Any) -> str:
    """The words of a cell; blocks and line breaks within it are spaces."""
    return " ".join("".join(_pieces(cell)).split())


def _pieces(cell: Any) -> Iterator[str]:
    for part in cell.iter():
        if not isinstance(part.tag, str):
            yield part.tail or ""
            continue
        if part is not cell and part.tag in BLOCK_TAGS:
            yield " "
        if part.tag not in HIDDEN_TEXT:
            yield part.text or ""
        if part is not cell:
            yield part.tail or ""


def _cells(row: Any) -> Iterator[Any]:
    return (cell for cell in row if cell.tag in ("td", "th"))


def _cell(cell: Any, *, in_head: bool) -> CellContent:
    return CellContent(
        cell_text(cell),
        _span(cell, "colspan"),
        _span(cell, "rowspan"),
        is_header=in_head or cell.tag == "th",
    )


def _span(cell: Any, name: str) -> int:
    value = (cell.get(name) or "").strip()
    return int(value) if value.isdecimal() and 0 < len(value) < 5 else 1
