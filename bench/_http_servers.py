"""uvicorn servers in separate processes on one scratch database, with their CPU time."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

SERVE = """
import sys, uvicorn
uvicorn.run(sys.argv[1], port=int(sys.argv[2]), log_level="error", access_log=False,
            factory=sys.argv[1].endswith(":get_asgi_application"))
"""
POOL = "8"
PATIENCE_S = 60.0


@dataclass(frozen=True)
class Server:
    port: int
    pid: int

    def cpu_s(self) -> float:
        """Seconds of processor this process has used, from the kernel's own account."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def cpu_ms_per_request(self, path: str, key: str, count: int) -> float:
        """Mean over `count` requests on one connection, one after the other."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Authorization": f"Bearer {key}"}
        before = self.cpu_s()
        for _ in range(count):
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            answer.read()
            if answer.status != 200:
                raise SystemExit(f"{path} answered {answer.status}")
        return (self.cpu_s() - before) * 1000 / count


@contextmanager
def serving(application: str, settings: str) -> Iterator[Server]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, application, str(port)],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": settings},
    )
    try:
        _wait(port, process)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("A server did not start.")


@contextmanager
def scratch_database() -> Iterator[None]:
    """Django on an empty, migrated database of its own."""
    from pramana.postgres.server import use_server
    from pramana.postgres.testing import scratch_data_dir

    with scratch_data_dir() as folder, use_server(folder) as url:
        os.environ.update(
            DATABASE_URL=url,
            PRAMANA_DATA=str(folder),
            PRAMANA_LOG_LEVEL="error",
            PRAMANA_KEY_RATE_PER_MINUTE="10000000",
            DJANGO_SETTINGS_MODULE="config.settings",
        )
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0, skip_checks=True)
        os.environ["PRAMANA_DATABASE_POOL"] = POOL
        yield
        connections.close_all()
