"""What a server answered: another address, the page, or a reason why not."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from httpcore import Response
from httpx import URL, Headers, InvalidURL

from pramana.documents.fetching.bodies import kept
from pramana.documents.fetching.contracts import Fetched, Validators
from pramana.documents.fetching.errors import (
    BadUrl,
    ContentTypeRefused,
    FetchFailed,
    FetchTooLarge,
)
from pramana.documents.fetching.kinds import extension, filename, named_type
from pramana.documents.fetching.urls import normalise_url, parse_url

REDIRECTS = frozenset({301, 302, 303, 307, 308})
DAY = 86_400
LONGEST_VALIDATOR = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What is fetched, and how much of it."""

    limit: int
    takes: Callable[[str, URL], str | None] = extension
    """From content type and address to an extension, or None to refuse."""

    known: Validators | None = None
    cut: bool = False
    """Whether the beginning of something too long will do."""

    obeys: bool = True
    """Whether robots.txt is asked first; only robots.txt itself is not."""

    def validators(self, url: URL) -> Validators | None:
        """What we know of the page at this very address; a redirect may pass others."""
        at_home = self.known is not None and self.known.url == normalise_url(str(url))
        return self.known if at_home else None


def next_url(url: URL, response: Response) -> URL | None:
    """Where a redirect leads; None where the answer is no redirect."""
    location = Headers(response.headers).get("location")
    if response.status not in REDIRECTS or not location:
        return None
    try:
        return parse_url(str(url.join(location.strip().replace(" ", "%20"))))
    except (InvalidURL, UnicodeError, ValueError) as error:
        raise BadUrl(f"{url} redirects to something that is not an address.") from error


def fetched(url: URL, response: Response, errand: Errand, at: datetime) -> Fetched:
    """The page, its body read to the end within the errand's limit."""
    headers, known = Headers(response.headers), errand.validators(url)
    if response.status == 304 and known is not None:
        return _unchanged(known, at)
    if response.status not in (200, 203):
        raise FetchFailed.answered(str(url), response.status, _seconds(headers))
    content_type, charset = named_type(headers.get("content-type", ""))
    ending = errand.takes(content_type, url)
    if ending is None:
        raise ContentTypeRefused(content_type)
    _check_length(headers, errand)
    encoding = headers.get("content-encoding", "").strip().lower()
    body = kept(response.iter_stream(), encoding=encoding, limit=errand.limit, cut=errand.cut)
    return Fetched(
        url=normalise_url(str(url)),
        status=response.status,
        content_type=content_type,
        charset=charset,
        filename=filename(url, ending),
        body=body.file,
        size=body.size,
        sha256=body.sha256,
        fetched_at=at,
        etag=headers.get("etag", "")[:LONGEST_VALIDATOR],
        last_modified=headers.get("last-modified", "")[:LONGEST_VALIDATOR],
    )


def _unchanged(known: Validators, at: datetime) -> Fetched:
    body = kept((), encoding="", limit=0)
    return Fetched(
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


def _check_length(headers: Headers, errand: Errand) -> None:
    """Believe a server that says it will send too much; never one that says it will not."""
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length) > errand.limit and not errand.cut:
        raise FetchTooLarge(errand.limit)


def _seconds(headers: Headers) -> int | None:
    wished = headers.get("retry-after", "").strip()
    return min(int(wished[:9]), DAY) if wished.isdecimal() else None
