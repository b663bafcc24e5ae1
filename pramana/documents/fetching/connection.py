"""One HTTP request to a checked address, with limits on seconds and bytes.

The host name is resolved and checked inside `connect_tcp`, once per connection, so that a second
DNS response cannot change the target. TLS and the Host header still use the name. Proxies from the
environment are not used, because they would resolve the name again.
"""

import ssl
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from time import monotonic
from typing import Any

import httpcore
import httpx

from pramana.documents.fetching.addresses import AddressGuard, host_of
from pramana.documents.fetching.errors import FetchFailed, FetchTimeout, FetchTooLarge

MAX_HEADER_BYTES = 128 * 1024
"""Bytes allowed beside the body; h11 itself limits the headers to 100 kB."""

MAX_READ = 64 * 1024


class Allowance:
    """The limits of one response: seconds in total, and bytes received."""

    def __init__(self, host: str, *, seconds: float, limit: int) -> None:
        self._host, self._limit = host, limit
        self._ends = monotonic() + seconds
        self._bytes_left = limit + limit // 8 + MAX_HEADER_BYTES

    def seconds(self, timeout: float | None) -> float:
        seconds_left = self._ends - monotonic()
        if seconds_left <= 0:
            raise FetchTimeout(self._host)
        return seconds_left if timeout is None else min(seconds_left, timeout)

    def take(self, received: bytes) -> bytes:
        self._bytes_left -= len(received)
        if self._bytes_left < 0:
            raise FetchTooLarge(self._limit)
        return received


class LimitedStream(httpcore.NetworkStream):
    """A connection that ends when its allowance is used up, however slowly it sends."""

    def __init__(self, stream: httpcore.NetworkStream, allowance: Allowance) -> None:
        self._stream, self._allowance = stream, allowance

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        seconds = self._allowance.seconds(timeout)
        return self._allowance.take(self._stream.read(min(max_bytes, MAX_READ), seconds))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._allowance.seconds(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        seconds = self._allowance.seconds(timeout)
        secured = self._stream.start_tls(ssl_context, server_hostname, seconds)
        return LimitedStream(secured, self._allowance)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class PinnedBackend(httpcore.NetworkBackend):
    """Connects only to addresses that the guard has just checked."""

    def __init__(self, guard: AddressGuard, allowance: Allowance) -> None:
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
                return self._connect(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return self._connect(last, port, timeout)

    def _connect(self, address: str, port: int, timeout: float | None) -> LimitedStream:
        seconds = self._allowance.seconds(timeout)
        stream = self._sockets.connect_tcp(address, port, seconds, socket_options=())
        return LimitedStream(stream, self._allowance)


@cache
def trusted_roots() -> ssl.SSLContext:
    """The trusted certificates, loaded once because loading is slower than most requests."""
    return httpx.create_ssl_context()


@contextmanager
def send_request(
    url: httpx.URL,
    headers: Mapping[str, str],
    backend: PinnedBackend,
    *,
    connect_seconds: float,
    silence_seconds: float,
    method: str = "GET",
    body: bytes = b"",
) -> Iterator[httpcore.Response]:
    """The server's response, whose body has not been read yet."""
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
    with _translate_errors(host_of(url)), pool:
        extensions = {"timeout": timeout}
        with pool.stream(
            method, target, headers=all_headers, content=body or None, extensions=extensions
        ) as response:
            yield response


@contextmanager
def _translate_errors(host: str) -> Iterator[None]:
    """Turn errors of httpcore into our own."""
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
            f"{host} closed the connection or did not answer in HTTP. Try again later."
        ) from error
