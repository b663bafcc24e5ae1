"""The blocks of an HTML page in order: headings, paragraphs, list items, tables and code.

Every block is read wherever it is, as browsers show it and as converters write it: Word marks list
items by a style, Google Docs nests lists by a class name, mail programs lay out by tables.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pramana.documents.reading.lists import BULLET, numeral
from pramana.documents.reading.page_builder import CellContent, PageBuilder
from pramana.documents.reading.text_layout import text_tables

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


_SKIPPED = "script style noscript template svg title meta link iframe select datalist object head"
SKIPPED_TAGS = frozenset(_SKIPPED.split())
_INLINE = """
    a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp
    rt ruby s samp small span strike strong sub sup time tt u var wbr input picture source hi ref
"""
INLINE_TAGS = frozenset(_INLINE.split())
HEADING_LEVELS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
STYLED_HEADING = re.compile(
    r"\b(?:Mso)?(?:(?P<title>Title)|(?P<subtitle>Subtitle)|Heading[ _-]?(?P<level>[1-6]))\b",
    re.IGNORECASE,
)
WORD_ITEM = re.compile(r"mso-list\s*:\s*l\d+\s+level(?P<level>\d)", re.IGNORECASE)
WORD_MARKER = re.compile(r"mso-list\s*:\s*ignore", re.IGNORECASE)
NESTED_CLASS = re.compile(r"\blst-\S*-(?P<level>\d)\b")
BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
WHITE = re.compile(r"[ \t\r\n\f\u00a0]+")
BREAK = "\x00"
"""Stands for a line break until white space is collapsed."""

MAX_HEADING_WORDS, MAX_HEADING_LENGTH = 14, 160
SENTENCE_END = tuple(".:;,!।")


@dataclass(slots=True)
class _OpenList:
    is_ordered: bool
    style: str
    number: int
    level: int


class BlockReader:
    """Walks through a page and adds its blocks to a `PageBuilder`.

    It does not recurse, because a page nested ten thousand deep would overflow the stack.
    """

    def __init__(self, skipped: set[Any]) -> None:
        self.page = PageBuilder()
        self._skipped = skipped
        self._inline: list[str] = []
        self._lists: list[_OpenList] = []
        self._marker: tuple[str, int] | None = None
        self._in_item = False
        self._heading = 0
        self._last_level = 1
        self._after_word_item = False

    def read(self, root: Any) -> PageBuilder:
        stack: list[tuple[str, Any]] = [("enter", root)]
        while stack:
            event, node = stack.pop()
            if event == "text":
                self._inline.append(WHITE.sub(" ", node))
            elif event == "leave":
                self._leave(node)
            elif isinstance(node.tag, str) and self._enter(node):
                stack.append(("leave", node))
                stack.extend(_content(node))
        self._flush()
        return self.page

    def _enter(self, node: Any) -> bool:
        """Begin an element; return whether its content is still to be read."""
        tag = node.tag
        if tag in SKIPPED_TAGS and not (tag == "head" and node.find(".//p") is not None):
            return False
        if node in self._skipped or is_hidden(node):
            return False
        if tag == "br":
            self._inline.append(BREAK)
            return False
        if tag in INLINE_TAGS or ":" in tag:
            if tag == "code" and "\n" in "".join(node.itertext()).strip():
                return not self._add_code(node)
            return True
        self._flush()
        return self._begin_block(node, tag)

    def _begin_block(self, node: Any, tag: str) -> bool:
        if tag in ("pre", "listing", "xmp", "textarea"):
            return not self._add_code(node)
        if tag == "table" and not is_layout_table(node):
            self._add_table(node)
            return False
        if tag == "dl" and (rows := definition_rows(node)):
            self.page.table(rows)
            return False
        if tag in ("ul", "ol", "menu", "dir"):
            self._begin_list(node)
        elif tag == "li":
            self._marker, self._in_item = self._next_marker(node), True
        elif level := self._heading_level(node):
            self._heading = level
        elif tag in ("p", "div") and (item := _word_item(node)):
            marker, level, body = item
            if not self._after_word_item:
                self.page.begin_list()
            self.page.item(body, marker, level)
            self._after_word_item = True
            return False
        return True

    def _leave(self, node: Any) -> None:
        tag = node.tag
        if tag in INLINE_TAGS or ":" in tag:
            return
        self._flush()
        if tag in ("ul", "ol", "menu", "dir") and self._lists:
            self._lists.pop()
        if tag == "li":
            self._marker, self._in_item = None, bool(self._lists[:-1])
        if self._heading and (tag in HEADING_LEVELS or self._heading_level(node)):
            self._heading = 0

    def _flush(self) -> None:
        """Add the text since the last block as a heading, an item or a paragraph."""
        joined = "".join(self._inline)
        self._inline.clear()
        text = "\n".join(WHITE.sub(" ", line).strip() for line in joined.split(BREAK)).strip()
        if not text:
            return
        self._after_word_item = False
        if self._heading:
            self.page.heading(text, self._heading)
            self._last_level = self._heading
        elif self._marker is not None:
            self.page.item(text, *self._marker)
            self._marker = None
        elif self._in_item and self._lists:
            self.page.continue_item(text)
        else:
            self.page.paragraph(text)

    def _heading_level(self, node: Any) -> int:
        """The level of a heading by its tag, its role, its class or its look; 0 for other text."""
        if node.tag in HEADING_LEVELS:
            return HEADING_LEVELS[node.tag]
        if (node.get("role") or "").lower() == "heading":
            level = node.get("aria-level") or "2"
            return min(int(level), 6) if level.isdecimal() and level != "0" else 2
        if node.tag == "summary":
            return min(self._last_level + 1, 6)
        if node.tag not in ("p", "div", "center"):
            return 0
        if node.tag == "p" and (styled := STYLED_HEADING.search(node.get("class") or "")):
            return 1 if styled["title"] else int(styled["level"] or 2)
        return min(self._last_level + 1, 6) if not self._lists and _looks_like_heading(node) else 0

    def _begin_list(self, node: Any) -> None:
        nested = NESTED_CLASS.search(node.get("class") or "")
        level = max(len(self._lists), int(nested["level"]) if nested else 0)
        start = node.get("start") or "1"
        number = int(start) if start.isdecimal() and len(start) < 7 else 1
        style = node.get("type") or "1"
        self._lists.append(_OpenList(node.tag == "ol", style, number, level))
        self.page.begin_list(level)

    def _next_marker(self, node: Any) -> tuple[str, int]:
        if not self._lists:
            return BULLET, 0
        current = self._lists[-1]
        if not current.is_ordered:
            return BULLET, current.level
        value = node.get("value") or ""
        if value.isdecimal() and len(value) < 7:
            current.number = int(value)
        current.number += 1
        return f"{numeral(current.number - 1, current.style)}.", current.level

    def _add_code(self, node: Any) -> bool:
        self._flush()
        text = _raw_text(node).expandtabs()
        if node.tag == "code" or node.find(".//code") is not None:
            self.page.fence(text)
        else:
            _add_preformatted(self.page, text)
        return True

    def _add_table(self, node: Any) -> None:
        self._after_word_item = False
        for caption in node.iterfind("caption"):
            self.page.paragraph(WHITE.sub(" ", "".join(caption.itertext())))
        self.page.table(table_rows(node))


def _content(node: Any) -> list[tuple[str, Any]]:
    """A node's text, children and their tails, in reverse order."""
    parts: list[tuple[str, Any]] = [("text", node.text)] if node.text else []
    for child in node:
        parts.append(("enter", child))
        if child.tail:
            parts.append(("text", child.tail))
    return parts[::-1]


