"""The zip package of a .docx, checked before any library unpacks it."""

import re
import zipfile
from typing import IO

from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.errors import Unreadable, report_damage

MAX_PARTS = 10_000
MAX_RATIO = 200
"""XML compresses 10 to 50 times; a part that unpacks to more than this is an attack."""

SMALL_PART = 1024 * 1024
CHUNK = 64 * 1024
ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def check_package(path: str, options: ReadOptions) -> None:
    """Refuse a .docx that unpacks to too many bytes or declares XML entities.

    Sizes are counted while unpacking, because the sizes in the zip directory can be false.
    """
    with report_damage(".docx"), zipfile.ZipFile(path) as package:
        _check_parts(package, options.max_unpacked)


def _check_parts(package: zipfile.ZipFile, limit: int) -> None:
    parts = package.infolist()
    if len(parts) > MAX_PARTS:
        raise Unreadable(f"The .docx file has {len(parts)} parts; at most {MAX_PARTS} are read.")
    if "word/document.xml" not in package.namelist():
        raise Unreadable("The file is a zip package, but not a Word document.")
    left = limit
    for part in parts:
        with package.open(part) as stream:
            left -= _unpacked_size(stream, part, left)


def _unpacked_size(stream: IO[bytes], part: zipfile.ZipInfo, left: int) -> int:
    """The real size of a part; raises as soon as it is too large."""
    size, tail = 0, b""
    is_xml = part.filename.endswith((".xml", ".rels"))
    while chunk := stream.read(CHUNK):
        size += len(chunk)
        if size > left or (size > SMALL_PART and size > MAX_RATIO * max(part.compress_size, 1)):
            raise Unreadable("The .docx file unpacks to far more than its size (a zip bomb).")
        if is_xml and _declares_entities(tail + chunk):
            raise Unreadable("The .docx file declares XML entities, which no Word document needs.")
        tail = chunk[-32:]
    return size


def _declares_entities(chunk: bytes) -> bool:
    """Whether there is an entity declaration, in UTF-8 or UTF-16."""
    return ENTITY.search(chunk) is not None or (
        b"\x00" in chunk and ENTITY.search(chunk.replace(b"\x00", b"")) is not None
    )
