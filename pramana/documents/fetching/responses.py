"""HTTP responses: a redirect, the page, or the reason for a refusal.

A body is unpacked in small pieces, so that a compression bomb never becomes large.
"""

import hashlib
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from pathlib import PurePosixPath
from tempfile import SpooledTemporaryFile
from typing import IO

from httpcore import Response
from httpx import URL, Headers, InvalidURL

from pramana.documents.fetching.addresses import host_of, normalise_url, parse_url
from pramana.documents.fetching.contracts import FetchedPage, Validators
from pramana.documents.fetching.errors import (
    BadUrl,
    ContentTypeRefused,
    FetchFailed,
    FetchTooLarge,
)

MAX_PIECE = 64 * 1024
IN_MEMORY = 1024 * 1024
GZIP_MAGIC = b"\x1f"
"""The first byte of a gzip member."""


@dataclass(frozen=True, slots=True)
class Body:
    """A body in a temporary file, in memory while it is small."""

    file: IO[bytes]
    size: int
    sha256: str


def store_body(
    chunks: Iterable[bytes], *, encoding: str, limit: int, truncate: bool = False
) -> Body:
    """Unpack and store a body of at most `limit` bytes; `truncate` cuts a longer one."""
    file: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - the caller closes it
    digest, size = hashlib.sha256(), 0
    try:
        for piece in unpack(chunks, encoding):
            if size + len(piece) > limit and not truncate:
                raise FetchTooLarge(limit)
            piece = piece[: limit - size]
            size += file.write(piece)
            digest.update(piece)
            if truncate and size >= limit:
                break
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return Body(file, size, digest.hexdigest())


def unpack(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Undo the Content-Encoding, at most `MAX_PIECE` bytes at a time.

    We accept only gzip, and unpack only one layer of it.
    """
    if encoding in ("", "identity"):
        yield from chunks
    elif encoding in ("gzip", "x-gzip"):
        yield from gunzip(chunks)
    else:
        raise FetchFailed(
            f"The server uses an encoding that was not requested ({encoding[:40]}). "
            "Download it yourself and upload it."
        )


def gunzip(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack all members of a gzip stream; a damaged or incomplete one is an error.

    Padding after the last member is ignored, as browsers do.
    """
    member, begun = zlib.decompressobj(wbits=31), False
    try:
        for chunk in chunks:
            while chunk:
                if member.eof and not chunk.startswith(GZIP_MAGIC):
                    return
                if member.eof:
                    member = zlib.decompressobj(wbits=31)
                yield member.decompress(chunk, MAX_PIECE)
                begun = True
                chunk = member.unused_data if member.eof else member.unconsumed_tail
        while begun and not member.eof and (piece := member.decompress(b"", MAX_PIECE)):
            yield piece
    except zlib.error as error:
        raise FetchFailed("The server sent a damaged page. Try again later.") from error
    if begun and not member.eof:
        raise FetchFailed(
            "The server closed the connection in the middle of the page. Try again later."
        )


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
READABLE_TYPES = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/x-markdown": ".md",
    "application/pdf": ".pdf",
    "application/x-pdf": ".pdf",
    "application/msword": ".doc",
    WORD: ".docx",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/webp": ".webp",
    "image/tiff": ".tiff",
}
UNSPECIFIC_TYPES = frozenset({"", "application/octet-stream", "binary/octet-stream"})
"""For these the extension in the URL decides; the reader checks the bytes."""

MAX_NAME = 120
FILE_EXTENSION = re.compile(r"\.[a-z][a-z0-9]{1,4}$", re.IGNORECASE)


def parse_content_type(header: str) -> tuple[str, str]:
    """The type and the charset of a Content-Type header.

    >>> parse_content_type('Text/HTML; charset="UTF-8"')
    ('text/html', 'utf-8')
    """
    message = Message()
    message["content-type"] = header if header.isprintable() else ""
    return header.partition(";")[0].strip().lower(), message.get_content_charset("")


