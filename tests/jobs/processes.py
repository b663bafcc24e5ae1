"""Real worker processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from tests.prepared import PreparedProcess
from tests.waiting import PATIENCE_S

QUEUE_ALONE = "tests.jobs.settings"


class WorkerProcess:
    """A worker that can be killed and started again."""

    def __init__(self, url: str, concurrency: int, settings: str) -> None:
        self._url, self._concurrency, self._settings = url, concurrency, settings
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "DATABASE_URL": self._url}
        environment["DJANGO_SETTINGS_MODULE"] = self._settings
        return PreparedProcess(
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
def worker_process(
    url: str, concurrency: int = 4, settings: str = "config.settings"
) -> Iterator[WorkerProcess]:
    worker = WorkerProcess(url, concurrency, settings)
    try:
        yield worker
    finally:
        worker.process.kill()
        worker.process.wait()


def queue_worker(url: str) -> AbstractContextManager[WorkerProcess]:
    """One that knows no more than the queue."""
    return worker_process(url, settings=QUEUE_ALONE)
