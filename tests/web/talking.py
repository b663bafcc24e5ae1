"""A web server whose model says a sentence, waits to be let go, and says the next."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from pramana.chat.prompts.compose import Quote, Sentence, write_lines
from pramana.llm.testing import says
from pramana.llm.testing.server import serve_on_loopback
from pramana.llm.testing.wire_formats import OpenAiChat
from tests.api.server import Web, running_web
from tests.web.seed import PASSWORD

PATIENCE = 60
FIRST, SECOND = "Sita Rai signed.", "The bridge over the Kali river has to be ready in 18 months."
ANSWER = write_lines(
    [
        Sentence(text=FIRST, quotes=[Quote(source=1, words="Mayor Sita Rai signed")]),
        Sentence(
            text=SECOND,
            quotes=[Quote(source=1, words="must be finished within eighteen months")],
        ),
    ]
)
FILL = f"""
import django; django.setup()
from pramana.documents.models import Page
from pramana.documents.services import create_collection
from pramana.tenancy.models import User
from pramana.tenancy.selectors import owner_scope
from tests.chat.library import BRIDGE, WATER, put
scope = owner_scope("served")
person = User.objects.get(pk=scope.actor_id)
person.set_password({PASSWORD!r})
person.save()
shown, hidden = create_collection(scope, "Shown"), create_collection(scope, "Hidden")
bridge = put(scope, "Bridge", BRIDGE, collection_id=shown, url="https://docs.example.org/bridge")
Page.objects.create(tenant_id=scope.tenant_id, document_id=bridge, number=0, start=0,
                    end=len(BRIDGE), read_by="parsed", confidence=1.0, flagged=False,
                    script="latin", language="en", headings=[], seconds=0.0)
put(scope, "Water", WATER, collection_id=hidden)
print(person.username, shown, hidden)
"""


@dataclass
class Model:
    """Speaks the OpenAI wire. With `held`, an answer stops in the middle until `release`."""

    url: str = ""
    held: bool = False
    fails: bool = False
    release: threading.Event = field(default_factory=threading.Event)

    def hold(self) -> None:
        self.release.clear()
        self.held = True

    def let_go(self) -> None:
        self.held = False
        self.release.set()


@dataclass(frozen=True)
class Talking:
    web: Web
    model: Model
    person: str
    shown: str
    hidden: str


@contextmanager
def talking(name: str, folder: Path) -> Iterator[Talking]:
    with model() as speaks:
        settings = {
            "PRAMANA_EMBEDDINGS": "none",
            "PRAMANA_MODEL": "openai:small",
            "PRAMANA_MODEL_URL": speaks.url,
        }
        with running_web(name, folder, **settings) as web:
            try:
                yield Talking(web, speaks, *web.python(FILL).split())
            finally:
                speaks.let_go()


@contextmanager
def model() -> Iterator[Model]:
    speaks = Model()
    with serve_on_loopback(_handler(speaks)) as url:
        speaks.url = f"{url}/v1"
        try:
            yield speaks
        finally:
            speaks.let_go()


def _handler(speaks: Model) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            reply = says(ANSWER)
            if speaks.fails:
                self._whole(400, {"error": {"type": "bad", "message": "no"}})
            elif body.get("stream"):
                self._stream(list(OpenAiChat().events(body, reply)))
            else:
                self._whole(200, OpenAiChat().whole(body, reply))

        def _whole(self, status: int, value: Any) -> None:
            content = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def _stream(self, events: list[bytes]) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for at, event in enumerate(events):
                if at == len(events) // 2 and speaks.held:
                    speaks.release.wait(PATIENCE)
                self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")

    return Handler
