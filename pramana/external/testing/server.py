"""The server itself. It answers in the order it was told to, then with `otherwise`."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from pramana.external.testing.replies import Misbehaviour, Reply, finds
from pramana.external.testing.wires import WIRES
from pramana.llm.testing.loopback import Played, listening

Script = Callable[["Asked"], Reply]


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    path: str
    params: dict[str, str]
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def query(self) -> str:
        return str(self.body.get("query") or self.params.get("q", ""))


@dataclass
class SearchServer(Played[Asked, Reply]):
    otherwise: Reply | Script = field(default_factory=finds)


@contextmanager
def search_server() -> Iterator[SearchServer]:
    """A server on a free port of loopback, stopped on leaving."""
    server = SearchServer()

    class Handler(_Conversation):
        providers = server

    with listening(Handler) as server.url:
        try:
            yield server
        finally:
            server.stopped.set()


class _Conversation(BaseHTTPRequestHandler):
    providers: SearchServer

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: queries and keys belong in no log."""

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        self._answer(json.loads(self.rfile.read(length) or "{}"))

    def _answer(self, body: dict[str, Any]) -> None:
        parts = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(parts.path, dict(parse_qsl(parts.query)), headers, body)
        with suppress(OSError):
            self._reply(asked, self.providers.reply_to(asked))

    def _reply(self, asked: Asked, reply: Reply) -> None:
        if reply.misbehaviour is Misbehaviour.HANG:
            self.providers.stopped.wait(60)
        elif reply.misbehaviour is Misbehaviour.TRICKLE:
            self._trickle()
        elif reply.misbehaviour is Misbehaviour.GARBLE:
            self._send(200, b"<html>not what was asked for</html>", reply)
        elif reply.misbehaviour is Misbehaviour.WRONG:
            self._send(200, json.dumps({"results": "none", "items": 5, "web": []}).encode(), reply)
        elif reply.status >= 300:
            said = {"error": {"code": reply.status, "errors": [{"reason": reply.reason}]}}
            self._send(reply.status, json.dumps(said).encode(), reply)
        else:
            self._send(200, json.dumps(WIRES[asked.path](reply.pages)).encode(), reply)

    def _trickle(self) -> None:
        self.send_response(200)
        self.end_headers()
        while not self.providers.stopped.wait(0.05):
            self.wfile.write(b" ")
            self.wfile.flush()

    def _send(self, status: int, content: bytes, reply: Reply) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        whole = reply.misbehaviour is not Misbehaviour.BREAK
        self.wfile.write(content if whole else content[: len(content) // 2])
