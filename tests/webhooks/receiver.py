"""A receiver on loopback that checks signatures by itself, after the specification."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass
class Receiver:
    """What arrived, and what is answered next."""

    port: int
    events: list[dict[str, Any]] = field(default_factory=list)
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    """Answers to the next requests; 200 when there are none."""
    headers: dict[str, str] = field(default_factory=dict)
    """Further headers of each answer."""

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}/hook?from=pramana"

    def take(self, headers: dict[str, str], body: bytes) -> int:
        self.requests.append((headers, body))
        status = self.statuses.pop(0) if self.statuses else 200
        if status == 200:
            self.events.append(json.loads(body))
        return status

    def signed_by(self, secret: str) -> list[bool]:
        """For each request, whether one of its signatures was made with this secret."""
        return [is_signed_by(secret, headers, body) for headers, body in self.requests]


def is_signed_by(secret: str, headers: dict[str, str], body: bytes) -> bool:
    assert secret.startswith("whsec_")
    key = base64.b64decode(secret[len("whsec_") :])
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()
    return f"v1,{expected}" in headers["webhook-signature"].split(" ")


@contextmanager
def running_receiver() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return  # the sender died in the middle of its request
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(receiver.take(headers, body))
            for name, value in {"Content-Length": "0", **receiver.headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver = Receiver(server.server_port)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
