"""Plain text, Markdown and rich text: the charset, the headings and the fenced code.

The charset is decided in the order that browsers use: a byte order mark, the server, the file's own
statement, and a guess last. Of rich text (.rtf), the words are read without the formatting.
"""

import codecs
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from pramana.documents.reading.contracts import Block, BlockKind, Heading, PageContent
from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.page_builder import PageBuilder, remove_control_characters
from pramana.documents.reading.text_layout import plain_headings, text_tables
from pramana.kit.evidence import nfc

BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
META_CHARSET = re.compile(
    rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE
)
META_BYTES = 4096
"""How far into a page its charset statement is searched for."""

KNOWN_CODECS = re.compile(
    r"utf-8|utf-16(-[lb]e)?|cp(125\d|866|874|932|949|950)|iso8859-\d+|koi8-[ru]|mac-(cyrillic|roman)"
    r"|big5(hkscs)?|gb(2312|k|18030)|euc_(jp|kr)|iso2022_jp|shift_jis|tis-620"
)
"""The only codecs that a stranger's charset name may select."""

WINDOWS_SUPERSETS = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254"}
"""Charset names that in practice mean their Windows supersets."""


def python_codec(name: str) -> str:
    """Python's name for a charset; empty where it is not one of the known codecs.

    >>> [python_codec(name) for name in ("ISO-8859-1", "utf8", "rot13", "utf-7")]
    ['cp1252', 'utf-8', '', '']
    """
    try:
        known = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):
        return ""
    known = WINDOWS_SUPERSETS.get(known, known)
    return known if KNOWN_CODECS.fullmatch(known) else ""


def decode_as_stated(content: bytes, charset: str = "", *, is_page: bool = False) -> str | None:
    """The text decoded by a stated charset; None where none is stated or none fits."""
    for name in _stated_codecs(content, charset, is_page):
        try:
            return content.decode(name)
        except UnicodeDecodeError:
            continue
    return None


def _stated_codecs(content: bytes, charset: str, is_page: bool) -> Iterator[str]:
    yield from (name for mark, name in BOMS.items() if content.startswith(mark))
    if known := python_codec(charset):
        yield known
    if is_page and (statement := META_CHARSET.search(content[:META_BYTES])):
        own = python_codec(statement[1].decode("ascii"))
        if own:
            yield (
                "utf-8" if own.startswith("utf-16") else own
            )  # UTF-16 could not have been read as bytes


ATX = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
UNDERLINED = re.compile(r"^(?=.*\w)([^\n#>|-][^\n]{0,200})\n(=+|-{3,})[ \t]*$", re.MULTILINE)
FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*$", re.MULTILINE)


def read_text(content: bytes, charset: str = "") -> str:
    """Decode a plain text file by its stated charset, UTF-8 or the Windows code page."""
    text = decode_as_stated(content, charset) or decode_as_stated(content, "utf-8")
    if text is None:
        text = content.decode("cp1252", "replace")
    if "\x00" in text:
        raise Unreadable("The file contains NUL bytes, so it is not a text file.")
    if not text.strip():
        raise Unreadable("The file contains no text.")
    return nfc(text.replace("\r\n", "\n").replace("\r", "\n"))


def plain_pages(path: str, charset: str = "", *, markdown: bool) -> Iterator[PageBuilder]:
    """The pages of a text file, unchanged; a form feed begins a new page."""
    for text in read_text(Path(path).read_bytes(), charset).split("\f"):
        yield PageBuilder.as_is(text_content(text, markdown=markdown))


def text_content(text: str, *, markdown: bool) -> PageContent:
    """What a text consists of: headings, tables, items of lists, and code in Markdown."""
    code = fences(text) if markdown else ()
    ranges = [(block.start, block.end) for block in code]
    tables = text_tables(text, ranges)
    taken = sorted([*ranges, *((table.start, table.end) for table in tables)])
    found = headings(text, code) if markdown else plain_headings(text, taken)
    return PageContent(text, found, tables, code)


def fences(text: str) -> tuple[Block, ...]:
    """Fenced code blocks, from the opening fence to the closing one or to the end."""
    return tuple(_fences(text))


def headings(text: str, code: tuple[Block, ...]) -> tuple[Heading, ...]:
    """Markdown headings of both styles, except inside fenced code."""
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


TITLE = re.compile(r"\{\\info[^{}]*\{\\title ([^{}\\]{1,300})\}")
CODE_PAGE = re.compile(r"\\ansicpg(\d{3,5})")
CELL_END = re.compile(r"\|[ \t]*$", re.MULTILINE)


def rich_text_title(path: str) -> str:
    found = TITLE.search(_source(path))
    return found[1].strip() if found else ""


def rich_text_pages(path: str) -> Iterator[PageBuilder]:
    from striprtf import striprtf

    read_rtf: Callable[..., str] = striprtf.rtf_to_text
    source = _source(path)
    page = CODE_PAGE.search(source)
    encoding = f"cp{page[1]}" if page and page[1] != "65001" else "utf-8" if page else "cp1252"
    text = nfc(remove_control_characters(_plain(read_rtf(source, encoding, "replace"))))
    if not text.strip():
        raise Unreadable("The .rtf file contains no text.")
    yield PageBuilder.as_is(text_content(text.strip("\n"), markdown=False))


def _plain(text: str) -> str:
    """The text with rows of tables as they are drawn with bars: `| a | b |`."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(
        f"| {line.rstrip().rstrip('|').replace('|', ' | ')} |" if CELL_END.search(line) else line
        for line in lines.split("\n")
    )


def _source(path: str) -> str:
    """The file's own characters: ASCII, and where a program broke that rule, its code page."""
    return Path(path).read_bytes().decode("latin-1")
