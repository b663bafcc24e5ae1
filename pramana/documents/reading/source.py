"""What a file is. Its first bytes and its name must agree, or it is not read at all."""

from pathlib import Path, PurePath

from pramana.documents.reading.contracts import Kind, Source
from pramana.documents.reading.errors import Unreadable

EXTENSIONS = {
    ".txt": Kind.TEXT,
    ".md": Kind.MARKDOWN,
    ".markdown": Kind.MARKDOWN,
    ".html": Kind.HTML,
    ".htm": Kind.HTML,
    ".doc": Kind.DOC,
    ".docx": Kind.DOCX,
    ".pdf": Kind.PDF,
    ".jpg": Kind.JPEG,
    ".jpeg": Kind.JPEG,
    ".png": Kind.PNG,
    ".webp": Kind.WEBP,
    ".tif": Kind.TIFF,
    ".tiff": Kind.TIFF,
}
TEXTUAL = frozenset({Kind.TEXT, Kind.MARKDOWN, Kind.HTML})
MAGIC = [
    (b"%PDF-", Kind.PDF),
    (b"PK\x03\x04", Kind.DOCX),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Kind.DOC),
    (b"\xff\xd8\xff", Kind.JPEG),
    (b"\x89PNG\r\n\x1a\n", Kind.PNG),
    (b"II*\x00", Kind.TIFF),
    (b"MM\x00*", Kind.TIFF),
    (b"II+\x00", Kind.TIFF),
    (b"MM\x00+", Kind.TIFF),
]
HEAD = 1024
"""PDF readers have always looked for the mark in the first kilobyte."""

UTF16 = (b"\xff\xfe", b"\xfe\xff")


def open_source(path: str, filename: str) -> Source:
    """Say what the file is, or `Unreadable` with the reason."""
    with Path(path).open("rb") as file:
        kind = kind_of(filename, file.read(HEAD))
    return Source(path, filename, kind, Path(path).stat().st_size)


def kind_of(filename: str, head: bytes) -> Kind:
    """The kind that name and first bytes agree on, or `Unreadable`."""
    named = EXTENSIONS.get(PurePath(filename).suffix.lower())
    if named is None:
        name = PurePath(filename).name
        raise Unreadable(f"“{name}” is not a kind of file that can be read. {_TAKEN}")
    if not head.strip(b"\x00 \t\r\n"):
        raise Unreadable("The file is empty.")
    _check(head, found_in(head), named)
    return named


def found_in(head: bytes) -> Kind | None:
    """The kind that the first bytes tell of; None for plain text and for everything unknown."""
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return Kind.WEBP
    found = next((kind for mark, kind in MAGIC if head.startswith(mark)), None)
    return found or (Kind.PDF if b"%PDF-" in head else None)


def _check(head: bytes, found: Kind | None, named: Kind) -> None:
    if named in TEXTUAL:
        if found is not None and head.startswith(tuple(mark for mark, _ in MAGIC)):
            raise _disagree(named, found)
        if b"\x00" in head and not head.startswith(UTF16):
            raise Unreadable("The file holds NUL bytes, so it is not a text file.")
    elif found is not named:
        raise _disagree(named, found)


def _disagree(named: Kind, found: Kind | None) -> Unreadable:
    if found is None:
        return Unreadable(f"The name says {named.value}, but the bytes are not: it may be damaged.")
    return Unreadable(
        f"The name says {named.value}, but the bytes say {found.value}. "
        "Give the file its true extension."
    )


_TAKEN = f"Send one of {', '.join(sorted(EXTENSIONS))}."
