"""The data directory as Django file storage that survives a power cut."""

import errno
import os
import time
from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage

from pramana.tenancy.errors import StorageFull

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
DATABASE_FULL = "53100"
"""PostgreSQL's code for a disk without room."""
REMEMBERED_S = 60.0
_full_until = 0.0


def is_disk_full(error: BaseException) -> bool:
    """Whether our disk or the database's has no room left. Health knows it for a minute.

    The database's disk may be on another machine, where nobody here can look.
    """
    global _full_until
    cause = getattr(error.__cause__, "sqlstate", None)
    is_full = (isinstance(error, OSError) and error.errno in NO_ROOM) or cause == DATABASE_FULL
    if is_full:
        _full_until = time.monotonic() + REMEMBERED_S
    return is_full


def was_disk_full() -> bool:
    """Whether something found no room within the last minute."""
    return time.monotonic() < _full_until


class DurableFileSystemStorage(FileSystemStorage):
    """Writes to a temporary name, syncs, then renames, so a file is never half written."""

    def save(self, name: str | None, content: Any, max_length: int | None = None) -> str:
        if name is None:
            raise ValueError("A stored file needs a name.")
        place = Path(self.path(name))
        make_private_folder(place.parent)
        part = place.with_name(f"{place.name}.{os.getpid()}.{id(content)}.part")
        try:
            _write_synced(part, content)
            part.rename(place)
        except OSError as error:
            if error.errno in NO_ROOM:
                raise StorageFull() from error
            raise
        finally:
            part.unlink(missing_ok=True)
        _sync(place.parent)
        return name


def make_private_folder(folder: Path) -> None:
    """Create a folder and those above it that are missing, each for our own user only."""
    for each in (*reversed(folder.parents), folder):
        if not each.exists():
            each.mkdir(mode=0o700, exist_ok=True)


def _write_synced(place: Path, content: Any) -> None:
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as file:
        for chunk in content.chunks():
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
