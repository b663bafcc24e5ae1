"""Bytes to characters. Who says what they are is asked in the order of browsers: a mark at the
beginning, the server, the file itself; a guess comes last."""

import codecs
import re
from collections.abc import Iterator

BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
META = re.compile(rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
HEAD = 4096
"""Where a page must say what its characters are, with room to spare."""

KNOWN = re.compile(
    r"utf-8|utf-16(-[lb]e)?|cp(125\d|866|874|932|949|950)|iso8859-\d+|koi8-[ru]|mac-(cyrillic|roman)"
    r"|big5(hkscs)?|gb(2312|k|18030)|euc_(jp|kr)|iso2022_jp|shift_jis|tis-620"
)
"""What pages are written in; a name that strangers send opens no other of Python's codecs."""

AS_WINDOWS = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254"}
"""Names that everyone has always used for their Windows supersets."""


def codec(name: str) -> str:
    """Python's name for a charset, or empty where it is none that texts are written in.

    >>> codec("ISO-8859-1"), codec("utf8"), codec("rot13"), codec("utf-7")
    ('cp1252', 'utf-8', '', '')
    """
    try:
        known = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):
        return ""
    known = AS_WINDOWS.get(known, known)
    return known if KNOWN.fullmatch(known) else ""


def stated(content: bytes, charset: str = "", *, is_page: bool = False) -> str | None:
    """The text as somebody said it is to be read; None where nobody did, or nobody was right."""
    for name in _names(content, charset, is_page):
        try:
            return content.decode(name)
        except UnicodeDecodeError:
            continue
    return None


def _names(content: bytes, charset: str, is_page: bool) -> Iterator[str]:
    yield from (name for mark, name in BOMS.items() if content.startswith(mark))
    if known := codec(charset):
        yield known
    if is_page and (said := META.search(content[:HEAD])):
        own = codec(said[1].decode("ascii"))
        if own:
            yield "utf-8" if own.startswith("utf-16") else own  # it was read byte by byte
