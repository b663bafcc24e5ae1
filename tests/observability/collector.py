"""A loopback OTLP collector that keeps what it is sent."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from pramana.llm.testing.server import serve_on_loopback
from pramana.observability import tracing


@dataclass
class Collector:
    url: str
    bodies: list[bytes] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)


@contextmanager
def collecting() -> Iterator[Collector]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            packed = self.headers.get("Content-Encoding") == "gzip"
            collector.bodies.append(gzip.decompress(body) if packed else body)
            collector.paths.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Quiet."""

    with serve_on_loopback(Handler) as url:
        collector = Collector(url)
        yield collector
        leave_collector()


def leave_collector() -> None:
    """What still sends to a collector that is gone tries for seconds at each later flush."""
    provider: Any = tracing._provider
    if provider is not None:
        active = provider._active_span_processor
        active.shutdown()
        active._span_processors = ()
