"""Web pages: the main text without menus and banners, with headings, tables and code."""

from pathlib import Path
from typing import Any

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.page_builder import PageBuilder
from pramana.documents.reading.text import decode_as_stated

MIN_MAIN_TEXT = 200
"""With less main text, the whole body is used: a short page is all main text."""

SKIPPED_TAGS = frozenset(
    {"script", "style", "noscript", "template", "svg", "title", "meta", "link", "nav", "iframe"}
)
HEADING_LEVELS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
BLOCK_TAGS = frozenset(
    {"p", "li", "item", "quote", "blockquote", "dt", "dd", "figcaption", "caption"}
)
_INLINE_TAGS = "hi ref b i u a em strong span small sup sub lb br del graphic"
INLINE_TAGS = frozenset(_INLINE_TAGS.split())
MAX_BYTES = 64 * 1024 * 1024


def read_html(path: str, charset: str = "") -> tuple[str, PageBuilder]:
    """The title and the text of a page."""
    if Path(path).stat().st_size > MAX_BYTES:
        raise Unreadable("The web page is larger than 64 MB. Save its text in another form.")
    return html_page(Path(path).read_bytes(), charset)


def html_page(content: bytes, charset: str = "") -> tuple[str, PageBuilder]:
    """The title and the text of a page in memory; the server stated its `charset`."""
    from trafilatura import bare_extraction

    text = _decode(content, charset)
    tree = _tree(text)
    whole = _build_page(tree)
    extracted: Any = bare_extraction(
        text, favor_recall=True, include_comments=False, include_tables=True
    )
    main = _build_page(extracted.body) if extracted is not None else PageBuilder()
    page = main if len(main.text) >= MIN_MAIN_TEXT else whole
    if not page.text.strip():
        raise Unreadable("The web page contains no text.")
    return (extracted.title or "" if extracted else "") or _title(tree), page


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
    return " ".join((tree.findtext(".//title") or "").split())


def _build_page(root: Any) -> PageBuilder:
    page = PageBuilder()
    _walk(root, page)
    return page


def _walk(element: Any, page: PageBuilder) -> None:
    """Add blocks in order; text between them becomes a paragraph.

    It does not recurse, because a page nested ten thousand deep would overflow the stack.
    """
    inline_text: list[str] = []
    stack: list[Any] = [element]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            inline_text.append(node)
        elif isinstance(node.tag, str) and node.tag not in SKIPPED_TAGS:
            if node.tag in INLINE_TAGS:
                stack.extend(_content(node))
                continue
            page.paragraph(_take_text(inline_text))
            if not _add_block(node, page):
                stack.extend(["\n", *_content(node)])
    page.paragraph(_take_text(inline_text))


def _content(node: Any) -> list[Any]:
    """A node's text, children and their tails, in reverse order."""
    parts: list[Any] = [node.text or ""]
    for child in node:
        parts += [child, child.tail or ""]
    return parts[::-1]


def _add_block(node: Any, page: PageBuilder) -> bool:
    """Add the node to the page if it is a block, and return whether it was.

    trafilatura calls headings `head` with a `rend` attribute. A page's own `head` has none; in a
    page without a body, lxml puts everything into it.
    """
    if node.tag in HEADING_LEVELS or (node.tag == "head" and node.get("rend")):
        page.heading(_text(node), HEADING_LEVELS.get(node.get("rend", node.tag), 2))
    elif node.tag == "pre" or (node.tag == "code" and "\n" in _text(node)):
        page.fence(_text(node))
    elif node.tag == "table":
        page.table(
            [
                [_text(cell) for cell in row.iter("td", "th", "cell")]
                for row in node.iter("tr", "row")
            ]
        )
    elif node.tag in BLOCK_TAGS and node.find(".//table") is None and node.find(".//pre") is None:
        page.paragraph(_text(node))
    else:
        return False
    return True


def _text(node: Any) -> str:
    return "".join(node.itertext())


def _take_text(inline_text: list[str]) -> str:
    text = "".join(inline_text)
    inline_text.clear()
    return text
