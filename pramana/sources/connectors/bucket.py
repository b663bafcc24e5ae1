"""An S3 bucket: listing and getting objects, signed with Signature Version 4."""

import hashlib
import hmac
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from urllib.parse import quote

import httpcore
import httpx

from pramana.documents.fetching.addresses import AddressGuard, host_of, parse_url, port_of
from pramana.documents.fetching.connection import Allowance, PinnedBackend, send_request
from pramana.documents.fetching.contracts import FetchOptions
from pramana.documents.fetching.errors import AddressRefused, BadUrl, FetchError, FetchTooLarge
from pramana.documents.fetching.responses import store_body
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.postgres.loans import return_to_pool
from pramana.sources.connectors.xml_tree import NotXml, XmlElement, parse_xml
from pramana.sources.contracts import BucketSettings, RemoteFile, RemoteItem
from pramana.sources.errors import (
    BadSource,
    CredentialsRefused,
    ItemUnavailable,
    SourceUnavailable,
)

MAX_LISTING_BYTES = 20 * 1024 * 1024
MAX_PAGES = 200
NO_BUCKET = "There is no such bucket."
NOT_ALLOWED = "The server refused the access key, or the key may not list this bucket."
OTHER_REGION = "The bucket is in another region."
REFUSALS: dict[str, tuple[type[AppError], str]] = {
    "AccessDenied": (CredentialsRefused, NOT_ALLOWED),
    "InvalidAccessKeyId": (CredentialsRefused, "The server refused the access key as unknown."),
    "SignatureDoesNotMatch": (CredentialsRefused, "The server refused the secret key."),
    "NoSuchBucket": (BadSource, NO_BUCKET),
    "AuthorizationHeaderMalformed": (BadSource, OTHER_REGION),
    "PermanentRedirect": (BadSource, OTHER_REGION),
    "RequestTimeTooSkewed": (SourceUnavailable, "Our clock and the server's differ too much."),
}
"""What the codes of S3 mean. A wrong clock is no wrong key, so it does not stop the source."""
NO_BODY = hashlib.sha256(b"").hexdigest()


class BucketConnector:
    lists_everything = True

    def __init__(self, settings: BucketSettings, secret: str, options: FetchOptions) -> None:
        self._settings, self._secret, self._options = settings, secret, options
        self._guard = AddressGuard(options.allow, options.ports)
        endpoint = settings.endpoint or f"https://s3.{settings.region}.amazonaws.com"
        self._endpoint = endpoint.rstrip("/")

    def check(self) -> None:
        self._list_page({"max-keys": "1"})

    def close(self) -> None:
        """Nothing is held open."""

    def list_items(self) -> Iterator[RemoteItem]:
        further: dict[str, str] = {}
        for _ in range(MAX_PAGES):
            page = self._list_page(further)
            for entry in page.all("Contents"):
                key, etag = entry.first_text("Key"), entry.first_text("ETag").strip('"')
                if key and not key.endswith("/"):
                    yield RemoteItem(key, f"{entry.first_text('Size')}-{etag}"[:200], key)
            if page.first_text("IsTruncated") != "true":
                return
            token = page.first_text("NextContinuationToken")
            if not token:
                raise SourceUnavailable("The server's list ends in the middle.")
            further = {"continuation-token": token}
        raise SourceUnavailable("The bucket holds too many objects. Follow a narrower prefix.")

    def download(self, item: RemoteItem) -> Generator[RemoteFile, None, None]:
        limit = self._options.max_bytes
        try:
            with self._get(item.key, {}, limit) as response:
                if response.status != 200:
                    raise ItemUnavailable(f"The server answered {response.status} for the object.")
                body = store_body(response.iter_stream(), encoding="", limit=limit)
        except FetchError as error:
            raise ItemUnavailable(error.message) from None
        with body.file:
            yield RemoteFile(item.key.rpartition("/")[2], body.file, body.size)

    def _list_page(self, further: Mapping[str, str]) -> XmlElement:
        query = {"list-type": "2", "prefix": self._settings.prefix, **further}
        try:
            with self._get("", query, MAX_LISTING_BYTES) as response:
                chunks = response.iter_stream()
                body = store_body(chunks, encoding="", limit=MAX_LISTING_BYTES)
                with body.file:
                    return _listing(response.status, body.file.read())
        except (AddressRefused, BadUrl) as error:
            raise BadSource(error.message) from None
        except (FetchError, FetchTooLarge) as error:
            raise SourceUnavailable(error.message) from None

    @contextmanager
    def _get(self, key: str, query: Mapping[str, str], limit: int) -> Iterator[httpcore.Response]:
        return_to_pool()
        path = f"/{self._settings.bucket}/{quote(key, safe='/-_.~')}".rstrip("/")
        url = self._checked_url(f"{self._endpoint}{path}")
        encoded = canonical_query(query)
        if encoded:
            url = url.copy_with(raw_path=url.raw_path + b"?" + encoded.encode("ascii"))
        headers = signed_headers(
            url, self._settings.access_key, self._secret, self._settings.region, at=utcnow()
        )
        seconds = self._options.total_seconds
        allowance = Allowance(host_of(url), seconds=seconds, limit=limit)
        with send_request(
            url,
            headers,
            PinnedBackend(self._guard, allowance),
            connect_seconds=self._options.connect_seconds,
            silence_seconds=self._options.silence_seconds,
        ) as response:
            yield response

    def _checked_url(self, address: str) -> httpx.URL:
        url = parse_url(address)
        if url.scheme != "https" and not self._guard.is_allowed(host_of(url), port_of(url)):
            raise BadUrl("Buckets are read over https://, except on hosts that are allowed.")
        return url


