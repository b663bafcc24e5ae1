"""Asking a provider over HTTP: bounded in time and size, and never quoting a key."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx

from pramana.documents.fetching.wire import trusted_roots
from pramana.external.contracts.search import Found
from pramana.external.errors import (
    ProviderBadResponse,
    ProviderError,
    ProviderLimited,
    ProviderTimeout,
)
from pramana.kit.texts import storable

LIMIT = 4 * 1024 * 1024
"""Bytes of an answer; the longest of an honest provider has a few hundred thousand."""

TIMEOUT_S, CONNECT_S = 10.0, 5.0
TIMEOUTS, QUOTA = (408, 504), (429,)


@dataclass(frozen=True)
class Request:
    """What is sent. `repr` shows neither the query nor a key."""

    url: str = field(repr=False)
    params: Mapping[str, str | int] = field(default_factory=dict, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: Mapping[str, Any] | None = field(default=None, repr=False)


class Wire(Protocol):
    """One provider's way to be asked and to answer."""

    @property
    def name(self) -> str: ...

    def request(self, query: str, most: int) -> Request: ...
    def found(self, answer: Any) -> list[Found]: ...
    def is_quota(self, status: int, answer: Any) -> bool: ...


@dataclass(frozen=True)
class HttpProvider:
    """A provider that is asked over HTTP."""

    wire: Wire
    timeout_s: float = TIMEOUT_S

    @property
    def name(self) -> str:
        return self.wire.name

    def search(self, query: str, *, most: int) -> Sequence[Found]:
        with self._named():
            status, headers, body = self._asked(self.wire.request(query, most))
        if status >= 300:
            raise self._refused(status, headers, body)
        try:
            return self.wire.found(json.loads(body))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ProviderBadResponse(
                f"{self.name} answered something that is not its format.", upstream=status
            ) from error

    def _asked(self, request: Request) -> tuple[int, httpx.Headers, bytes]:
        """Status, headers and body; the clock runs over the whole answer, not each piece of it."""
        until = time.monotonic() + self.timeout_s
        timeout = httpx.Timeout(self.timeout_s, connect=min(CONNECT_S, self.timeout_s))
        headers = {"Accept": "application/json", "Accept-Encoding": "identity", **request.headers}
        with (
            httpx.Client(timeout=timeout, follow_redirects=False, verify=trusted_roots()) as client,
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
                    raise ProviderBadResponse(f"{self.name} answered more than {LIMIT} bytes.")
                if time.monotonic() > until:
                    raise ProviderTimeout(f"{self.name} did not answer completely in time.")
            return response.status_code, response.headers, bytes(body)

    def _refused(self, status: int, headers: httpx.Headers, body: bytes) -> ProviderError:
        if status in QUOTA or self.wire.is_quota(status, _json(body)):
            return ProviderLimited(
                f"{self.name} takes no more searches for now.",
                upstream=status,
                retry_after_ms=_retry_after(headers),
            )
        if status in TIMEOUTS:
            return ProviderTimeout(f"{self.name} did not answer in time.", upstream=status)
        hint = " Check its key and address in the settings." if status in (401, 403, 404) else ""
        return ProviderError(f"{self.name} answered {status}.{hint}", upstream=status)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Errors of the wire in our words: httpx's own would quote the address with its key."""
        try:
            yield
        except httpx.TimeoutException:
            raise ProviderTimeout(f"{self.name} did not answer in time.") from None
        except (httpx.RemoteProtocolError, httpx.ReadError):
            raise ProviderBadResponse(f"{self.name} broke off its answer.") from None
        except (httpx.HTTPError, httpx.InvalidURL):
            raise ProviderError(f"{self.name} cannot be reached. Check its address.") from None


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _retry_after(headers: httpx.Headers) -> int | None:
    wished = headers.get("retry-after", "").strip()
    return min(int(wished[:6]), 86_400) * 1000 if wished.isdecimal() else None


def scored(item: dict[str, Any], published: str) -> Found:
    """A result with a score of its own; `published` names the field with its date."""
    url, title, snippet, day = texts(item, "url", "title", "content", published)
    score = item.get("score")
    number = float(score) if isinstance(score, int | float) else None
    return Found(url=url, title=title, snippet=snippet, published=day, score=number)


def texts(item: Any, *names: str) -> list[str]:
    """The named texts of a result, as far as they can be kept; what is there but is no text counts
    as missing."""
    return [storable(value) if isinstance(value := item.get(name), str) else "" for name in names]


def items(listed: Any) -> list[dict[str, Any]]:
    """The results of a list; a provider that gives no list did not answer in its format."""
    if not isinstance(listed, list):
        raise TypeError("not a list")
    return [each for each in listed if isinstance(each, dict)]
