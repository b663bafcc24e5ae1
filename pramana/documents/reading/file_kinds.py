"""The kind of a file. Its first bytes and its name must agree, or it is refused.

The zip package of an office document is checked before any library unpacks it.
"""

import re
import zipfile
from pathlib import Path, PurePath
from typing import IO

from pramana.documents.reading.contracts import FileKind, ReadOptions, SourceFile
from pramana.documents.reading.errors import Unreadable, report_damage

EXTENSIONS = {
    ".txt": FileKind.TEXT,
    ".md": FileKind.MARKDOWN,
    ".markdown": FileKind.MARKDOWN,
    ".html": FileKind.HTML,
    ".htm": FileKind.HTML,
    ".csv": FileKind.CSV,
    ".tsv": FileKind.TSV,
    ".json": FileKind.JSON,
    ".jsonl": FileKind.JSON,
    ".xml": FileKind.XML,
    ".eml": FileKind.EML,
    ".mbox": FileKind.MBOX,
    ".msg": FileKind.MSG,
    ".rtf": FileKind.RTF,
    ".doc": FileKind.DOC,
    ".docx": FileKind.DOCX,
    ".xlsx": FileKind.XLSX,
    ".xlsm": FileKind.XLSX,
    ".pptx": FileKind.PPTX,
    ".odt": FileKind.ODT,
    ".ods": FileKind.ODS,
    ".odp": FileKind.ODP,
    ".zip": FileKind.ZIP,
    ".tar": FileKind.TAR,
    ".tgz": FileKind.TAR,
    ".tar.gz": FileKind.TAR,
    ".pdf": FileKind.PDF,
    ".jpg": FileKind.JPEG,
    ".jpeg": FileKind.JPEG,
    ".png": FileKind.PNG,
    ".webp": FileKind.WEBP,
    ".tif": FileKind.TIFF,
    ".tiff": FileKind.TIFF,
    ".gif": FileKind.GIF,
    ".bmp": FileKind.BMP,
    ".heic": FileKind.HEIC,
    ".heif": FileKind.HEIC,
}
TEXT_KINDS = frozenset(
    {
        FileKind.TEXT,
        FileKind.MARKDOWN,
        FileKind.HTML,
        FileKind.CSV,
        FileKind.TSV,
        FileKind.JSON,
        FileKind.XML,
        FileKind.EML,
        FileKind.MBOX,
    }
)
ZIPPED_KINDS = frozenset(
    {
        FileKind.DOCX,
        FileKind.XLSX,
        FileKind.PPTX,
        FileKind.ODT,
        FileKind.ODS,
        FileKind.ODP,
    }
)
"""Kinds whose first bytes are those of any zip file; what is in it is checked on opening."""

MAGIC = [
    (b"%PDF-", FileKind.PDF),
    (b"PK\x03\x04", FileKind.ZIP),
    (b"{\\rtf", FileKind.RTF),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind.DOC),
    (b"\xff\xd8\xff", FileKind.JPEG),
    (b"\x89PNG\r\n\x1a\n", FileKind.PNG),
    (b"II*\x00", FileKind.TIFF),
    (b"MM\x00*", FileKind.TIFF),
    (b"II+\x00", FileKind.TIFF),
    (b"MM\x00+", FileKind.TIFF),
    (b"GIF87a", FileKind.GIF),
    (b"GIF89a", FileKind.GIF),
    (b"\x1f\x8b", FileKind.TAR),
]
HEAD_BYTES = 1024
"""PDF readers look for the signature in the first kilobyte."""

HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
UTF16 = (b"\xff\xfe", b"\xfe\xff")


def identify_file(path: str, filename: str) -> SourceFile:
    """The file with its kind, or `Unreadable` with the reason."""
    with Path(path).open("rb") as file:
        kind = kind_of(filename, file.read(HEAD_BYTES))
    return SourceFile(path, filename, kind, Path(path).stat().st_size)


def kind_of(filename: str, head: bytes) -> FileKind:
    """The kind that the name and the first bytes agree on, or `Unreadable`."""
    named_kind = EXTENSIONS.get(extension_of(filename))
    if named_kind is None:
        name = PurePath(filename).name
        raise Unreadable(f"“{name}” is not a kind of file that can be read. {_ACCEPTED}")
    if not head.strip(b"\x00 \t\r\n"):
        raise Unreadable("The file is empty.")
    _check_agreement(head, kind_by_content(head), named_kind)
    return named_kind


def extension_of(filename: str) -> str:
    """The extension in small letters; `.tar.gz` is one extension.

    >>> extension_of("Wells.PDF"), extension_of("wells.tar.gz"), extension_of("3.2.txt")
    ('.pdf', '.tar.gz', '.txt')
    """
    suffixes = [each.lower() for each in PurePath(filename).suffixes]
    return ".tar.gz" if suffixes[-2:] == [".tar", ".gz"] else "".join(suffixes[-1:])


