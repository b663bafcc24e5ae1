"""A whole product under mixed load, whose parts are killed at random while it goes on."""

import json
import os
import random
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import psycopg

from pramana.postgres.server import use_server
from pramana.postgres.testing import processes_in
from tests.product import Product, alive, children, running_product
from tests.soak.load import PATIENCE, Load, under_load
from tests.waiting import wait_until

PARTS = ("worker", "database", "web")
CUT_OFF = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""What a restart of a server that others share looks like from here."""


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
        self.urls = [self.url]
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


def under_fire(on: Target, seconds: float, *, seed: int, kills: int | None = None) -> Load:
    """All kinds of load for so long, or for so many kills; then the load as its senders saw it."""
    with under_load(on, seed=seed) as load:
        _kill_at_random(on, load, seconds, random.Random(seed), kills)
    return load


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
