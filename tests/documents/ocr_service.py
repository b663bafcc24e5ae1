"""A server on loopback that speaks the wire of Mistral's OCR, well or badly."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Misbehaviour = Callable[["Handler"], None]


class OcrService(ThreadingHTTPServer):
    """Answers with `markdown`, after the misbehaviours that were asked for are used up."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.markdown = ""
        self.next: list[Misbehaviour] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.released = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: OcrService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append({"path": self.path, **json.loads(body)})
        self.server.keys.append(self.headers["Authorization"])
        if self.server.next:
            self.server.next.pop(0)(self)
            return
        page = {"index": 0, "markdown": self.server.markdown, "images": [], "dimensions": None}
        usage = {"pages_processed": 1, "doc_size_bytes": len(body)}
        answer = {"pages": [page], "model": "mistral-ocr-latest", "usage_info": usage}
        self.answer(200, json.dumps(answer))

    def answer(self, status: int, body: str, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *args: object) -> None:
        """Quiet."""


def status(code: int) -> Misbehaviour:
    return lambda handler: handler.answer(code, '{"message": "no"}', Retry_After="0")


def says(body: str) -> Misbehaviour:
    return lambda handler: handler.answer(200, body)


def hangs(handler: Handler) -> None:
    """Says nothing until the test is over."""
    handler.server.released.wait(60)


def drips(handler: Handler) -> None:
    """Sends a byte now and then, so that no single wait is long."""
    handler.answer(200, "")
    while not handler.server.released.wait(0.05):
        handler.wfile.write(b" ")


def breaks_off(handler: Handler) -> None:
    handler.connection.close()


@contextmanager
def ocr_service() -> Iterator[OcrService]:
    server = OcrService()
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        server.server_close()
