"""One request on the wire: the checked address is the one connected to, and both clocks tick.

The name is resolved and judged inside `connect_tcp`, once per connection, so no second answer of a
name server can move it; TLS and the Host header still carry the name. Proxies of the environment
are not used: they would resolve the name again, out of sight.
"""

import ssl
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache

import httpcore
import httpx

from pramana.documents.fetching.errors import FetchFailed, FetchTimeout
from pramana.documents.fetching.resolving import Guard
from pramana.documents.fetching.streams import Allowance, LimitedStream
from pramana.documents.fetching.urls import host_of


class PinnedBackend(httpcore.NetworkBackend):
    """Connects to addresses that were judged a moment before, and to nothing else."""

    def __init__(self, guard: Guard, allowance: Allowance) -> None:
        self._guard, self._allowance = guard, allowance
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        seconds = self._allowance.seconds(timeout)
        *others, last = self._guard.addresses(host, port, seconds=seconds)
        for address in others:
            try:
                return self._connected(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return self._connected(last, port, timeout)

    def _connected(self, address: str, port: int, timeout: float | None) -> LimitedStream:
        seconds = self._allowance.seconds(timeout)
        stream = self._sockets.connect_tcp(address, port, seconds, socket_options=())
        return LimitedStream(stream, self._allowance)


@cache
def trusted_roots() -> ssl.SSLContext:
    """Made once, because reading the certificates takes longer than most requests."""
    return httpx.create_ssl_context()


@contextmanager
def asked(
    url: httpx.URL,
    headers: Mapping[str, str],
    backend: PinnedBackend,
    *,
    connect_seconds: float,
    silence_seconds: float,
) -> Iterator[httpcore.Response]:
    """The server's answer, its body still unread."""
    timeout = {"connect": connect_seconds, "read": silence_seconds, "write": silence_seconds}
    target = httpcore.URL(
        scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
    )
    all_headers: list[tuple[bytes | str, bytes | str]] = [
        ("Host", url.netloc),
        ("Connection", "close"),
        *headers.items(),
    ]
    pool = httpcore.ConnectionPool(
        trusted_roots() if url.scheme == "https" else None, network_backend=backend
    )
    with _named(host_of(url)), pool:
        extensions = {"timeout": timeout}
        with pool.stream("GET", target, headers=all_headers, extensions=extensions) as answer:
            yield answer


@contextmanager
def _named(host: str) -> Iterator[None]:
    """Errors of the wire, in our words."""
    try:
        yield
    except httpcore.TimeoutException as error:
        raise FetchTimeout(host) from error
    except httpcore.ConnectError as error:
        if isinstance(error.__context__, ssl.SSLError):
            raise FetchFailed(f"The certificate of {host} cannot be trusted.") from error
        raise FetchFailed(f"{host} cannot be reached. Check the address or try later.") from error
    except (httpcore.NetworkError, httpcore.ProtocolError) as error:
        raise FetchFailed(
            f"{host} broke off, or did not answer in HTTP. Try again later."
        ) from error
