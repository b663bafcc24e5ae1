"""CPU work in child processes: limited in memory and time, and replaced when they break.

Nothing is started until the first call, and idle children end after a while. A function is named
by its dotted path, so a child imports only what it runs. What it keeps in module globals (a loaded
model) is still there at its next call. Arguments and results are pickled between a process and its
own child only.
"""

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from django.conf import settings

from pramana.jobs.cancellation import stop_if_called_off
from pramana.jobs.cpu_child import ERROR, ITEM, MEMORY, NEXT, STOP, TEXT_ERROR
from pramana.jobs.errors import CpuCallFailed, CpuCrashed, CpuOutOfMemory, CpuTimeout
from pramana.kit.errors import AppError
from pramana.observability.context import current_ids
from pramana.postgres.loans import return_to_pool

GUESTS = 1
"""How many places there are beside the ordinary ones."""
ADMISSION_CHECK_S = 0.25


@dataclass(eq=False)
class Waiter:
    owner: Hashable
    admitted: threading.Event = field(default_factory=threading.Event)


class FairTurns:
    """A few places, many callers, and no owner who keeps the others waiting.

    A free place goes to the owner who holds the fewest; among equals to who has waited longest.
    Beside the `size` places there is one for guests: an owner who holds none may take it when all
    others are taken. So one tenant's slow work fills the places, and another's first call still
    begins at once.
    """

    def __init__(self, size: int, guests: int = GUESTS) -> None:
        self._size, self._guests = size, guests
        self._lock = threading.Lock()
        self._held: Counter[Hashable] = Counter()
        self._waiters: list[Waiter] = []

    @property
    def waiting(self) -> int:
        return len(self._waiters)

    @contextmanager
    def take(self, owner: Hashable) -> Iterator[None]:
        """Wait for a place. Raises `Superseded` if the job that waits is called off."""
        waiter = Waiter(owner)
        with self._lock:
            self._waiters.append(waiter)
            self._admit()
        try:
            while not waiter.admitted.wait(ADMISSION_CHECK_S):
                stop_if_called_off()
            yield
        finally:
            self._leave(waiter)

    def _leave(self, waiter: Waiter) -> None:
        with self._lock:
            if waiter.admitted.is_set():
                self._held[waiter.owner] -= 1
            else:
                self._waiters.remove(waiter)
            self._admit()

    def _admit(self) -> None:
        """Admit whoever may enter now. Called with the lock held."""
        while self._waiters:
            chosen = min(self._waiters, key=lambda each: self._held[each.owner])
            taken = sum(self._held.values())
            is_guest = not self._held[chosen.owner] and taken < self._size + self._guests
            if taken >= self._size and not is_guest:
                return
            self._waiters.remove(chosen)
            self._held[chosen.owner] += 1
            chosen.admitted.set()


TIMEOUT_S = 120.0
IDLE_S = 60.0
"""How long an idle child is kept, because it may have loaded a model."""
CHECK_EVERY_S = 0.05
START_S = 60.0
PAGE = os.sysconf("SC_PAGE_SIZE")
SECRET_WORDS = ("KEY", "SECRET", "TOKEN", "PASSWORD", "DATABASE_URL")
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class CpuProcess:
    """A child process and the pipe to it. It is not reused after an error in the process itself."""

    def __init__(self, process: subprocess.Popen[bytes], pipe: Connection, memory_mb: int) -> None:
        self._process, self._pipe, self._memory_mb = process, pipe, memory_mb
        self.usable = True
        self.warm_for: set[str] = set()
        self.idle_since = time.monotonic()

    @classmethod
    def start(cls, memory_mb: int) -> "CpuProcess":
        """Start a child and wait until it is ready; this does not count against a time limit."""
        child = _starter().submit(_start, memory_mb).result()
        try:
            child.reply("A new CPU process", START_S)
        except AppError:
            child.end()
            raise
        return child

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, message: Any) -> None:
        self.usable = False  # until the reply has arrived
        with suppress(OSError):  # the child is gone: `reply` finds out why
            self._pipe.send(message)

    def reply(self, path: str, timeout: float) -> tuple[str, Any]:
        """The child's next message, or the error that ended it.

        Time in which the child was ready and no core was free does not count against the limit.
        """
        began, queued, left = time.monotonic(), self._queued_s(), timeout
        while not self._pipe.poll(min(CHECK_EVERY_S, max(0.0, left))):
            if self._resident() > self._memory_mb * 1024 * 1024:
                raise CpuOutOfMemory(path, self._memory_mb)
            left = timeout + self._queued_s() - queued - (time.monotonic() - began)
            if left <= 0:
                raise CpuTimeout(path, timeout)
            stop_if_called_off()
        return self._unwrap(path, self._receive(path))

    def end(self) -> None:
        self.usable = False
        self._process.kill()
        self._process.wait()
        self._pipe.close()

    def _receive(self, path: str) -> tuple[str, Any]:
        try:
            kind, value = self._pipe.recv()
        except (EOFError, OSError):
            raise CpuCrashed(path, _exit_reason(self._process)) from None
        return kind, value

    def _unwrap(self, path: str, message: tuple[str, Any]) -> tuple[str, Any]:
        kind, value = message
        if kind == MEMORY:
            raise CpuOutOfMemory(path, self._memory_mb)
        self.usable = True
        if kind == ERROR:
            raise value
        if kind == TEXT_ERROR:
            raise CpuCallFailed(path, value)
        return message

    def _queued_s(self) -> float:
        """Seconds the child has waited for a free core; 0 where the system does not tell."""
        try:
            return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0

    def _resident(self) -> int:
        """Bytes of memory the child uses; 0 where the system does not tell."""
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
        [sys.executable, "-m", "pramana.jobs.cpu_child", *words],
        stdin=subprocess.DEVNULL,
        stdout=2,  # what a library prints must not mix with a command's output
        pass_fds=[theirs.fileno()],
        env=_environment(),
    )
    theirs.close()
    return CpuProcess(process, ours, memory_mb)


