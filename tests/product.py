"""A whole product in processes of its own: what a newcomer's `./run` starts, on a free port."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx

from pramana.llm.testing import ModelServer, model_server
from tests.prepared import run_prepared
from tests.waiting import wait_until

PATIENCE = 300.0


@dataclass
class Product:
    """A running `pramana serve`, and what it said when it started."""

    process: subprocess.Popen[str]
    environment: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self._wait_for(r"Pramana is at\s+(\S+)")

    @cached_property
    def key(self) -> str:
        """The owner's key. A product that writes to a pipe prints none, so one is created."""
        assert self.url
        return self._pramana("key", "create", "test")

    @property
    def sign_in_link(self) -> str:
        return self.url + self._pramana("person", "link", "owner")

    def _pramana(self, *arguments: str) -> str:
        ended = run_prepared(["-m", "pramana.cli", *arguments], env=self.environment)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout.strip()

    def client(self, timeout: float = PATIENCE) -> httpx.Client:
        """Calls it over HTTP, with the key it said."""
        reach = {"Authorization": f"Bearer {self.key}"}
        return httpx.Client(base_url=self.url, headers=reach, timeout=timeout)

    def kill_worker(self) -> None:
        """`serve` has one child; it starts another when that one dies."""
        [worker] = children(self.process.pid)
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: children(self.process.pid) not in ([], [worker]), PATIENCE)

    def stop(self, number: int = signal.SIGTERM) -> float:
        """Ask it to stop and return how many seconds that took."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        return time.monotonic() - began

    def _wait_for(self, pattern: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := re.search(pattern, "".join(self.said)):
                return found.group(1)
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError("The product did not start:\n" + "".join(self.said))


@contextmanager
def running_product(
    *arguments: str, start: Callable[..., Any] = subprocess.Popen, **environment: str
) -> Iterator[Product]:
    """Start it with these arguments and variables; end it whatever happens.

    Tests that are not about starting give `PreparedProcess`, which saves its imports.
    """
    variables = {**os.environ, **environment}
    process: subprocess.Popen[str] = start(
        [sys.executable, "-m", "pramana.cli", "serve", "--port", "0", *arguments],
        env=variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    product = Product(process, variables)
    reader = threading.Thread(target=_listen, args=(process, product.said), daemon=True)
    reader.start()
    try:
        yield product
    finally:
        if process.poll() is None:
            product.stop()


@contextmanager
def modelled_product(
    database_url: str, data: Path, **environment: str
) -> Iterator[tuple[Product, ModelServer]]:
    """The same over a database of its own, with a model that is a server on loopback."""
    with (
        model_server() as models,
        running_product(
            DATABASE_URL=database_url,
            PRAMANA_DATA=str(data),
            PRAMANA_MODEL="openai:small",
            PRAMANA_EMBEDDINGS="none",
            OPENAI_BASE_URL=models.openai_url,
            **environment,
        ) as product,
    ):
        yield product, models


def _listen(process: subprocess.Popen[str], said: list[str]) -> None:
    if process.stderr:
        said.extend(process.stderr)


def children(pid: int) -> list[int]:
    """Of every thread: the worker that replaces a dead one is started by another."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for found in lists for child in _read(found).split()]


def _read(file: Path) -> str:
    """Threads end while we look, and their files with them."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return file.read_text()
    return ""


def alive(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False
