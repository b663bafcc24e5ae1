"""A server of models on loopback: real HTTP, providers' wire formats, bad manners on request."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from pramana.llm.testing import wire_anthropic, wire_embeddings, wire_google, wire_openai
from pramana.llm.testing.loopback import Played, listening
from pramana.llm.testing.replies import Misbehaviour, Reply, says

Script = Callable[["Asked"], Reply]


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]


@dataclass
class ModelServer(Played[Asked, Reply]):
    otherwise: Reply | Script = field(default_factory=lambda: says("Hello."))
    at_once: int = 0
    """How many requests were being answered together, at most."""
    _now: int = 0

    @property
    def openai_url(self) -> str:
        return f"{self.url}/v1"

    @contextmanager
    def counting(self) -> Iterator[None]:
        with self._lock:
            self._now += 1
            self.at_once = max(self.at_once, self._now)
        try:
            yield
        finally:
            with self._lock:
                self._now -= 1


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """A server on a free port of loopback, stopped on leaving."""
    server = ModelServer()
    with listening(_handler(server)) as server.url:
        try:
            yield server
        finally:
            server.stopped.set()


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(_Conversation):
        models = server

    return Handler


class _Conversation(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    models: ModelServer

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the text of requests belongs in no log."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", "0"))) or "{}")
        asked = Asked(self.path.partition("?")[0], body, dict(self.headers.items()))
        with self.models.counting():
            reply = self.models.reply_to(asked)
            self.models.stopped.wait(reply.delay)
            self._reply(asked, reply)

    def _reply(self, asked: Asked, reply: Reply) -> None:
        if reply.misbehaviour is Misbehaviour.HANG:
            self.models.stopped.wait(60)
            self.close_connection = True
        elif reply.misbehaviour is Misbehaviour.GARBLE:
            self._send(200, b'{"choices": [{"mess', reply)
        elif reply.status >= 400:
            error = {"type": reply.error, "code": reply.error, "message": "said by the server"}
            self._send_json(reply.status, {"type": "error", "error": error}, reply)
        elif asked.path.endswith("/messages"):
            self._speak(wire_anthropic, asked, reply)
        elif asked.path.endswith("/chat/completions"):
            self._speak(wire_openai, asked, reply)
        elif asked.path.endswith("enerateContent"):
            self._speak(wire_google, asked, reply)
        else:
            self._send_json(200, wire_embeddings.embedded(asked.path, asked.body), reply)

    def _speak(self, wire: Any, asked: Asked, reply: Reply) -> None:
        reply = reply.spoken(wire.output_tool(asked.body))
        if asked.body.get("stream") or ":stream" in asked.path:
            self._stream(list(wire.events(asked.body, reply)), reply)
        elif reply.misbehaviour is Misbehaviour.BREAK:
            self.close_connection = True
        else:
            self._send_json(200, wire.whole(asked.body, reply), reply)

    def _stream(self, events: list[bytes], reply: Reply) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        if reply.misbehaviour is not Misbehaviour.NONE:
            events = events[: len(events) // 2]
        for event in events:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
            self.wfile.flush()
        if reply.misbehaviour is Misbehaviour.BREAK:
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _send_json(self, status: int, value: Any, reply: Reply) -> None:
        self._send(status, json.dumps(value).encode(), reply)

    def _send(self, status: int, body: bytes, reply: Reply) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
