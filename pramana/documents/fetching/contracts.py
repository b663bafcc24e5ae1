"""What fetching takes and gives."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Self

MB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """Limits and choices. Times are seconds."""

    allow: tuple[str, ...] = ()
    """Hosts, or `host:port`, that may be asked whatever their address is (PRAMANA_FETCH_ALLOW)."""

    ports: frozenset[int] = frozenset({80, 443, 8080, 8443})
    """Ports that may be asked on every other host."""

    total_seconds: float = 60.0
    """For one page with its redirects, waiting one's turn excepted."""

    connect_seconds: float = 10.0
    silence_seconds: float = 20.0
    """The longest wait for the next byte."""

    max_bytes: int = 50 * MB
    """Of one page, on the wire and unpacked."""

    max_redirects: int = 5
    agent: str = "Pramana"
    """Our name, in requests and in robots.txt."""

    pause_seconds: float = 0.25
    """Between two requests to one host; a Crawl-delay may make it longer."""

    longest_pause_seconds: float = 10.0
    """A Crawl-delay beyond this is cut to it."""

    per_host: int = 2
    """Requests under way at once to one host."""

    max_urls: int = 1_000
    """Addresses that one site gives."""

    max_sitemaps: int = 50
    max_sitemap_bytes: int = 100 * MB
    """Of all sitemaps of one site, unpacked."""

    max_depth: int = 6
    """Links followed from the first page, where there is no sitemap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Validators:
    """What a server said of a page we have, so that it may answer "unchanged"."""

    url: str
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """One answer. `body` is a file of its own, in memory while small; leaving `with` closes it."""

    url: str
    """Where the page was in the end; `redirects` are the addresses before it."""

    status: int
    content_type: str
    charset: str
    """As the server names it, or empty."""

    filename: str
    """From the address, with the extension of what the server says it is."""

    body: IO[bytes]
    size: int
    sha256: str
    fetched_at: datetime
    etag: str = ""
    last_modified: str = ""
    redirects: tuple[str, ...] = ()

    @property
    def unchanged(self) -> bool:
        """The server says that the page is still the one named by the validators."""
        return self.status == 304

    @property
    def validators(self) -> Validators:
        return Validators(url=self.url, etag=self.etag, last_modified=self.last_modified)

    def content(self) -> bytes:
        """All of it at once; `body` stands at its beginning again."""
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
class Found:
    """An address that belongs to a site."""

    url: str
    modified: str = ""
    """`lastmod` of the sitemap, as written there."""

    page: Fetched | None = None
    """The page itself where finding links meant fetching it, so that nobody asks twice."""
