"""HTTP as we take it in: uvicorn's, with an end to what a caller may send before saying anything.

uvicorn keeps a request's head until it is whole, however long it grows and however slowly it comes.
One caller without a key could fill the memory with it, or hold every connection there is.
"""

from asyncio import Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LONGEST_HEAD = 64 * 1024
"""Bytes of a head that is not whole yet; browsers and proxies send a tenth of it at most."""

PATIENCE_S = 30.0
"""For a head to be whole, and for a new connection to begin one."""


class ModestHttp(HttpToolsProtocol):
    """Gives up on a head that is too long or too slow. Bodies have limits of their own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seen = 0
        self._heads = 0
        """How many have become whole on this connection."""
        self._in_head = True

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn
        super().connection_made(transport)
        self._wait_for(self._heads)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._seen = True, 0

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._heads += 1
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._in_head or self.transport.is_closing():
            return
        if not self._seen and self._heads:
            self._wait_for(self._heads)
        self._seen += len(data)
        if self._seen > LONGEST_HEAD:
            self.send_400_response("The request's headers are too long.")

    def _wait_for(self, heads: int) -> None:
        self.loop.call_later(PATIENCE_S, self._give_up, heads)

    def _give_up(self, heads: int) -> None:
        if self._in_head and self._heads == heads:
            self.transport.close()