def _listing(status: int, content: bytes) -> XmlElement:
    """The list of a bucket. Only a whole list counts, because what it lacks is deleted here."""
    try:
        root = parse_xml(content)
    except NotXml as error:
        root, reason = XmlElement("", "", {}), f"The server's list cannot be read: {error}."
    else:
        reason = "The server's answer is not the list of a bucket."
    if status == 200 and root.name == "ListBucketResult":
        return root
    if refusal := REFUSALS.get(root.first_text("Code")):
        kind, sentence = refusal
        raise kind(sentence)
    if status in (401, 403):
        raise CredentialsRefused(NOT_ALLOWED)
    if status == 404:
        raise BadSource(NO_BUCKET)
    raise SourceUnavailable(
        reason if status == 200 else f"The server answered {status}. Try again later."
    )


def canonical_query(query: Mapping[str, str]) -> str:
    """The query as it is both signed and sent: sorted, with every reserved character encoded."""
    pairs = sorted((quote(k, safe="-_.~"), quote(v, safe="-_.~")) for k, v in query.items())
    return "&".join(f"{name}={value}" for name, value in pairs)


def signed_headers(
    url: httpx.URL, access_key: str, secret: str, region: str, *, at: datetime
) -> dict[str, str]:
    """The headers of a GET without a body, signed with AWS Signature Version 4 for S3."""
    moment, day = at.strftime("%Y%m%dT%H%M%SZ"), at.strftime("%Y%m%d")
    path, _, query = url.raw_path.decode("ascii").partition("?")
    headers = {
        "host": url.netloc.decode("ascii"),
        "x-amz-content-sha256": NO_BODY,
        "x-amz-date": moment,
    }
    names = ";".join(headers)
    lines = [f"{name}:{value}\n" for name, value in headers.items()]
    request = "\n".join(["GET", path, query, "".join(lines), names, NO_BODY])
    place = f"{day}/{region}/s3/aws4_request"
    digest = hashlib.sha256(request.encode()).hexdigest()
    to_sign = "\n".join(["AWS4-HMAC-SHA256", moment, place, digest])
    key = f"AWS4{secret}".encode()
    for part in (day, region, "s3", "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.new(key, to_sign.encode(), hashlib.sha256).hexdigest()
    return {
        "x-amz-content-sha256": NO_BODY,
        "x-amz-date": moment,
        "Authorization": (
            f"AWS4-HMAC-SHA256 Credential={access_key}/{place}, "
            f"SignedHeaders={names}, Signature={signature}"
        ),
    }
