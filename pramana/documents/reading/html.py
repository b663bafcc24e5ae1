"""Web pages: the text without menus and banners, with headings, lists, tables and code.

Markup is limited before a parser sees it. Parsers compare each attribute of a tag with all others,
so seventy thousand of them on one tag take minutes. No page that people read comes near the limits.
"""

import re
from pathlib import Path
from typing import Any

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.html_blocks import BlockReader
from pramana.documents.reading.html_boilerplate import boilerplate
from pramana.documents.reading.page_builder import PageBuilder
from pramana.documents.reading.text import decode_as_stated

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
