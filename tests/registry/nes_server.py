"""An entity service on loopback that answers correctly, wrongly, slowly or not at all."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from pramana.llm.testing.server import serve_on_loopback

RAM = {
    "id": "entity:person/ram-bahadur-gurung",
    "slug": "ram-bahadur-gurung",
    "type": "person",
    "sub_type": None,
    "names": [
        {
            "kind": "PRIMARY",
            "en": {"full": "Ram Bahadur Gurung", "given": None},
            "ne": {"full": "राम बहादुर गुरुङ"},
        }
    ],
    "misspelled_names": None,
    "attributes": {"district": "Kaski"},
    "version_summary": {
        "version_number": 3,
        "author": {"slug": "editor", "name": "Editor"},
        "change_description": "Checked.",
        "created_at": "2024-05-01T00:00:00Z",
    },
    "created_at": "2024-01-01T00:00:00Z",
}
OTHER = {
    "id": "entity:person/hari-tamang",
    "slug": "hari-tamang",
    "type": "person",
    "names": [{"kind": "PRIMARY", "en": {"full": "Hari Tamang"}}],
}


@dataclass
class Service:
    """`trouble` names what it does instead of a correct answer."""

    url: str = ""
    trouble: str = ""
    asked: list[str] = field(default_factory=list)
    release: threading.Event = field(default_factory=threading.Event)


def answer_for(path: str, query: dict[str, list[str]]) -> tuple[int, Any]:
    entities = {each["id"]: each for each in (RAM, OTHER)}
    if path == "/api/entities" and "ids" in query:
        wanted = query["ids"][0].split(",")
        found = [entities[each] for each in wanted if each in entities]
        missing = [each for each in wanted if each not in entities]
        return 200, {
            "entities": found,
            "total": len(found),
            "requested": len(wanted),
            "not_found": missing,
        }
    if path == "/api/entities":
        return 200, {"entities": [OTHER, RAM], "total": 2, "limit": 100, "offset": 0}
    known = entities.get(unquote(path.removeprefix("/api/entities/")))
    return (200, known) if known else (404, {"detail": {"error": {"code": "NOT_FOUND"}}})


WRONG = {
    "not json": b"<html>",
    "a list": b"[]",
    "no entities": b'{"rows": []}',
    "no record": b'{"entities": [{"id": "entity:person/x"}]}',
    "large": b'{"entities": ["' + b"x" * (9 * 1024 * 1024) + b'"]}',
}
STATUSES = {"broken": 500, "elsewhere": 302}


@contextmanager
def entity_service() -> Iterator[Service]:
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            service.asked.append(self.path)
            if service.trouble == "slow":
                service.release.wait(60)
            address = urlsplit(self.path)
            status, said = answer_for(address.path, parse_qs(address.query))
            body = WRONG.get(service.trouble) or json.dumps(said).encode()
            with suppress(ConnectionError):  # whoever asked may have gone
                self._send(STATUSES.get(service.trouble, status), body)

        def _send(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Location", "http://127.0.0.1:9/")
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if service.trouble == "cut" else body)

        def log_message(self, *arguments: object) -> None:
            """Log nothing."""

    with serve_on_loopback(Handler) as service.url:
        try:
            yield service
        finally:
            service.release.set()
