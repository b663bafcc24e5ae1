"""Folders on the server that the operator opened to a tenant: to follow, and to search in research.

A file is opened only below an open folder, and never through a link.
"""

import os
import stat
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from mimetypes import guess_type
from pathlib import Path, PurePosixPath
from time import monotonic
from typing import IO
from urllib.parse import unquote, urlsplit

from django.conf import settings

from pramana.documents.fetching import FetchedPage, FetchError, FetchOptions
from pramana.documents.fetching.responses import store_body
from pramana.external.adapters.providers import address_words
from pramana.external.contracts import ProviderResult
from pramana.external.errors import ProviderError
from pramana.external.selectors.preview import MOST_BYTES, beginning_of
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.language.stems import content_stems, stems
from pramana.sources.contracts import FolderSettings, RemoteFile, RemoteItem, SourceKind
from pramana.sources.errors import BadSource, ItemUnavailable, SourceUnavailable
from pramana.tenancy.selectors import tenant_slug

UNFINISHED = (".part", ".partial", ".crdownload", ".download", ".tmp", "~")
"""How programs name files that they are still writing."""


def open_folders(scope: Scope) -> list[str]:
    """The folders on the server that the operator opened to the tenant."""
    prefix = f"{tenant_slug(scope)}:"
    entries = settings.PRAMANA.watch_folders
    return [entry.removeprefix(prefix) for entry in entries if entry.startswith(prefix)]


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


MOST_FILES = 5_000
"""How many files of a folder are considered."""
CHUNK = 1024 * 1024
LONGEST_SNIPPET = 400
REMEMBERED = 500
"""How many beginnings of files a process keeps, each until its file changes."""


@dataclass(frozen=True)
class FolderFile:
    """A file below an open folder. Another size or time means that it has changed."""

    folder: str
    key: str
    size: int
    changed_ns: int

    @property
    def url(self) -> str:
        return Path(self.folder, self.key).as_uri()

    @property
    def words(self) -> str:
        return address_words(Path("/", self.key).as_uri())

    @property
    def day(self) -> str:
        return datetime.fromtimestamp(self.changed_ns / 1e9, UTC).date().isoformat()


@dataclass(frozen=True)
class FolderProvider:
    """Finds files below the open folders. It sends the query nowhere, and needs no key."""

    folders: Sequence[str]
    seconds: float
    """How long files may be read. Those that were not reached are found by their names only."""
    name: str = "folder"

    def search(self, query: str, *, most: int) -> Sequence[ProviderResult]:
        """The files that share words with the query, best first, newer ones first."""
        wanted = set(content_stems(stems(query)))
        results = list[ProviderResult]()
        ends = monotonic() + self.seconds
        for file in self._files(wanted):
            text = _beginning(file) if monotonic() < ends else ""
            if shared := wanted.intersection((*stems(file.words), *stems(text))):
                score = round(len(shared) / len(wanted), 3)
                results.append(_result(file, score, _snippet(text, wanted)))
        results.sort(key=lambda each: (each.score, each.published), reverse=True)
        return results[:most]

    def _files(self, wanted: set[str]) -> list[FolderFile]:
        """All files: those whose names share most words with the query first, then newer ones."""
        if not self.folders:
            raise ProviderError(
                "No folder is open to your tenant. An operator opens folders with "
                "PRAMANA_WATCH_FOLDERS."
            )
        try:
            files = [file for folder in self.folders for file in _files_below(folder)]
        except AppError as error:
            raise ProviderError(error.message) from None
        return sorted(
            files,
            key=lambda file: (len(wanted.intersection(stems(file.words))), file.changed_ns),
            reverse=True,
        )


def _files_below(folder: str) -> Iterator[FolderFile]:
    described = FolderSettings(kind=SourceKind.FOLDER, path=folder)
    items = FolderConnector(described, [folder], MOST_BYTES).list_items()
    for item in islice(items, MOST_FILES):
        size, _, changed_ns = item.version.partition("-")
        yield FolderFile(folder, item.key, int(size), int(changed_ns))


@lru_cache(REMEMBERED)
def _beginning(file: FolderFile) -> str:
    """The beginning of a file's text; empty if it is too large or cannot be read."""
    if file.size > MOST_BYTES:
        return ""
    try:
        with _open_page(file.folder, file.key, MOST_BYTES) as page:
            return beginning_of(page)
    except AppError:
        return ""


def _result(file: FolderFile, score: float, snippet: str) -> ProviderResult:
    return ProviderResult(
        url=file.url,
        title=file.key,
        snippet=snippet or file.key,
        score=score,
        content_type=guess_type(file.key)[0] or "",
        published=file.day,
        is_file=True,
    )


def _snippet(text: str, wanted: set[str]) -> str:
    """The paragraph that shares most words with the query, and what follows it."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    best = max(range(len(lines)), key=lambda at: len(wanted.intersection(stems(lines[at]))))
    return " ".join(lines[best : best + 5])[:LONGEST_SNIPPET]


@dataclass(frozen=True)
class FolderFetcher:
    """Reads the files that were found, if they are still below a folder that is open."""

    folders: Sequence[str]
    max_bytes: int

    def fetch(self, url: str) -> FetchedPage:
        parts = urlsplit(url)
        place = PurePosixPath(unquote(parts.path))
        if parts.scheme == "file" and not parts.netloc:
            for folder in self.folders:
                if place.is_relative_to(folder):
                    return _open_page(folder, str(place.relative_to(folder)), self.max_bytes)
        raise FetchError("This file is not in a folder that is open to your tenant.")


def _open_page(folder: str, key: str, max_bytes: int) -> FetchedPage:
    """A file as a page, copied while it is open, so that it cannot change under the reader."""
    try:
        with open_inside(Path(folder).resolve(), key) as content:
            changed = os.fstat(content.fileno()).st_mtime
            pieces = iter(lambda: content.read(CHUNK), b"")
            body = store_body(pieces, encoding="", limit=max_bytes)
    except OSError as error:
        raise FetchError(f"The file cannot be read: {error.strerror}.") from None
    return FetchedPage(
        url=Path(folder, key).as_uri(),
        status=200,
        content_type=guess_type(key)[0] or "",
        charset="",
        filename=PurePosixPath(key).name,
        body=body.file,
        size=body.size,
        sha256=body.sha256,
        fetched_at=utcnow(),
        last_modified=datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds"),
    )


def folder_provider(scope: Scope) -> FolderProvider:
    return FolderProvider(open_folders(scope), settings.PRAMANA.search_timeout_s)


def folder_fetcher(scope: Scope, options: FetchOptions) -> FolderFetcher:
    return FolderFetcher(open_folders(scope), options.max_bytes)
