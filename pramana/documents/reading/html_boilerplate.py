"""Menus, banners and footers of web pages, which are not part of a page's text.

What a page declares as navigation is always left out. What only looks like it, by its name or by
its many links, is left out only where it is short beside the rest: a page of links is content too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

NAVIGATION_ROLES = frozenset({"navigation", "search", "menu", "menubar", "dialog", "alertdialog"})
HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.I)
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


def is_hidden(node: Any) -> bool:
    """Whether a browser does not show the element."""
    if node.get("hidden") is not None or node.get("aria-hidden") == "true":
        return True
    style = node.get("style")
    return bool(style) and HIDDEN_STYLE.search(style) is not None


def boilerplate(root: Any) -> set[Any]:
    """The elements that are menus, banners and footers."""
    amounts = _amounts(root)
    total = max(amounts[root].text, 1)
    declared = {node for node in _elements(root) if _is_declared(node)}
    left = total - sum(amounts[node].text for node in _outermost(root, declared))
    guessed = {
        node
        for node in _outside_content(root, declared)
        if _looks_like_menu(node, amounts[node], max(left, 1))
    }
    guessed = set(_outermost(root, guessed))
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


def _outermost(root: Any, nodes: set[Any]) -> list[Any]:
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
