"""Web pages: the text without menus and banners, with headings, lists, tables and code.

What a page declares as navigation is always left out. What only looks like it, by its name or by
its many links, is left out only where it is short beside the rest: a page of links is content too.

Markup is limited before a parser sees it. Parsers compare each attribute of a tag with all others,
so seventy thousand of them on one tag take minutes. No page that people read comes near the limits.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.html_blocks import BlockReader
from pramana.documents.reading.page_builder import PageBuilder
from pramana.documents.reading.text import decode_as_stated

NAVIGATION_ROLES = frozenset({"navigation", "search", "menu", "menubar", "dialog", "alertdialog"})
MENU_NAME = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?|sidebar|cookies?|consent|newsletter"
    r"|subscribe|share|sharing|social|related|recommended|pagination|pager|skip|advert|ads?|promo"
    r"|popup|modal|toolbar|masthead|site-?header|site-?footer)(?:$|[\s_-])",
    re.IGNORECASE,
)
RIGHTS = re.compile(r"©|all rights reserved|copyright|सर्वाधिकार", re.IGNORECASE)
CONTENT_TAGS = frozenset({"main", "article"})
MAX_MENU_TEXT = 600
MAX_MENU_SHARE = 0.25
"""What is called a menu is one only if it has at most so much of the page's text."""

LINK_SHARE, FOOTER_LINK_SHARE, DENSE_LINK_SHARE = 0.5, 0.3, 0.85
MIN_LINKS, MAX_LINK_TEXT = 4, 45
MIN_REST = 0.5
"""Guesses are given up where they would leave out more than half of the text."""


@dataclass(slots=True)
class _Amount:
    """How much text an element has, how much of it in links, and in how many."""

    text: int = 0
    linked: int = 0
    links: int = 0

    @property
    def link_share(self) -> float:
        return self.linked / self.text if self.text else 0.0


def boilerplate(root: Any) -> set[Any]:
    """The elements that are menus, banners and footers."""
    amounts = _amounts(root)
    total = max(amounts[root].text, 1)
    declared = {node for node in _elements(root) if _is_declared(node)}
    left = total - sum(amounts[node].text for node in _outermost(declared))
    guessed = {
        node
        for node in _outside_content(root, declared)
        if _looks_like_menu(node, amounts[node], max(left, 1))
    }
    guessed = set(_outermost(guessed))
    removed = sum(amounts[node].text for node in guessed)
    return declared | guessed if removed <= MIN_REST * left else declared


def _elements(root: Any) -> Iterator[Any]:
    return (node for node in root.iter() if isinstance(node.tag, str))


def _amounts(root: Any) -> dict[Any, _Amount]:
    """The amount of text of every element, counted from the leaves up."""
    amounts: dict[Any, _Amount] = {}
    for node in reversed(list(root.iter())):
        amount = amounts.setdefault(node, _Amount())
        if isinstance(node.tag, str) and node.tag not in ("script", "style"):
            amount.text += len((node.text or "").strip())
            if node.tag == "a":
                amount.linked, amount.links = amount.text, 1
        else:
            amount.text = amount.linked = amount.links = 0
        parent = node.getparent() if node is not root else None
        if parent is not None:
            above = amounts.setdefault(parent, _Amount())
            above.text += amount.text + len((node.tail or "").strip())
            above.linked += amount.linked
            above.links += amount.links
    return amounts


def _is_declared(node: Any) -> bool:
    return node.tag == "nav" or (node.get("role") or "").lower() in NAVIGATION_ROLES


def _outermost(nodes: set[Any]) -> list[Any]:
    """The nodes that are in none of the others."""
    return [node for node in nodes if not any(up in nodes for up in node.iterancestors())]


