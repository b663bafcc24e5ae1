"""The values that fetching takes and returns."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Self

MB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """Limits and choices for fetching. Times are in seconds."""

    allow: tuple[str, ...] = ()
    """Hosts, or `host:port`, that are allowed at any address (PRAMANA_FETCH_ALLOW)."""

    ports: frozenset[int] = frozenset({80, 443, 8080, 8443})
    """The ports allowed on every other host."""

    total_seconds: float = 60.0
    """For one page with its redirects, without the pauses before requests."""

    connect_seconds: float = 10.0
    silence_seconds: float = 20.0
    """The longest wait for the next byte."""

    max_bytes: int = 50 * MB
    """The size of one page, both as received and unpacked."""

    max_redirects: int = 5
    agent: str = "Pramana"
    """Our name, in requests and in robots.txt."""

    pause_seconds: float = 0.25
    """Between two requests to one host; a Crawl-delay may make it longer."""

    longest_pause_seconds: float = 10.0
    """A longer Crawl-delay is reduced to this."""

    per_host: int = 2
    """Concurrent requests to one host."""

    max_urls: int = 1_000
    """Pages of one site."""

    max_sitemaps: int = 50
    max_sitemap_bytes: int = 100 * MB
    """All sitemaps of one site together, unpacked."""

    max_depth: int = 6
    """Links followed from the first page on a site without a sitemap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Validators:
    """The validators of a stored page, for a conditional request."""

    url: str
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedPage:
    """A fetched page. `body` is a temporary file, which the `with` statement closes."""

    url: str
    """The URL after all redirects; `redirects` are the URLs before it."""

    status: int
    content_type: str
    charset: str
    """As the server states it, or empty."""

    filename: str
    """From the URL, with the extension for the content type."""

    body: IO[bytes]
    size: int
    sha256: str
    fetched_at: datetime
    etag: str = ""
    last_modified: str = ""
    redirects: tuple[str, ...] = ()

    @property
    def unchanged(self) -> bool:
        """Whether the server answered that the page has not changed."""
        return self.status == 304

    @property
    def validators(self) -> Validators:
        return Validators(url=self.url, etag=self.etag, last_modified=self.last_modified)

    def content(self) -> bytes:
        """The whole body; `body` is at its beginning again."""
        self.body.seek(0)
        content = self.body.read()
        self.body.seek(0)
        return content

    def chunks(self, size: int = MB) -> Iterator[bytes]:
        self.body.seek(0)
        while chunk := self.body.read(size):
            yield chunk

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.body.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoveredPage:
    """A page that belongs to a site."""

    url: str
    modified: str = ""
    """`lastmod` as written in the sitemap."""

    page: FetchedPage | None = None
    """The page itself, if it was already fetched to find its links."""
