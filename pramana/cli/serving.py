"""uvicorn under our own signals, so that what we started is also stopped by us."""

import errno
import os
import signal
import socket
from asyncio import Transport
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pramana.kit.errors import Misconfigured

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


STOPPING = (signal.SIGINT, signal.SIGTERM)
CONNECTIONS = "8"
"""In a web process's pool, unless PRAMANA_DATABASE_POOL says otherwise: opening one costs 1 ms."""

GRACE = 1
"""Seconds an open request may take to end; streams are told to end at once."""


@contextmanager
def bind(host: str, port: int) -> Iterator[socket.socket]:
    """The listening socket, taken before anything is started: a taken port costs nothing."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            raise Misconfigured(_why_not(host, port, error)) from None
        yield listener


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is taken. Stop what uses it, or choose another with --port N."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by this user. Choose one above 1023 with --port N."
    return f"{host} is not an address of this machine. Choose another with --host."


def pool_connections() -> None:
    """Before Django reads its settings; workers go without, as their threads keep their own."""
    os.environ.setdefault("PRAMANA_DATABASE_POOL", CONNECTIONS)


class Server(uvicorn.Server):
    """uvicorn re-raises the signal that ended it, which would skip our own cleaning up."""

    def __init__(self, config: uvicorn.Config, on_stop: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_stop = on_stop

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self._stop) for number in STOPPING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.on_stop()
        self.handle_exit(number, frame)


def serve_web(listener: socket.socket, *, on_stop: Callable[[], None] = lambda: None) -> None:
    """Serve until SIGTERM or Ctrl-C. Streams end with a frame that says so."""
    from pramana.observability.open_streams import stop_streams

    def stop() -> None:
        stop_streams()
        on_stop()

    config = uvicorn.Config(
        "config.asgi:application",
        http=ModestHttp,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    Server(config, stop).run(sockets=[listener])
