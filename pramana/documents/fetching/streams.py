"""A connection that ends in time: one limit on seconds and one on bytes, however it dribbles."""

import ssl
from time import monotonic
from typing import Any

import httpcore

from pramana.documents.fetching.errors import FetchTimeout, FetchTooLarge

HEADERS = 128 * 1024
"""What an answer may hold beside its body; the head alone ends at 100 kB (h11)."""

CHUNK = 64 * 1024


class Allowance:
    """What one answer may take: seconds in all, and bytes on the wire."""

    def __init__(self, host: str, *, seconds: float, limit: int) -> None:
        self._host, self._limit = host, limit
        self._ends = monotonic() + seconds
        self._bytes_left = limit + limit // 8 + HEADERS

    def seconds(self, wanted: float | None) -> float:
        left = self._ends - monotonic()
        if left <= 0:
            raise FetchTimeout(self._host)
        return left if wanted is None else min(left, wanted)

    def take(self, received: bytes) -> bytes:
        self._bytes_left -= len(received)
        if self._bytes_left < 0:
            raise FetchTooLarge(self._limit)
        return received


class LimitedStream(httpcore.NetworkStream):
    """A connection on which nothing outlasts or outgrows the allowance, however it dribbles."""

    def __init__(self, stream: httpcore.NetworkStream, allowance: Allowance) -> None:
        self._stream, self._allowance = stream, allowance

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        seconds = self._allowance.seconds(timeout)
        return self._allowance.take(self._stream.read(min(max_bytes, CHUNK), seconds))

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