def extension_for(content_type: str, url: URL) -> str | None:
    """The file extension for a content type; None where it cannot be read."""
    suffix = PurePosixPath(url.path).suffix.lower()
    known = {*READABLE_TYPES.values(), ".htm", ".jpeg", ".tif", ".markdown"}
    if content_type in UNSPECIFIC_TYPES:
        return suffix if suffix in known else None
    if content_type == "text/plain" and suffix in (".md", ".markdown"):
        return suffix
    return READABLE_TYPES.get(content_type)


def filename_for(url: URL, suffix: str) -> str:
    """A file name for the page: the last part of its path, or its host.

    >>> filename_for(URL("https://example.com/papers/report.php?id=3"), ".pdf")
    'report.pdf'
    """
    stem = FILE_EXTENSION.sub("", PurePosixPath(url.path).name) or host_of(url)
    clean = "".join(char if char.isprintable() and char not in "/\\:" else "-" for char in stem)
    return f"{clean[:MAX_NAME].strip(' .') or 'page'}{suffix}"


REDIRECTS = frozenset({301, 302, 303, 307, 308})
DAY = 86_400
MAX_VALIDATOR = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchRequest:
    """What to fetch, and how much of it."""

    limit: int
    choose_extension: Callable[[str, URL], str | None] = extension_for
    """Chooses the file extension by content type and URL; None refuses the response."""

    known: Validators | None = None
    truncate: bool = False
    """Whether the beginning of a longer body is enough."""

    obey_robots: bool = True
    """Whether robots.txt is read first; False only for robots.txt itself."""

    def validators(self, url: URL) -> Validators | None:
        """The validators, if they are for this URL; a redirect may pass other URLs."""
        at_home = self.known is not None and self.known.url == normalise_url(str(url))
        return self.known if at_home else None


def next_url(url: URL, response: Response) -> URL | None:
    """The target of a redirect; None for any other response."""
    location = Headers(response.headers).get("location")
    if response.status not in REDIRECTS or not location:
        return None
    try:
        return parse_url(str(url.join(location.strip().replace(" ", "%20"))))
    except (InvalidURL, UnicodeError, ValueError) as error:
        raise BadUrl(f"{url} redirects to something that is not an address.") from error


def read_response(url: URL, response: Response, request: FetchRequest, at: datetime) -> FetchedPage:
    """The page, with its body read within the limit of the request."""
    headers, known = Headers(response.headers), request.validators(url)
    if response.status == 304 and known is not None:
        return _unchanged(known, at)
    if response.status not in (200, 203):
        raise FetchFailed.answered(str(url), response.status, _retry_after(headers))
    content_type, charset = parse_content_type(headers.get("content-type", ""))
    suffix = request.choose_extension(content_type, url)
    if suffix is None:
        raise ContentTypeRefused(content_type)
    _check_length(headers, request)
    encoding = headers.get("content-encoding", "").strip().lower()
    body = store_body(
        response.iter_stream(), encoding=encoding, limit=request.limit, truncate=request.truncate
    )
    return FetchedPage(
        url=normalise_url(str(url)),
        status=response.status,
        content_type=content_type,
        charset=charset,
        filename=filename_for(url, suffix),
        body=body.file,
        size=body.size,
        sha256=body.sha256,
        fetched_at=at,
        etag=headers.get("etag", "")[:MAX_VALIDATOR],
        last_modified=headers.get("last-modified", "")[:MAX_VALIDATOR],
    )


def _unchanged(known: Validators, at: datetime) -> FetchedPage:
    body = store_body((), encoding="", limit=0)
    return FetchedPage(
        url=known.url,
        status=304,
        content_type="",
        charset="",
        filename="",
        body=body.file,
        size=0,
        sha256="",
        fetched_at=at,
        etag=known.etag,
        last_modified=known.last_modified,
    )


def _check_length(headers: Headers, request: FetchRequest) -> None:
    """Refuse at once where the server announces too much; it may still send more than it says."""
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length) > request.limit and not request.truncate:
        raise FetchTooLarge(request.limit)


def _retry_after(headers: Headers) -> int | None:
    seconds = headers.get("retry-after", "").strip()
    return min(int(seconds[:9]), DAY) if seconds.isdecimal() else None
