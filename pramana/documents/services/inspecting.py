"""Looking at a file before anything is stored: what is refused here leaves no trace."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING

from django.conf import settings

from pramana.documents.errors import FileTooLarge
from pramana.documents.reading import source
from pramana.documents.reading.contracts import Kind, ReadOptions
from pramana.documents.reading.errors import Unreadable
from pramana.jobs.cpu import run_cpu
from pramana.kit.texts import storable

if TYPE_CHECKING:
    from django.core.files.base import File

MEGABYTE = 1024 * 1024
EXTENSIONS = tuple(source.EXTENSIONS)
"""What may be sent."""

INSPECT_S = 30.0


def safe_name(filename: str) -> str:
    """Only the name of a path, whichever system it comes from."""
    name = PurePath(storable(filename).replace("\\", "/")).name.strip()
    return name[-255:]


def inspect(name: str, content: "File[bytes]") -> Kind:
    """The file's kind, or a refusal: wrong name, empty, too large, encrypted, a bomb."""
    limit = settings.PRAMANA.upload_limit_mb
    if content.size > limit * MEGABYTE:
        raise FileTooLarge(limit)
    content.seek(0)
    head = content.read(source.HEAD)
    kind = source.kind_of(name, head)
    if kind in source.TEXTUAL:
        _refuse_nul(content, head)
    else:
        _look_inside(name, content)
    content.seek(0)
    return kind


def _refuse_nul(content: "File[bytes]", head: bytes) -> None:
    if head.startswith(source.UTF16):
        return
    if any(b"\x00" in chunk for chunk in content.chunks()):
        raise Unreadable("The file holds NUL bytes, so it is not a text file.")


def _look_inside(name: str, content: "File[bytes]") -> None:
    with _on_disk(content) as path:
        run_cpu(
            "pramana.documents.reading.info.document_info",
            path,
            name,
            options=reading_options(),
            timeout=INSPECT_S,
        )


@contextmanager
def _on_disk(content: "File[bytes]") -> Iterator[str]:
    """A path for the child process: the upload's own where it has one, else a passing copy."""
    if hasattr(content, "temporary_file_path"):
        yield content.temporary_file_path()
        return
    with tempfile.NamedTemporaryFile(prefix="pramana-") as copy:
        content.seek(0)
        for chunk in content.chunks():
            copy.write(chunk)
        copy.flush()
        yield copy.name


def reading_options(charset: str = "") -> ReadOptions:
    return ReadOptions(
        assets=str(settings.PRAMANA.assets),
        max_pages=settings.PRAMANA.max_pages,
        charset=charset,
    )
