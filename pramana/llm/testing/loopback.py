"""An HTTP server on loopback, for fakes of remote services."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Generic, TypeVar

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
