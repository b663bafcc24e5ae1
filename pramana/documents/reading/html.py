"""A web page: its main text without menus and banners, headings as sections, code whole."""

from pathlib import Path
from typing import Any

from pramana.documents.reading.builder import PageBuilder
from pramana.documents.reading.charsets import stated
from pramana.documents.reading.errors import Unreadable

FEW = 200
"""With less main text than this the whole body is taken: a short page is all main text."""

SKIPPED = frozenset(
    {"script", "style", "noscript", "template", "svg", "title", "meta", "link", "nav", "iframe"}
)
HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
BLOCKS = frozenset({"p", "li", "item", "quote", "blockquote", "dt", "dd", "figcaption", "caption"})
_LOOSE = "hi ref b i u a em strong span small sup sub lb br del graphic"
LOOSE = frozenset(_LOOSE.split())
HEAVIEST = 64 * 1024 * 1024


def read_html(path: str, charset: str = "") -> tuple[str, PageBuilder]:
    """The page's title and its text."""
    if Path(path).stat().st_size > HEAVIEST:
        raise Unreadable("The web page is larger than 64 MB. Save its text in another form.")
    return html_page(Path(path).read_bytes(), charset)


def html_page(content: bytes, charset: str = "") -> tuple[str, PageBuilder]:
    """The title and text of a page that is already in memory; `charset` is its server's word."""
    from trafilatura import bare_extraction

    text = _decoded(content, charset)
    tree = _tree(text)
    whole = _built(tree)
    found: Any = bare_extraction(
        text, favor_recall=True, include_comments=False, include_tables=True
    )
    main = _built(found.body) if found is not None else PageBuilder()
    built = main if len(main.text) >= FEW else whole
    if not built.text.strip():
        raise Unreadable("The web page holds no text.")
    return (found.title or "" if found else "") or _title(tree), built


def _decoded(content: bytes, charset: str) -> str:
    """The page's characters by its server's word, else its own, else a guess."""
    from trafilatura.utils import decode_file

    said = stated(content, charset, is_page=True)
    text: str = decode_file(content) if said is None else said
    if not text.strip():
        raise Unreadable("The web page holds no text.")
    return text.strip()


def _tree(text: str) -> Any:
    """The page as lxml sees it. Whatever charset it names, we have its characters by now."""
    from lxml.html import HTMLParser, document_fromstring

    return document_fromstring(text.encode(errors="replace"), HTMLParser(encoding="utf-8"))


def _title(tree: Any) -> str:
    return " ".join((tree.findtext(".//title") or "").split())


def _built(root: Any) -> PageBuilder:
    page = PageBuilder()
    _walk(root, page)
    return page


def _walk(element: Any, page: PageBuilder) -> None:
    """Visit blocks in order; text that stands loose between them is a paragraph too.

    Without recursion: a page nested ten thousand deep must not overflow the stack.
    """
    loose: list[str] = []
    stack: list[Any] = [element]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            loose.append(node)
        elif isinstance(node.tag, str) and node.tag not in SKIPPED:
            if node.tag in LOOSE:
                stack.extend(_inside(node))
                continue
            page.paragraph(_joined(loose))
            if not _placed(node, page):
                stack.extend(["\n", *_inside(node)])
    page.paragraph(_joined(loose))


def _inside(node: Any) -> list[Any]:
    """A node's text and children, last first, each child followed by its tail."""
    parts: list[Any] = [node.text or ""]
    for child in node:
        parts += [child, child.tail or ""]
    return parts[::-1]


def _placed(node: Any, page: PageBuilder) -> bool:
    """Whether the node was a block that is now in the text.

    trafilatura's headings are called `head` and say which; a page's own head is none, and in a page
    that names no body lxml puts everything into it.
    """
    if node.tag in HEADINGS or (node.tag == "head" and node.get("rend")):
        page.heading(_text(node), HEADINGS.get(node.get("rend", node.tag), 2))
    elif node.tag == "pre" or (node.tag == "code" and "\n" in _text(node)):
        page.fence(_text(node))
    elif node.tag == "table":
        page.table(
            [
                [_text(cell) for cell in row.iter("td", "th", "cell")]
                for row in node.iter("tr", "row")
            ]
        )
    elif node.tag in BLOCKS and node.find(".//table") is None and node.find(".//pre") is None:
        page.paragraph(_text(node))
    else:
        return False
    return True


def _text(node: Any) -> str:
    return "".join(node.itertext())


def _joined(loose: list[str]) -> str:
    text = "".join(loose)
    loose.clear()
    return text
