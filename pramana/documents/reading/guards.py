"""Files made to hurt: checked before any library unpacks, parses or draws them."""

import re
import zipfile
from typing import IO

from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.errors import Unreadable, damage_told

MOST_PARTS = 10_000
RATIO = 200
"""XML packs 10 to 50 times; a part that unpacks further than this was made to."""

SMALL = 1024 * 1024
CHUNK = 64 * 1024
ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def check_package(path: str, options: ReadOptions) -> None:
    """Refuse a .docx that unpacks beyond measure or declares XML entities.

    Sizes are counted while unpacking, because the numbers in a zip's directory are its maker's.
    """
    with damage_told(".docx"), zipfile.ZipFile(path) as package:
        _check_parts(package, options.max_unpacked)


def _check_parts(package: zipfile.ZipFile, limit: int) -> None:
    parts = package.infolist()
    if len(parts) > MOST_PARTS:
        raise Unreadable(f"The .docx file holds {len(parts)} parts; at most {MOST_PARTS} are read.")
    if "word/document.xml" not in package.namelist():
        raise Unreadable("The file is a zip package, but not a Word document.")
    left = limit
    for part in parts:
        with package.open(part) as stream:
            left -= _unpacked(stream, part, left)


def _unpacked(stream: IO[bytes], part: zipfile.ZipInfo, left: int) -> int:
    """The true size of a part; stops as soon as it is too much."""
    size, tail = 0, b""
    is_xml = part.filename.endswith((".xml", ".rels"))
    while chunk := stream.read(CHUNK):
        size += len(chunk)
        if size > left or (size > SMALL and size > RATIO * max(part.compress_size, 1)):
            raise Unreadable("The .docx file unpacks to far more than it holds (a zip bomb).")
        if is_xml and _declares(tail + chunk):
            raise Unreadable("The .docx file declares XML entities, which no Word document needs.")
        tail = chunk[-32:]
    return size


def _declares(chunk: bytes) -> bool:
    """A declaration in UTF-8, or in UTF-16 with its NULs taken out."""
    return ENTITY.search(chunk) is not None or (
        b"\x00" in chunk and ENTITY.search(chunk.replace(b"\x00", b"")) is not None
    )
