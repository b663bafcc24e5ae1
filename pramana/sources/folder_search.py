"""Search for research runs in the folders that an operator opened to the tenant.

Files are found by their names and by the beginning of their text. A file is opened only below an
open folder, and never through a link.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from mimetypes import guess_type
from pathlib import Path, PurePosixPath
from time import monotonic
from urllib.parse import unquote, urlsplit

from django.conf import settings

from pramana.documents.fetching import FetchedPage, FetchError, FetchOptions
from pramana.documents.fetching.responses import store_body
from pramana.external.adapters.own_sites import address_words
from pramana.external.contracts import ProviderResult
from pramana.external.errors import ProviderError
from pramana.external.selectors.preview import MOST_BYTES, beginning_of
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.language.stems import content_stems, stems
from pramana.sources.connectors.folder import FolderConnector, open_inside
from pramana.sources.contracts import FolderSettings, SourceKind
from pramana.sources.services.followed import open_folders

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
