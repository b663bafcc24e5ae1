"""The web server: the listening socket, uvicorn with our signal handling, and limits on headers."""

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
"""The most bytes of incomplete request headers; browsers and proxies send at most a tenth."""

PATIENCE_S = 30.0
"""Seconds within which the headers of a request must arrive."""


class ModestHttp(HttpToolsProtocol):
    """Closes connections whose headers are too long or too slow. Bodies have their own limits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seen = 0
        self._heads = 0
        """How many complete headers were received on this connection."""
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
"""Database connections in a web process's pool by default; opening one takes 1 ms."""

GRACE = 1
"""Seconds that open requests get to finish; streams are ended at once."""


@contextmanager
def bind(host: str, port: int) -> Iterator[socket.socket]:
    """Bind the socket before anything else starts, so that a port in use is reported at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            raise Misconfigured(_bind_problem(host, port, error)) from None
        yield listener


def _bind_problem(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is in use. Stop the program that uses it, "
            "or choose another port with --port N."
        )
    if error.errno == errno.EACCES:
        return f"This user may not use port {port}. Choose one above 1023 with --port N."
    return f"{host} is not an address of this machine. Choose another with --host."


def pool_connections() -> None:
    """Turn on the connection pool. Call this before Django reads its settings.

    Workers have no pool, because each of their threads keeps its own connection.
    """
    os.environ.setdefault("PRAMANA_DATABASE_POOL", CONNECTIONS)


class Server(uvicorn.Server):
    """uvicorn without its re-raised signals, which would skip our cleanup."""

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
    """Serve until SIGTERM or Ctrl-C. Open streams end with a frame that says so."""
    from pramana.chat.warm_up import start_warm_up
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
    start_warm_up()
    Server(config, stop).run(sockets=[listener])
    write_ledger()


def write_ledger() -> None:
    """Write the last rows of the model ledger while the database is still there."""
    from pramana.llm.ledger import LEDGER

    LEDGER.flush(timeout=1.5)
