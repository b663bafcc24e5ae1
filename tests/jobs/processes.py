"""Real worker processes, and waiting for what they do."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE_S = 60.0


def eventually(condition: Callable[[], object], within: float = PATIENCE_S) -> None:
    """Wait until the condition holds; on a loaded machine that may take a while."""
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "It did not happen in time."
        time.sleep(0.02)


class WorkerProcess:
    """A worker that can be killed and started again."""

    def __init__(self, url: str, concurrency: int) -> None:
        self._url, self._concurrency = url, concurrency
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "DATABASE_URL": self._url}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        return subprocess.Popen(
            [sys.executable, "-m", "tests.jobs.worker_main", str(self._concurrency)],
            env=environment,
        )

    def kill(self) -> None:
        assert self.process.poll() is None, "The worker ended by itself."
        self.process.kill()
        self.process.wait()

    def start_again(self) -> None:
        self.process = self._start()

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, float]:
        """Ask it to stop; return its exit code and how many seconds it took."""
        began = time.monotonic()
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE_S)
        return code, time.monotonic() - began


@contextmanager
def worker_process(url: str, concurrency: int = 4) -> Iterator[WorkerProcess]:
    worker = WorkerProcess(url, concurrency)
    try:
        yield worker
    finally:
        worker.process.kill()
        worker.process.wait()
