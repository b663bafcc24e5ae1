"""Web pages: the text without menus and banners, with headings, lists, tables and code."""

from pathlib import Path
from typing import Any

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.html_blocks import BlockReader
from pramana.documents.reading.html_boilerplate import boilerplate
from pramana.documents.reading.html_limits import limit_markup
from pramana.documents.reading.page_builder import PageBuilder
from pramana.documents.reading.text import decode_as_stated

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
