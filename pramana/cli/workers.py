"""The worker under `serve`: a process of its own, started again when it dies."""

import subprocess
import sys
import threading
import time
from collections.abc import Mapping

from pramana.cli.product import say

PATIENCE = 2.0
"""Seconds a worker may take to stop before it is ended; what it was doing is done again."""

PAUSES = (0.2, 1.0, 5.0, 15.0)
"""Seconds before each further start of a worker that keeps dying."""

HEALTHY = 60.0


class WorkerProcess:
    """Keeps one worker alive until it is closed."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)
        self._stopping = threading.Event()
        self._process = self._start()
        self._keeper = threading.Thread(target=self._keep, name="worker-keeper", daemon=True)
        self._keeper.start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "pramana.cli", "worker", "--with-parent"]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, start_new_session=True, env=self._environment
        )

    def _keep(self) -> None:
        deaths = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            code = self._process.wait()
            if self._stopping.is_set():
                return
            deaths = 0 if time.monotonic() - began > HEALTHY else deaths + 1
            say(f"The worker ended with code {code}; starting it again.")
            if self._stopping.wait(PAUSES[min(deaths, len(PAUSES)) - 1] if deaths else 0):
                return
            self._process = self._start()

    def ask_to_stop(self) -> None:
        """Called from a signal handler: quick, and safe to repeat."""
        self._stopping.set()
        self._process.terminate()

    def close(self) -> None:
        """Wait for the worker to leave, and end it if it does not."""
        self.ask_to_stop()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
