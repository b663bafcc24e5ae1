"""A folder on the server. The operator opens folders; links that lead out of them are ignored."""

import os
import stat
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import IO

from pramana.sources.contracts import FolderSettings
from pramana.sources.errors import BadSource, ItemUnavailable, SourceUnavailable
from pramana.sources.ports import RemoteFile, RemoteItem

UNFINISHED = (".part", ".partial", ".crdownload", ".download", ".tmp", "~")
"""How programs name files that they are still writing."""


class FolderConnector:
    lists_everything = True

    def __init__(self, settings: FolderSettings, roots: Sequence[str], max_bytes: int) -> None:
        self._folder = Path(settings.path)
        self._roots = [Path(root).resolve() for root in roots]
        self._max_bytes = max_bytes

    def check(self) -> None:
        self._resolved_folder()

    def close(self) -> None:
        """Nothing is held open."""

    def list_items(self) -> Iterator[RemoteItem]:
        folder = self._resolved_folder()
        for place in _walk(folder):
            key = place.relative_to(folder).as_posix()
            try:
                status = place.stat(follow_symlinks=False)
            except OSError:
                continue  # it went away while we looked
            if stat.S_ISREG(status.st_mode) and _is_storable(key):
                yield RemoteItem(key, f"{status.st_size}-{status.st_mtime_ns}", key)

    def download(self, item: RemoteItem) -> Generator[RemoteFile, None, None]:
        with open_inside(self._resolved_folder(), item.key) as content:
            size = os.fstat(content.fileno()).st_size
            yield RemoteFile(PurePosixPath(item.key).name, content, size)

    def _resolved_folder(self) -> Path:
        """The folder, if it is there and inside one that is open to the tenant."""
        try:
            folder = self._folder.resolve(strict=False)
        except (OSError, RuntimeError, ValueError):
            raise BadSource("This is not a path of a folder.") from None
        if not any(folder == root or root in folder.parents for root in self._roots):
            raise BadSource(
                "This folder is not open to your tenant. An operator opens folders with "
                "PRAMANA_WATCH_FOLDERS."
            )
        if not folder.is_dir():
            raise SourceUnavailable("The folder does not exist, or its disk is not mounted.")
        try:
            next(os.scandir(folder), None)
        except OSError as error:
            raise SourceUnavailable(f"The folder cannot be read: {error.strerror}.") from None
        return folder


def open_inside(folder: Path, key: str) -> IO[bytes]:
    """Open a file below a folder. No part of its path may be a link, even one made just now."""
    *folders, name = PurePosixPath(key).parts or ("",)
    if ".." in (*folders, name) or key.startswith("/"):
        raise ItemUnavailable("The file is not in the folder.")
    try:
        here = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        for each in folders:
            parent = here
            try:
                flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
                here = os.open(each, flags, dir_fd=parent)
            finally:
                os.close(parent)
        try:
            file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=here)
        finally:
            os.close(here)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "its name is not valid"
        raise ItemUnavailable(f"The file cannot be opened: {reason}.") from None
    content = os.fdopen(file, "rb")
    if not stat.S_ISREG(os.fstat(file).st_mode):
        content.close()
        raise ItemUnavailable("This is not a file.")
    return content


def _walk(folder: Path) -> Iterator[Path]:
    """The files below a folder, in order of their names. Links to folders are not followed."""
    for here, folders, files in os.walk(folder, onerror=_raise_unavailable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith((".", "~$")) and not name.endswith(UNFINISHED):
                yield Path(here, name)


def _raise_unavailable(error: OSError) -> None:
    """A folder that cannot be read must not look like one whose files were deleted."""
    raise SourceUnavailable(f"A folder cannot be read: {error.strerror}.") from None


def _is_storable(key: str) -> bool:
    """Whether a name is text; other bytes cannot be stored as such."""
    return not any("\ud800" <= char <= "\udfff" for char in key)
