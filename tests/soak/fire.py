"""A whole product under mixed load, whose parts are killed at random while it goes on."""

import json
import os
import random
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg

from pramana.postgres.server import use_server
from pramana.postgres.testing import processes_in
from tests.product import Product, alive, children, running_product, wait_until

PATIENCE = 300.0
PARTS = ("worker", "database", "web")
CUT_OFF = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""What a restart of a server that others share looks like from here."""
TEXT = "Invoice {n}\nTotal: {n} rupees\n" + "The council met and decided on the bridge. " * 60


@dataclass
class Load:
    """What was sent, and what came of it as the senders saw it."""

    documents: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    extractions: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """Answers nobody should get: a 5xx other than 503."""


class Target:
    """A product on a port and data directory that stay the same through its lives."""

    def __init__(self, data: Path, stack: ExitStack, environment: dict[str, str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.data, self._stack = data, stack
        self._environment = {"DATABASE_URL": "", "PRAMANA_DATA": str(data), **environment}
        self._database = self._environment["DATABASE_URL"]
        self.product = self._started()
        self.url = f"http://127.0.0.1:{self.port}"
        wait_until(lambda: "Your API key" in "".join(self.product.said), PATIENCE)
        self.key = self.product.key

    def _started(self) -> Product:
        running = running_product("--port", str(self.port), **self._environment)
        return self._stack.enter_context(running)

    def kill(self, part: str) -> None:
        """Kill -9, and bring back what nobody else would."""
        serve = self.product.process
        if part == "worker":
            for worker in children(serve.pid):
                os.kill(worker, signal.SIGKILL)
        elif part == "database" and self._database:
            with psycopg.connect(self._database) as connection:
                connection.execute(CUT_OFF)
        elif part == "database":
            os.kill(self._postmaster(), signal.SIGKILL)
        else:
            serve.kill()
            serve.wait()
            self.product = self._started()
        wait_until(self.is_healthy, PATIENCE)

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of its rows: a server somebody else runs, or its own."""
        if self._database:
            yield self._database
            return
        with use_server(self.data) as address:
            yield address

    def _postmaster(self) -> int:
        found = processes_in(self.data)
        return next(pid for pid in found if not _parent(pid) or _parent(pid) not in found)

    def is_healthy(self) -> bool:
        try:
            said = httpx.get(f"{self.url}/health", timeout=30).json()
        except (httpx.HTTPError, json.JSONDecodeError):
            return False
        return bool(said.get("status") == "healthy" and children(self.product.process.pid))


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


@contextmanager
def target(data: Path, **environment: str) -> Iterator[Target]:
    with ExitStack() as stack:
        made = Target(data, stack, environment)
        wait_until(made.is_healthy, PATIENCE)
        yield made
    wait_until(lambda: not any(alive(pid) for pid in processes_in(data)), PATIENCE)


class Sender:
    """One who keeps sending, takes no answer for an answer, and writes down what was said."""

    def __init__(self, on: Target, load: Load, seed: int) -> None:
        self._load, self.chance = load, random.Random(seed)
        self._arrived = False
        reach = {"Authorization": f"Bearer {on.key}"}
        self._client = httpx.Client(base_url=on.url, headers=reach, timeout=120)

    def send(self, path: str, **body: Any) -> httpx.Response | None:
        """The answer, if it was yes; otherwise None, with the reason counted."""
        self._arrived = True
        try:
            answer = self._client.post(path, **body)
        except httpx.ConnectError:
            self._arrived = False
            self._load.counts["nobody there"] += 1
            time.sleep(0.5)
            return None
        except httpx.HTTPError:
            self._load.counts["no answer"] += 1
            return None
        if answer.status_code >= 500 and answer.status_code != 503:
            self._load.wrong.append(f"{path} {answer.status_code} {answer.text[:300]}")
        if not answer.is_success:
            self._load.counts[f"answered {answer.status_code}"] += 1
            return None
        return answer

    def upload(self, number: int) -> None:
        """One without a yes may have been taken in all the same, and is not sent again."""
        files = {"file": (f"{number}.txt", TEXT.format(n=number))}
        if answer := self.send("/api/documents/", files=files):
            self._load.documents.append(answer.json()["id"])
        elif self._arrived:
            self._load.counts["uploads in doubt"] += 1

    def tell(self, number: int) -> None:
        """The same message with the same key until it is accepted: it may be read only once."""
        said = {"content": f"number {number}", "role_type": "user", "role": None}
        body = {"group_id": "g", "messages": [said]}
        headers = {"Idempotency-Key": f"key {number}"}
        wait_until(lambda: self.send("/messages", json=body, headers=headers) is not None, PATIENCE)
        self._load.messages.append(said["content"] or "")

    def ask(self, number: int) -> None:
        if self.send("/chat", json={"query": "What did the council decide on?"}):
            self._load.counts["questions answered"] += 1

    def extract(self, number: int) -> None:
        """From one of those sent earlier; 400 where it has not been read yet."""
        if len(self._load.documents) < 5:
            return
        body = {"document_id": self.chance.choice(self._load.documents[:-4])}
        if answer := self.send("/api/agent/extract", json=body):
            self._load.extractions.append(answer.headers["X-Extraction-ID"])


def under_fire(on: Target, seconds: float, *, seed: int, kills: int | None = None) -> Load:
    """Four senders for so long, or for so many kills; then the load as they saw it."""
    load, done = Load(), threading.Event()
    senders = [Sender(on, load, seed + place) for place in range(4)]
    ways = (senders[0].upload, senders[1].tell, senders[2].ask, senders[3].extract)
    threads = [
        threading.Thread(target=_keep_on, args=(way, sender, done))
        for way, sender in zip(ways, senders, strict=True)
    ]
    for thread in threads:
        thread.start()
    try:
        _kill_at_random(on, load, seconds, random.Random(seed), kills)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    return load


def _keep_on(way: Callable[[int], None], sender: Sender, done: threading.Event) -> None:
    number = 0
    while not done.wait(sender.chance.uniform(0.05, 0.6)):
        way(number)
        number += 1


def _kill_at_random(
    on: Target, load: Load, seconds: float, chance: random.Random, kills: int | None
) -> None:
    """Every part as often as the others, in an order and at moments of chance."""
    ends, waiting = time.monotonic() + seconds, list[str]()
    while (kills is None and time.monotonic() < ends) or (kills or 0) > load.counts["kills"]:
        time.sleep(chance.uniform(0.5, 5))
        waiting = waiting or chance.sample(PARTS, len(PARTS))
        part = waiting.pop()
        on.kill(part)
        load.counts.update(["kills", f"kills of {part}"])
