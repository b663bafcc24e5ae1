"""Web servers on loopback, and an internet made of them: the network's edge, nothing of ours."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from threading import Thread

import pytest

from pramana.documents.fetching import FetchOptions, addresses

Reply = Callable[[BaseHTTPRequestHandler], None]
PUBLIC = "93.184.216.34"


@dataclass
class Served:
    """A running server: what it serves, and what it was asked."""

    port: int
    routes: dict[str, Reply]
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    @property
    def pages(self) -> list[str]:
        """What was asked, robots.txt apart."""
        return [path for path in self.asked if path != "/robots.txt"]

    def options(self, **changes: object) -> FetchOptions:
        return FetchOptions(**{"allow": (self.host,), "pause_seconds": 0.0, **changes})


def page(body: bytes | str, kind: str = "text/html", status: int = 200, **headers: str) -> Reply:
    content = body.encode() if isinstance(body, str) else body

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        if kind:
            handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(content)

    return reply


def redirect(to: str, status: int = 302) -> Reply:
    return page(b"", status=status, Location=to)


def raw(*pieces: bytes | Callable[[], object]) -> Reply:
    """Bytes exactly as given, with whatever is done between them."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        for piece in pieces:
            if callable(piece):
                piece()
            else:
                handler.wfile.write(piece)
        handler.close_connection = True

    return reply


def forever(head: bytes, piece: bytes, between: Callable[[], object] = lambda: None) -> Reply:
    """A body that ends only when the reader goes away."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(head)
        while True:
            handler.wfile.write(piece)
            between()

    return reply


@contextmanager
def serving(routes: dict[str, Reply], tls: SSLContext | None = None) -> Iterator[Served]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            served.headers.append({name.lower(): text for name, text in self.headers.items()})
            missing = page("not here", status=404)
            with suppress(OSError):
                served.routes.get(self.path, served.routes.get("*", missing))(self)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """A client that leaves is what many of these tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    served = Served(server.server_address[1], routes)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


class Internet:
    """Names and public addresses that lead to servers on loopback."""

    def __init__(self) -> None:
        self.names: dict[str, list[list[str]]] = {}
        self.machines: dict[tuple[str, int], int] = {}
        self.looked_up: list[str] = []
        self.connected: list[tuple[str, int]] = []
        self._connect = socket.create_connection

    def name(self, host: str, *answers: list[str]) -> None:
        """What the name server says, one answer after another; the last one stays."""
        self.names[host] = list(answers)

    def machine(self, served: Served, address: str = PUBLIC, port: int = 80) -> None:
        self.machines[(address, port)] = served.port

    def look_up(self, host: str, port: int) -> list[str]:
        self.looked_up.append(host)
        answers = self.names.get(host)
        if answers is None:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def connect(self, address: tuple[str, int], *rest: object, **named: object) -> socket.socket:
        self.connected.append(address)
        there = self.machines.get(address)
        if there is None and not address[0].startswith("127."):
            raise OSError("no route to host")
        where = ("127.0.0.1", there) if there else address
        return self._connect(where, *rest, **named)


@pytest.fixture
def internet(monkeypatch: pytest.MonkeyPatch) -> Internet:
    made = Internet()
    monkeypatch.setattr(addresses, "look_up", made.look_up)
    monkeypatch.setattr(socket, "create_connection", made.connect)
    return made
