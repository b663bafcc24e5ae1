"""Clients of a running product, and a small server that misbehaves on purpose."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from pramana.client import Patience, Pramana
from tests.product import PATIENCE, Product

QUICK = Patience(attempts=4, first_s=0.01, longest_s=0.05)
NOTICE = """Notice of Bhairavi Rural Municipality

The ward office of Bhairavi hired Engineer Dipak Thapa on 3 May 2024 to survey the old canal.
The survey costs 310,000 rupees.
"""


@pytest.fixture
def pramana(product: Product) -> Iterator[Pramana]:
    with Pramana(product.url, product.key, timeout=PATIENCE) as client:
        yield client


@pytest.fixture(scope="session")
def document_id(product: Product) -> str:
    """A document that can be searched."""
    with Pramana(product.url, product.key, timeout=PATIENCE) as client:
        uploaded = client.documents.upload(("bhairavi-notice.txt", NOTICE.encode()))
        return str(client.documents.wait(uploaded.id, timeout=PATIENCE).id)


@dataclass
class Said:
    """An answer: status, headers, and either a body or pieces after which the line is cut."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    pieces: tuple[bytes, ...] = ()


@dataclass
class Script:
    """Scripted answers in order, and the requests that were received."""

    url: str
    answers: list[Said]
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)


@pytest.fixture
def scripted() -> Iterator[Callable[..., Script]]:
    servers: list[ThreadingHTTPServer] = []

    def start(*answers: Said) -> Script:
        script = Script("", list(answers))
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script))
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        script.url = f"http://127.0.0.1:{server.server_port}"
        return script

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def _handler(script: Script) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def handle_one(self) -> None:
            script.bodies.append(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            script.requests.append((self.command, self.path, dict(self.headers)))
            said = script.answers.pop(0)
            content = b"".join(said.pieces) or json.dumps(said.body).encode()
            self.send_response(said.status)
            for name, value in said.headers.items():
                self.send_header(name, value)
            # A stream that is cut promises more than it sends.
            length = len(content) + (100 if said.headers.get("X-Cut") else 0)
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(content)
            self.close_connection = True

        do_GET = do_POST = do_DELETE = handle_one

        def log_message(self, format: str, *args: Any) -> None:
            """Tests are quiet."""

    return Handler