def _outside_content(root: Any, declared: set[Any]) -> Iterator[Any]:
    """Elements outside the main text and outside what is declared."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node.tag, str) and node.tag not in CONTENT_TAGS and node not in declared:
            yield node
            stack.extend(node)


def _looks_like_menu(node: Any, amount: _Amount, total: int) -> bool:
    if node.tag in ("html", "body", "a", "td", "tr", "th", "tbody") or not amount.text:
        return False
    is_small = amount.text <= MAX_MENU_SHARE * total
    if node.tag in ("header", "aside"):
        return is_small and amount.link_share > LINK_SHARE
    if node.tag == "footer":
        brief = amount.text <= MAX_MENU_TEXT and RIGHTS.search("".join(node.itertext())) is not None
        return is_small and (amount.link_share > FOOTER_LINK_SHARE or brief)
    name = f"{node.get('class') or ''} {node.get('id') or ''}"
    if MENU_NAME.search(name):
        return is_small and (amount.link_share > LINK_SHARE or amount.text <= MAX_MENU_TEXT // 4)
    return _is_dense(amount, total) and node.tag in ("ul", "ol", "div", "p", "section")


def _is_dense(amount: _Amount, total: int) -> bool:
    """Whether an element is many short links, and little beside the rest of the page."""
    return (
        amount.links >= MIN_LINKS
        and amount.link_share > DENSE_LINK_SHARE
        and amount.linked / amount.links <= MAX_LINK_TEXT
        and amount.text <= MAX_MENU_SHARE * total
    )


MOST_ATTRIBUTES = 200
"""Of one tag. The others are dropped: they hold no text."""
MOST_TAGS = 400_000
MOST_DEPTH = 20_000
MOST_TEXT = 32_000_000
"""Characters of a page, markup included."""

RAW_TEXT = ("script", "style", "textarea", "title", "xmp", "noframes", "iframe")
"""Elements whose content is not markup; it ends at their own end tag."""
_VOID = "area base br col embed hr img input link meta source track wbr"
_CLOSED_BY_THE_NEXT = "p li td th tr dt dd option optgroup tbody thead tfoot colgroup rt rp"
NOT_NESTED = frozenset(f"{_VOID} {_CLOSED_BY_THE_NEXT}".split())
"""Elements that need no end tag, so an open one says nothing about depth."""
_NAME = re.compile(r"[^\s/>]*")
_BETWEEN = re.compile(r"[\s/]*")
_ATTRIBUTE = re.compile(r"[^\s/>=]*")
_EQUALS = re.compile(r"\s*=\s*")
_PLAIN_VALUE = re.compile(r"[^\s>]*")


def limit_markup(text: str) -> str:
    """The page without the attributes that are too many; `Unreadable` where it is too large.

    >>> limit_markup('<p a="1>">x</p>')
    '<p a="1>">x</p>'
    """
    if len(text) > MOST_TEXT:
        raise Unreadable("The web page is too long to be read. Save its text in another form.")
    kept: list[str] = []
    copied = position = tags = depth = 0
    while (position := text.find("<", position)) >= 0:
        if not text[position + 1 : position + 2].isalpha():
            depth = max(0, depth - (text[position + 1 : position + 2] == "/"))
            position = _after_other(text, position)
            continue
        tags, name = tags + 1, _name(text, position + 1)
        depth += name not in NOT_NESTED
        if tags > MOST_TAGS or depth > MOST_DEPTH:
            raise Unreadable("The web page has too much markup to be read. Save its text instead.")
        end, surplus = _end_of_tag(text, position + 1 + len(name))
        if surplus is not None:
            kept.append(text[copied:surplus])
            copied = end
        position = _after_raw_text(text, name, end)
    return "".join([*kept, text[copied:]]) if kept else text


def _name(text: str, start: int) -> str:
    found = _NAME.match(text, start)
    return found.group().lower() if found else ""


def _after_other(text: str, start: int) -> int:
    """The position after an end tag, a comment or a lone sign."""
    if text.startswith("<!--", start):
        end = text.find("-->", start + 4)
        return len(text) if end < 0 else end + 3
    return start + 1


def _after_raw_text(text: str, name: str, start: int) -> int:
    """The position of the end tag where the element's content is not markup, else `start`."""
    if name not in RAW_TEXT:
        return start
    found = re.compile(f"</{name}", re.IGNORECASE).search(text, start)
    return found.start() if found else len(text)


def _end_of_tag(text: str, position: int) -> tuple[int, int | None]:
    """Where a tag ends, before its `>`, and where its surplus attributes begin."""
    count, surplus = 0, None
    while True:
        position = _end(_BETWEEN, text, position)
        if position >= len(text) or text[position] == ">":
            return position, surplus
        if count == MOST_ATTRIBUTES:
            surplus = position
        count += 1
        position = _after_attribute(text, position)


def _after_attribute(text: str, start: int) -> int:
    position = max(_end(_ATTRIBUTE, text, start), start + (text[start] == "="))
    if not (equals := _EQUALS.match(text, position)):
        return position
    position = equals.end()
    quote = text[position : position + 1]
    if quote in ('"', "'"):
        end = text.find(quote, position + 1)
        return len(text) if end < 0 else end + 1
    return _end(_PLAIN_VALUE, text, position)


def _end(pattern: "re.Pattern[str]", text: str, position: int) -> int:
    found = pattern.match(text, position)
    return found.end() if found else position


MAX_BYTES = 64 * 1024 * 1024


def read_html(path: str, charset: str = "") -> tuple[str, PageBuilder]:
    """The title and the text of a page."""
    if Path(path).stat().st_size > MAX_BYTES:
        raise Unreadable("The web page is larger than 64 MB. Save its text in another form.")
    return html_page(Path(path).read_bytes(), charset)


def html_page(content: bytes, charset: str = "") -> tuple[str, PageBuilder]:
    """The title and the text of a page in memory; the server stated its `charset`."""
    tree = _tree(limit_markup(_decode(content, charset)))
    page = BlockReader(boilerplate(tree)).read(tree)
    if not page.text.strip():
        page = BlockReader(set()).read(tree)
    if not page.text.strip():
        raise Unreadable("The web page contains no text.")
    return _title(tree), page


def _decode(content: bytes, charset: str) -> str:
    """The page decoded by the server's charset, its own, or a guess."""
    from trafilatura.utils import decode_file

    stated_text = decode_as_stated(content, charset, is_page=True)
    text: str = decode_file(content) if stated_text is None else stated_text
    if not text.strip():
        raise Unreadable("The web page contains no text.")
    return text.strip()


def _tree(text: str) -> Any:
    """The parsed page. Its charset statement is ignored, because the text is already decoded."""
    from lxml.html import HTMLParser, document_fromstring

    return document_fromstring(text.encode(errors="replace"), HTMLParser(encoding="utf-8"))


def _title(tree: Any) -> str:
    """The page's title, or what it tells other sites to call it."""
    title = " ".join((tree.findtext(".//title") or "").split())
    stated = tree.find(".//meta[@property='og:title']")
    return title or ("" if stated is None else " ".join((stated.get("content") or "").split()))