def _add_preformatted(page: PageBuilder, text: str) -> None:
    """Add text that keeps its lines; those with cells below each other are a table."""
    at = 0
    for table in text_tables(text):
        page.fence(text[at : text.rfind("\n", 0, table.start) + 1])
        page.table([[CellContent(c.text, is_header=c.is_header) for c in r] for r in table.rows])
        end = text.find("\n", table.end)
        at = len(text) if end < 0 else end
    page.fence(text[at:])


def _raw_text(node: Any) -> str:
    """The text of code; a line break element is a line break."""
    return "".join(_iter_text(node))


def _iter_text(node: Any) -> Iterator[str]:
    for part in node.iter():
        if part.tag == "br":
            yield "\n"
        elif isinstance(part.tag, str) and part.text:
            yield part.text
        if part is not node and part.tail:
            yield part.tail


def _looks_like_heading(node: Any) -> bool:
    """Whether a short paragraph is all in bold letters and ends no sentence."""
    text = _brief_text(node)
    words = len(text.split())
    if not 0 < words <= MAX_HEADING_WORDS or text.endswith(SENTENCE_END):
        return False
    if not any(char.isalpha() for char in text) or node.find(".//br") is not None:
        return False
    return all(_is_bold(part, node) for part in _text_owners(node))


def _brief_text(node: Any) -> str:
    """The text of an element if it is short; empty otherwise, without reading all of it."""
    parts: list[str] = []
    length = 0
    for piece in node.itertext():
        parts.append(piece)
        length += len(piece.strip())
        if length > MAX_HEADING_LENGTH:
            return ""
    return WHITE.sub(" ", "".join(parts)).strip()


def _text_owners(node: Any) -> Iterator[Any]:
    """The elements that directly contain words of a node."""
    for part in node.iter():
        if isinstance(part.tag, str):
            if part.text and part.text.strip():
                yield part
            if any(child.tail and child.tail.strip() for child in part):
                yield part


def _is_bold(part: Any, root: Any) -> bool:
    for node in [part, *part.iterancestors()]:
        if node.tag in ("b", "strong") or BOLD_STYLE.search(node.get("style") or ""):
            return True
        if node is root:
            return False
    return False


def _word_item(node: Any) -> tuple[str, int, str] | None:
    """Marker, level and text of a paragraph that Word wrote as an item of a list."""
    found = WORD_ITEM.search(node.get("style") or "")
    if found is None:
        return None
    level = max(int(found["level"]) - 1, 0)
    text = WHITE.sub(" ", "".join(node.itertext())).strip()
    for span in node.iter("span"):
        if WORD_MARKER.search(span.get("style") or ""):
            marker = WHITE.sub(" ", "".join(span.itertext())).strip()
            body = text.removeprefix(marker).strip()
            is_number = any(char.isalnum() for char in marker) and marker.lower() != "o"
            return (marker if is_number else BULLET), level, body
    return BULLET, level, text


HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.I)


def is_hidden(node: Any) -> bool:
    """Whether a browser does not show the element."""
    if node.get("hidden") is not None or node.get("aria-hidden") == "true":
        return True
    style = node.get("style")
    return bool(style) and HIDDEN_STYLE.search(style) is not None
