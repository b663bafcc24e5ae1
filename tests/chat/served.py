"""A real web server with a model that does what it is told, and a library to ask."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx

from pramana.llm.testing import ModelServer, model_server, says
from tests.api.server import Web, end, free_port, running_web, wait_until_served
from tests.chat.conftest import ANSWER
from tests.prepared import PreparedProcess

FILL = """
import django; django.setup()
from pramana.tenancy.selectors import owner_scope
from tests.chat.library import BRIDGE, put
put(owner_scope("served"), "Bridge", BRIDGE)
"""


@dataclass
class Served:
    web: Web
    models: ModelServer
    release: threading.Event = field(default_factory=threading.Event)
    """Until it is set, the model keeps everyone waiting."""

    def hold_answers(self) -> None:
        self.release.clear()
        self.models.otherwise = self._when_released

    def _when_released(self, asked: object) -> Any:
        self.release.wait(60)
        return says(ANSWER)

    def client(self) -> httpx.Client:
        return self.web.client()

    @contextmanager
    def second_web(self) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
        """Another web machine over the same database, as `pramana web` starts it."""
        port = free_port()
        process = PreparedProcess(
            [sys.executable, "-m", "pramana.cli", "web", "--port", str(port)],
            env=self.web.environment,
            stderr=subprocess.DEVNULL,
        )
        web = replace(self.web, url=f"http://127.0.0.1:{port}", process=process)
        try:
            wait_until_served(web)
            with web.client() as client:
                yield process, client
        finally:
            end(process)


@contextmanager
def serving(name: str, folder: Path, **settings: str) -> Iterator[Served]:
    with model_server() as models:
        models.otherwise = says(ANSWER)
        environment = {
            "PRAMANA_EMBEDDINGS": "none",
            "PRAMANA_MODEL": "openai:small",
            "PRAMANA_MODEL_URL": models.openai_url,
            **settings,
        }
        with running_web(name, folder, **environment) as web:
            web.python(FILL)
            served = Served(web, models)
            try:
                yield served
            finally:
                served.release.set()


def frames_of(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    return (json.loads(line[6:]) for line in lines if line.startswith("data: "))
