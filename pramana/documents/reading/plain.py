"""Plain text and Markdown: one NFC text, its headings and its fences of code."""

import re
from collections.abc import Iterator
from pathlib import Path

from pramana.documents.domain.paper import Block, BlockKind, Heading
from pramana.documents.reading.builder import PageBuilder
from pramana.documents.reading.charsets import stated
from pramana.documents.reading.errors import Unreadable
from pramana.kit.evidence import nfc

ATX = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
UNDERLINED = re.compile(r"^(?=.*\w)([^\n#>|-][^\n]{0,200})\n(=+|-{3,})[ \t]*$", re.MULTILINE)
FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*$", re.MULTILINE)


def read_text(content: bytes, charset: str = "") -> str:
    """Decode a plain text file: by its mark, its server's word, UTF-8, the Windows code page."""
    text = stated(content, charset) or stated(content, "utf-8")
    if text is None:
        text = content.decode("cp1252", "replace")
    if "\x00" in text:
        raise Unreadable("The file holds NUL bytes, so it is not a text file.")
    if not text.strip():
        raise Unreadable("The file holds no text.")
    return nfc(text.replace("\r\n", "\n").replace("\r", "\n"))


def plain_pages(path: str, charset: str = "", *, markdown: bool) -> Iterator[PageBuilder]:
    """A text file's pages as they stand: a form feed begins a new one, as printers have it."""
    for text in read_text(Path(path).read_bytes(), charset).split("\f"):
        code = fences(text) if markdown else ()
        yield PageBuilder.as_is(text, headings(text, code) if markdown else (), code)


def fences(text: str) -> tuple[Block, ...]:
    """Fenced code, from the opening mark to the closing one or to the end."""
    return tuple(_fences(text))


def headings(text: str, code: tuple[Block, ...]) -> tuple[Heading, ...]:
    """Markdown headings of both kinds, except where a fence makes them code."""
    found = [
        Heading(match.start(), len(match[1]), match[2].strip()) for match in ATX.finditer(text)
    ]
    found += [
        Heading(match.start(), 1 if match[2][0] == "=" else 2, match[1].strip())
        for match in UNDERLINED.finditer(text)
    ]
    outside = [h for h in found if not any(c.start <= h.start < c.end for c in code)]
    return tuple(sorted(outside, key=lambda heading: heading.start))


def _fences(text: str) -> Iterator[Block]:
    opened: re.Match[str] | None = None
    for mark in FENCE.finditer(text):
        if opened is None:
            opened = mark
        elif mark[1][0] == opened[1][0] and len(mark[1]) >= len(opened[1]):
            yield Block(opened.start(), mark.end(), BlockKind.CODE)
            opened = None
    if opened is not None:
        yield Block(opened.start(), len(text), BlockKind.CODE)
