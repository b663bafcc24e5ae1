"""A real uvicorn in a process of its own, on a clone of the migrated database."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from pramana.postgres.testing import clone_database, drop_database
from tests.plugin import TEMPLATE
from tests.prepared import PreparedProcess, run_prepared

PATIENCE_S = 60.0
SEED = """
import django; django.setup()
from pramana.tenancy.testing import make_tenant, make_key
print(make_key(make_tenant("served")))
"""
SERVE = """
import sys, uvicorn
from tests.api.stopping import StoppingServer
config = uvicorn.Config("config.asgi:application", port=int(sys.argv[1]), log_config=None,
                        access_log=False, timeout_graceful_shutdown=2)
StoppingServer(config).run()
"""


INTERPRET = """
import contextlib, io, json, sys, traceback
for line in sys.stdin:
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            exec(json.loads(line), {"__name__": "__main__"})
        reply = {"output": output.getvalue()}
        from django.db import connections; connections.close_all()
    except BaseException:
        reply = {"error": traceback.format_exc()}
    print(json.dumps(reply), flush=True)
"""


class Interpreter:
    """A process that runs one piece of code after the other, so that Django is loaded once."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._process: subprocess.Popen[str] | None = None

    def run(self, code: str) -> str:
        """What the code prints."""
        if self._process is None:
            self._process = PreparedProcess(
                [sys.executable, "-c", INTERPRET],
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        reply = json.loads(self._process.stdout.readline())
        assert "error" not in reply, reply["error"]
        return str(reply["output"]).strip()

    def close(self) -> None:
        if self._process is not None:
            self._process.communicate(timeout=PATIENCE_S)


@dataclass(frozen=True)
class Web:
    url: str
    key: str
    database_url: str
    environment: dict[str, str]
    process: subprocess.Popen[bytes]
    log: Path
    interpreter: Interpreter

    def client(self, **options: Any) -> httpx.Client:
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE_S, **options)

    def python(self, code: str) -> str:
        """Run code against the server's database, in a process beside the server."""
        return self.interpreter.run(code)

    def logs_of(self, code: str) -> str:
        """The same, for what the process logged."""
        return self._ran(code).stderr

    def _ran(self, code: str) -> subprocess.CompletedProcess[str]:
        done = run_prepared(["-c", code], env=self.environment)
        assert done.returncode == 0, done.stderr
        return done


@contextmanager
def running_web(name: str, data: Path, **extra: str) -> Iterator[Web]:
    server = os.environ["DATABASE_URL"]
    url = clone_database(server, TEMPLATE, name)
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "PRAMANA_DATA": str(data),
        "PRAMANA_DATABASE_POOL": "8",
        "PRAMANA_LOG_FORMAT": "json",
        "PRAMANA_KEY_RATE_PER_MINUTE": "1000000",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": os.getcwd(),
        **extra,
    }
    try:
        with _served(environment, url, data / "web.log") as web:
            yield web
    finally:
        drop_database(server, name)


@contextmanager
def _served(environment: dict[str, str], database_url: str, log: Path) -> Iterator[Web]:
    port = free_port()
    with log.open("wb") as said:
        process = PreparedProcess(
            [sys.executable, "-c", SERVE, str(port)], env=environment, stderr=said
        )
        interpreter, url = Interpreter(environment), f"http://127.0.0.1:{port}"
        web = Web(url, "", database_url, environment, process, log, interpreter)
        try:
            key = web.python(SEED)
            wait_until_served(web)
            yield replace(web, key=key)
        finally:
            interpreter.close()
            end(process)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_until_served(web: Web) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and web.process.poll() is None:
        try:
            httpx.get(f"{web.url}/healthcheck", timeout=5)
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(f"The web server did not start:\n{web.log.read_text()}")


def end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
