"""A server on loopback, for whoever plays one that is elsewhere."""

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
"""Seconds between two looks at whether it should end."""


@dataclass
class Played(Generic[Asked, Reply]):
    """A server that replies in the order it was told to, then with `otherwise`."""

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
def listening(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server on a free port, which ends on leaving."""
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
