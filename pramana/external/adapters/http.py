"""Call a search provider over HTTP, with limits on time and size. Errors never quote a key."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx

from pramana.documents.fetching.connection import trusted_roots
from pramana.external.contracts import ProviderResult
from pramana.external.errors import (
    ProviderBadResponse,
    ProviderError,
    ProviderLimited,
    ProviderTimeout,
)
from pramana.kit.texts import storable
from pramana.tenancy.addresses import GuardedTransport

LIMIT = 4 * 1024 * 1024
"""The most bytes of a response. Real responses have at most a few hundred thousand."""

TIMEOUT_S, CONNECT_S = 10.0, 5.0
TIMEOUTS, QUOTA = (408, 504), (429,)


@dataclass(frozen=True)
class ProviderRequest:
    """A request to a provider. Its `repr` shows neither the query nor a key."""

    url: str = field(repr=False)
    params: Mapping[str, str | int] = field(default_factory=dict, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: Mapping[str, Any] | None = field(default=None, repr=False)


class ProviderFormat(Protocol):
    """The request and response format of one provider."""

    @property
    def name(self) -> str: ...

    def request(self, query: str, most: int) -> ProviderRequest: ...
    def parse(self, answer: Any) -> list[ProviderResult]: ...
    def is_quota(self, status: int, answer: Any) -> bool: ...


@dataclass(frozen=True)
class HttpProvider:
    """A search provider that is called over HTTP."""

    format: ProviderFormat
    timeout_s: float = TIMEOUT_S
    is_guarded: bool = False
    """Whether the address obeys the rules of fetching."""

    @property
    def name(self) -> str:
        return self.format.name

    def search(self, query: str, *, most: int) -> Sequence[ProviderResult]:
        with self._translate_errors():
            status, headers, body = self._send(self.format.request(query, most))
        if status >= 300:
            raise self._error_for(status, headers, body)
        try:
            return self.format.parse(json.loads(body))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ProviderBadResponse(
                f"{self.name} sent a response in an unknown format.", upstream=status
            ) from error

    def _send(self, request: ProviderRequest) -> tuple[int, httpx.Headers, bytes]:
        """Status, headers and body. The timeout covers the whole response, not each chunk."""
        until = time.monotonic() + self.timeout_s
        timeout = httpx.Timeout(self.timeout_s, connect=min(CONNECT_S, self.timeout_s))
        headers = {"Accept": "application/json", "Accept-Encoding": "identity", **request.headers}
        with (
            self._client(timeout) as client,
            client.stream(
                "GET" if request.body is None else "POST",
                request.url,
                params=dict(request.params) or None,
                headers=headers,
                json=request.body,
            ) as response,
        ):
            body = bytearray()
            for piece in response.iter_raw():
                body += piece
                if len(body) > LIMIT:
                    raise ProviderBadResponse(f"{self.name} sent more than {LIMIT} bytes.")
                if time.monotonic() > until:
                    raise ProviderTimeout(f"{self.name} did not answer completely in time.")
            return response.status_code, response.headers, bytes(body)

    def _client(self, timeout: httpx.Timeout) -> httpx.Client:
        if self.is_guarded:
            return httpx.Client(timeout=timeout, transport=GuardedTransport())
        return httpx.Client(timeout=timeout, follow_redirects=False, verify=trusted_roots())

    def _error_for(self, status: int, headers: httpx.Headers, body: bytes) -> ProviderError:
        if status in QUOTA or self.format.is_quota(status, _json(body)):
            return ProviderLimited(
                f"{self.name} accepts no more searches for now.",
                upstream=status,
                retry_after_ms=_retry_after(headers),
            )
        if status in TIMEOUTS:
            return ProviderTimeout(f"{self.name} did not answer in time.", upstream=status)
        hint = " Check its key and address in the settings." if status in (401, 403, 404) else ""
        return ProviderError(f"{self.name} answered {status}.{hint}", upstream=status)

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Raise our own errors: those of httpx quote the address, which may hold the key."""
        try:
            yield
        except httpx.TimeoutException:
            raise ProviderTimeout(f"{self.name} did not answer in time.") from None
        except (httpx.RemoteProtocolError, httpx.ReadError):
            raise ProviderBadResponse(
                f"{self.name} closed the connection before its response was complete."
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL):
            raise ProviderError(f"{self.name} cannot be reached. Check its address.") from None


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _retry_after(headers: httpx.Headers) -> int | None:
    seconds = headers.get("retry-after", "").strip()
    return min(int(seconds[:6]), 86_400) * 1000 if seconds.isdecimal() else None


def scored_result(item: dict[str, Any], published: str) -> ProviderResult:
    """A result with the provider's score. `published` names the field with its date."""
    url, title, snippet, day = text_fields(item, "url", "title", "content", published)
    score = item.get("score")
    number = float(score) if isinstance(score, int | float) else None
    return ProviderResult(url=url, title=title, snippet=snippet, published=day, score=number)


def text_fields(item: Any, *names: str) -> list[str]:
    """The named text fields of a result, as storable text. Anything else counts as missing."""
    return [storable(value) if isinstance(value := item.get(name), str) else "" for name in names]


def result_items(listed: Any) -> list[dict[str, Any]]:
    """The results in a list. Raises `TypeError` if the provider sent no list."""
    if not isinstance(listed, list):
        raise TypeError("not a list")
    return [each for each in listed if isinstance(each, dict)]