def _environment() -> dict[str, str]:
    """Our environment without secrets: a child parses files from strangers."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not any(word in name.upper() for word in SECRET_WORDS)
    }
    path = os.pathsep.join(place or os.getcwd() for place in sys.path)
    return {**ONE_THREAD, **kept, "PYTHONPATH": path}


def _exit_reason(process: subprocess.Popen[bytes]) -> str:
    try:
        code = process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        return "its pipe closed"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


class CpuPool:
    """At most `size` children at once, and one for a tenant that has none; further callers wait."""

    def __init__(self, size: int, memory_mb: int, *, idle_s: float = IDLE_S) -> None:
        self._memory_mb, self._idle_s = memory_mb, idle_s
        self._turns = FairTurns(size)
        self._lock = threading.Lock()
        self._idle: list[CpuProcess] = []
        self._reaping = False

    @property
    def idle(self) -> int:
        return len(self._idle)

    def call(self, path: str, args: tuple[Any, ...], kwargs: dict[str, Any], timeout: float) -> Any:
        with self._turn(), self._child(path) as child:
            child.ask((path, False, args, kwargs))
            return child.reply(path, timeout)[1]

    def stream(
        self, path: str, args: tuple[Any, ...], kwargs: dict[str, Any], timeout: float
    ) -> Generator[Any, None, None]:
        with self._turn(), self._child(path) as child:
            child.ask((path, True, args, kwargs))
            kind, item = child.reply(path, timeout)
            while kind == ITEM:
                try:
                    yield item
                except GeneratorExit:
                    child.ask(STOP)
                    child.reply(path, timeout)
                    raise
                child.ask(NEXT)
                kind, item = child.reply(path, timeout)

    def close(self) -> None:
        """End the idle children; busy ones end with their calls or with this process."""
        self._end_idle(for_at_least=0.0)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """A turn for the tenant of this request or job, who holds no connection meanwhile."""
        return_to_pool()
        owner: Hashable = current_ids().get("tenant_id")
        with self._turns.take(owner):
            yield

    @contextmanager
    def _child(self, path: str) -> Iterator[CpuProcess]:
        child = self._take(path) or CpuProcess.start(self._memory_mb)
        try:
            yield child
        finally:
            if child.usable:
                self._keep(child, path)
            else:
                child.end()

    def _take(self, path: str) -> CpuProcess | None:
        """An idle child, preferably one that has run this function before."""
        with self._lock:
            if not self._idle:
                return None
            warm = [child for child in self._idle if path in child.warm_for]
            child = (warm or self._idle)[-1]
            self._idle.remove(child)
            return child

    def _keep(self, child: CpuProcess, path: str) -> None:
        child.warm_for.add(path)
        child.idle_since = time.monotonic()
        with self._lock:
            self._idle.append(child)
            if not self._reaping:
                self._reaping = True
                threading.Thread(target=self._reap, name="cpu-idle", daemon=True).start()

    def _reap(self) -> None:
        while True:
            time.sleep(self._idle_s / 4)
            self._end_idle(for_at_least=self._idle_s)
            with self._lock:
                if not self._idle:
                    self._reaping = False
                    return

    def _end_idle(self, *, for_at_least: float) -> None:
        before = time.monotonic() - for_at_least
        with self._lock:
            over = [child for child in self._idle if child.idle_since <= before]
            self._idle = [child for child in self._idle if child not in over]
        for child in over:
            child.end()


def run_cpu(path: str, *args: Any, timeout: float = TIMEOUT_S, **kwargs: Any) -> Any:
    """Call the function at `path` in a child process and return what it returns.

    Raises `CpuTimeout`, `CpuOutOfMemory` or `CpuCrashed`, each of which costs only this call, or
    the error the function raised. Waits for a free child; the time limit starts after that.
    """
    return cpu_pool().call(path, args, kwargs, timeout)


def stream_cpu(
    path: str, *args: Any, timeout: float = TIMEOUT_S, **kwargs: Any
) -> Generator[Any, None, None]:
    """Iterate over what a generator function yields in a child, one item at a time.

    `timeout` bounds each item, not the whole. Leaving early stops the child's work.
    """
    return cpu_pool().stream(path, args, kwargs, timeout)


@cache
def cpu_pool() -> CpuPool:
    return CpuPool(settings.PRAMANA.cpu_processes, settings.PRAMANA.cpu_memory_mb)
