"""From bytes to one NFC text. Runs in the CPU pool, so it imports nothing of Django."""

import codecs

from pramana.documents.domain.passages import cut
from pramana.kit.errors import InvalidRequest
from pramana.kit.evidence import nfc
from pramana.language.tokens import terms

LONGEST_TERM = 100
BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


class Unreadable(InvalidRequest):
    """The bytes are not what the name promises; the message is for the person who sent them."""

    code = "unreadable"


def read_text(content: bytes) -> str:
    """Decode a plain text file: by its mark, else UTF-8, else the Windows code page."""
    encoding = next((name for mark, name in BOMS.items() if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    if "\x00" in text:
        raise Unreadable("The file holds NUL bytes, so it is not a text file.")
    if not text.strip():
        raise Unreadable("The file holds no text.")
    return nfc(text.replace("\r\n", "\n").replace("\r", "\n"))


def passages_of(text: str) -> list[tuple[int, int, list[str]]]:
    """Start, end and distinct words of each passage."""
    return [(piece.start, piece.end, _words(text[piece.start : piece.end])) for piece in cut(text)]


def _words(text: str) -> list[str]:
    return sorted({term[:LONGEST_TERM] for term in terms(text)})