def kind_by_content(head: bytes) -> FileKind | None:
    """The kind by the first bytes; None for plain text and unknown kinds."""
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return FileKind.WEBP
    if head[4:8] == b"ftyp" and head[8:12] in HEIF_BRANDS:
        return FileKind.HEIC
    if head[:2] == b"BM" and head[6:10] == bytes(4):
        return FileKind.BMP
    if head[257:262] == b"ustar":
        return FileKind.TAR
    actual_kind = next((kind for mark, kind in MAGIC if head.startswith(mark)), None)
    return actual_kind or (FileKind.PDF if b"%PDF-" in head else None)


def _check_agreement(head: bytes, actual_kind: FileKind | None, named_kind: FileKind) -> None:
    if named_kind in TEXT_KINDS:
        if actual_kind is not None and head.startswith(tuple(mark for mark, _ in MAGIC)):
            raise _mismatch(named_kind, actual_kind)
        if b"\x00" in head and not head.startswith(UTF16):
            raise Unreadable("The file contains NUL bytes, so it is not a text file.")
    elif named_kind in ZIPPED_KINDS and actual_kind is FileKind.ZIP:
        return
    elif named_kind is FileKind.MSG and actual_kind is FileKind.DOC:
        return  # both are compound files; what is in it is checked on opening
    elif actual_kind is not named_kind:
        raise _mismatch(named_kind, actual_kind)


def _mismatch(named_kind: FileKind, actual_kind: FileKind | None) -> Unreadable:
    if actual_kind is None:
        return Unreadable(
            f"The name says {named_kind.value}, but the bytes are not: it may be damaged."
        )
    return Unreadable(
        f"The name says {named_kind.value}, but the bytes say {actual_kind.value}. "
        "Give the file its true extension."
    )


_ACCEPTED = f"Send one of {', '.join(sorted(EXTENSIONS))}."


MAX_PARTS = 10_000
MAX_RATIO = 200
"""XML compresses 10 to 50 times; a part that unpacks to more than this is an attack."""

SMALL_PART = 1024 * 1024
CHUNK = 64 * 1024
ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


MAIN_PARTS = {
    FileKind.DOCX: ("word/document.xml", "a Word document"),
    FileKind.XLSX: ("xl/workbook.xml", "an Excel workbook"),
    FileKind.PPTX: ("ppt/presentation.xml", "a PowerPoint presentation"),
    FileKind.ODT: ("content.xml", "an OpenDocument text"),
    FileKind.ODS: ("content.xml", "an OpenDocument spreadsheet"),
    FileKind.ODP: ("content.xml", "an OpenDocument presentation"),
}
"""The part that each kind must have, and what to call the kind."""


def check_package(path: str, kind: FileKind, options: ReadOptions) -> None:
    """Refuse an office document that unpacks to too many bytes or declares XML entities.

    Sizes are counted while unpacking, because the sizes in the zip directory can be false.
    """
    with report_damage(f".{kind.value}"), zipfile.ZipFile(path) as package:
        _check_parts(package, kind, options.max_unpacked)


def _check_parts(package: zipfile.ZipFile, kind: FileKind, limit: int) -> None:
    parts = package.infolist()
    if len(parts) > MAX_PARTS:
        raise Unreadable(
            f"The .{kind.value} file has {len(parts)} parts; at most {MAX_PARTS} are read."
        )
    main_part, name = MAIN_PARTS[kind]
    if main_part not in package.namelist():
        raise Unreadable(f"The file is a zip package, but not {name}.")
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable(f"The .{kind.value} file is locked with a password.")
    left = limit
    for part in parts:
        with package.open(part) as stream:
            left -= _unpacked_size(stream, part, left, kind)


def _unpacked_size(stream: IO[bytes], part: zipfile.ZipInfo, left: int, kind: FileKind) -> int:
    """The real size of a part; raises as soon as it is too large."""
    size, tail = 0, b""
    is_xml = part.filename.endswith((".xml", ".rels"))
    while chunk := stream.read(CHUNK):
        size += len(chunk)
        if size > left or is_bomb(size, part.compress_size):
            raise Unreadable(
                f"The .{kind.value} file unpacks to far more than its size (a zip bomb)."
            )
        if is_xml and _declares_entities(tail + chunk):
            raise Unreadable(
                f"The .{kind.value} file declares XML entities, which no office document needs."
            )
        tail = chunk[-32:]
    return size


def is_bomb(size: int, packed_size: int) -> bool:
    """Whether a part unpacks to far more than any honest part does."""
    return size > SMALL_PART and size > MAX_RATIO * max(packed_size, 1)


def _declares_entities(chunk: bytes) -> bool:
    """Whether there is an entity declaration, in UTF-8 or UTF-16."""
    return ENTITY.search(chunk) is not None or (
        b"\x00" in chunk and ENTITY.search(chunk.replace(b"\x00", b"")) is not None
    )
