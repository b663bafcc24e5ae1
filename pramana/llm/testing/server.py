"""A fake model server on loopback: real HTTP, the providers' wire formats, faults on request."""

import hashlib
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Generic, TypeVar

from pramana.llm.testing.wire_formats import (
    AnthropicMessages,
    GoogleContent,
    ModelFault,
    ModelReply,
    OpenAiChat,
    WireFormat,
    says,
)

Asked = TypeVar("Asked")
Reply = TypeVar("Reply")

OFTEN = 0.02
"""Seconds between two checks whether it should stop."""


@dataclass
class ScriptedServer(Generic[Asked, Reply]):
    """A server that gives its scripted replies in order, then `otherwise`."""

    otherwise: Reply | Callable[[Asked], Reply]
    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)
    _replies: deque[Reply] = field(default_factory=deque)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def will(self, *replies: Reply) -> None:
        self._replies.extend(replies)

    def reply_to(self, asked: Asked) -> Reply:
        with self._lock:
            self.asked.append(asked)
            if self._replies:
                return self._replies.popleft()
        return self.otherwise(asked) if callable(self.otherwise) else self.otherwise


@contextmanager
def serve_on_loopback(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve on a free port until the block ends; yields the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(OFTEN,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


DIMENSION = 8

Body = dict[str, Any]


def embedding_response(path: str, body: Body) -> Body:
    """The response of the endpoint that the path belongs to."""
    if path.endswith(":batchEmbedContents"):
        texts = [request["content"]["parts"][0]["text"] for request in body["requests"]]
        return {"embeddings": [{"values": vector_of(text)} for text in texts]}
    if path.endswith("/v2/embed"):
        return {"embeddings": {"float": [vector_of(text) for text in body["texts"]]}}
    rows = [
        {"object": "embedding", "index": index, "embedding": vector_of(text)}
        for index, text in enumerate(body["input"])
    ]
    # Their order is not promised; `index` is.
    return {"object": "list", "model": body["model"], "data": rows[::-1]}


def vector_of(text: str) -> list[float]:
    """The same text always gets the same vector."""
    digest = hashlib.sha256(text.encode()).digest()
    return [byte / 255 for byte in digest[:DIMENSION]]


Script = Callable[["ReceivedRequest"], ModelReply]


@dataclass(frozen=True)
class ReceivedRequest:
    """A request as it was received."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]


@dataclass
class ModelServer(ScriptedServer[ReceivedRequest, ModelReply]):
    otherwise: ModelReply | Script = field(default_factory=lambda: says("Hello."))
    at_once: int = 0
    """The largest number of requests that were answered at the same time."""
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
    with serve_on_loopback(_handler(server)) as server.url:
        try:
            yield server
        finally:
            server.stopped.set()


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    return type("BoundModelHandler", (_ModelHandler,), {"models": server})


class _ModelHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    models: ModelServer

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the text of requests belongs in no log."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", "0"))) or "{}")
        asked = ReceivedRequest(self.path.partition("?")[0], body, dict(self.headers.items()))
        with self.models.counting():
            reply = self.models.reply_to(asked)
            self.models.stopped.wait(reply.delay)
            self._reply(asked, reply)

    def _reply(self, asked: ReceivedRequest, reply: ModelReply) -> None:
        if reply.misbehaviour is ModelFault.HANG:
            self.models.stopped.wait(60)
            self.close_connection = True
        elif reply.misbehaviour is ModelFault.GARBLE:
            self._send(200, b'{"choices": [{"mess', reply)
        elif reply.status >= 400:
            error = {"type": reply.error, "code": reply.error, "message": "said by the server"}
            self._send_json(reply.status, {"type": "error", "error": error}, reply)
        elif asked.path.endswith("/messages"):
            self._speak(AnthropicMessages(), asked, reply)
        elif asked.path.endswith("/chat/completions"):
            self._speak(OpenAiChat(), asked, reply)
        elif asked.path.endswith("enerateContent"):
            self._speak(GoogleContent(), asked, reply)
        else:
            self._send_json(200, embedding_response(asked.path, asked.body), reply)

    def _speak(self, wire: WireFormat, asked: ReceivedRequest, reply: ModelReply) -> None:
        reply = reply.spoken(wire.output_tool(asked.body))
        if asked.body.get("stream") or ":stream" in asked.path:
            self._stream(list(wire.events(asked.body, reply)), reply)
        elif reply.misbehaviour is ModelFault.BREAK:
            self.close_connection = True
        else:
            self._send_json(200, wire.whole(asked.body, reply), reply)

    def _stream(self, events: list[bytes], reply: ModelReply) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        if reply.misbehaviour is not ModelFault.NONE:
            events = events[: len(events) // 2]
        for event in events:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
            self.wfile.flush()
        if reply.misbehaviour is ModelFault.BREAK:
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _send_json(self, status: int, value: Any, reply: ModelReply) -> None:
        self._send(status, json.dumps(value).encode(), reply)

    def _send(self, status: int, body: bytes, reply: ModelReply) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
