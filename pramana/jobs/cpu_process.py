"""One child of the CPU pool, as its parent sees it: ask, wait within the limits, or end it."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pramana.jobs.child import ERROR, MEMORY, TEXT_ERROR
from pramana.jobs.errors import CpuCallFailed, CpuCrashed, CpuOutOfMemory, CpuTimeout
from pramana.kit.errors import AppError

LOOK_EVERY_S = 0.05
START_S = 60.0
PAGE = os.sysconf("SC_PAGE_SIZE")
SECRET_WORDS = ("KEY", "SECRET", "TOKEN", "PASSWORD", "DATABASE_URL")
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class CpuProcess:
    """A child process and the pipe to it. Not usable again after anything went wrong in it."""

    def __init__(self, process: subprocess.Popen[bytes], pipe: Connection, memory_mb: int) -> None:
        self._process, self._pipe, self._memory_mb = process, pipe, memory_mb
        self.usable = True
        self.warm_for: set[str] = set()
        self.idle_since = time.monotonic()

    @classmethod
    def start(cls, memory_mb: int) -> "CpuProcess":
        """A new child, ready for its first call: starting does not count against a time limit."""
        started = _starter().submit(_start, memory_mb).result()
        try:
            started.reply("A new CPU process", START_S)
        except AppError:
            started.end()
            raise
        return started

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, message: Any) -> None:
        self.usable = False  # until the answer is here
        with suppress(OSError):  # it is gone: `reply` finds out how
            self._pipe.send(message)

    def reply(self, path: str, timeout: float) -> tuple[str, Any]:
        """The child's next message, or the error that ended it."""
        until = time.monotonic() + timeout
        while not self._pipe.poll(min(LOOK_EVERY_S, max(0.0, until - time.monotonic()))):
            if self._resident() > self._memory_mb * 1024 * 1024:
                raise CpuOutOfMemory(path, self._memory_mb)
            if time.monotonic() >= until:
                raise CpuTimeout(path, timeout)
        return self._opened(path, self._received(path))

    def end(self) -> None:
        self.usable = False
        self._process.kill()
        self._process.wait()
        self._pipe.close()

    def _received(self, path: str) -> tuple[str, Any]:
        try:
            kind, value = self._pipe.recv()
        except (EOFError, OSError):
            raise CpuCrashed(path, _ending(self._process)) from None
        return kind, value

    def _opened(self, path: str, message: tuple[str, Any]) -> tuple[str, Any]:
        kind, value = message
        if kind == MEMORY:
            raise CpuOutOfMemory(path, self._memory_mb)
        self.usable = True
        if kind == ERROR:
            raise value
        if kind == TEXT_ERROR:
            raise CpuCallFailed(path, value)
        return message

    def _resident(self) -> int:
        """Bytes the child holds in memory; 0 where the system does not say."""
        try:
            return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE
        except (OSError, IndexError):
            return 0


@cache
def _starter() -> ThreadPoolExecutor:
    """One thread that starts every child and lives as long as the process.

    Linux ends a child when the *thread* that started it ends, so it must not be a caller's.
    """
    return ThreadPoolExecutor(1, thread_name_prefix="cpu-start")


def _start(memory_mb: int) -> CpuProcess:
    ours, theirs = Pipe()
    words = [str(number) for number in (theirs.fileno(), os.getpid(), memory_mb)]
    process = subprocess.Popen(
        [sys.executable, "-m", "pramana.jobs.child", *words],
        stdin=subprocess.DEVNULL,
        stdout=2,  # what a library prints must not mix with a command's output
        pass_fds=[theirs.fileno()],
        env=_environment(),
    )
    theirs.close()
    return CpuProcess(process, ours, memory_mb)


def _environment() -> dict[str, str]:
    """Ours, without what a parser of strangers' files has no business knowing."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not any(word in name.upper() for word in SECRET_WORDS)
    }
    path = os.pathsep.join(place or os.getcwd() for place in sys.path)
    return {**ONE_THREAD, **kept, "PYTHONPATH": path}


def _ending(process: subprocess.Popen[bytes]) -> str:
    try:
        code = process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        return "its pipe closed"
    return f"signal {-code}" if code < 0 else f"exit code {code}"
