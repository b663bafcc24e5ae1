"""The zip package of an office document, checked before any library unpacks it."""

import re
import zipfile
from typing import IO

from pramana.documents.reading.contracts import FileKind, ReadOptions
from pramana.documents.reading.errors import Unreadable, report_damage

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
