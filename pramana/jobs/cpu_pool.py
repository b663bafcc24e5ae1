"""The children of the CPU pool: started when needed, reused while warm, ended when idle."""

import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from pramana.jobs.child import ITEM, NEXT, STOP
from pramana.jobs.cpu_process import CpuProcess

IDLE_S = 60.0
"""How long a child waits for its next call: a loaded model is worth keeping that long."""


class CpuPool:
    """At most `size` children at once; callers beyond that wait their turn."""

    def __init__(self, size: int, memory_mb: int, *, idle_s: float = IDLE_S) -> None:
        self._memory_mb, self._idle_s = memory_mb, idle_s
        self._turns = threading.BoundedSemaphore(size)
        self._lock = threading.Lock()
        self._idle: list[CpuProcess] = []
        self._reaping = False

    @property
    def idle(self) -> int:
        return len(self._idle)

    def call(self, path: str, args: tuple[Any, ...], kwargs: dict[str, Any], timeout: float) -> Any:
        with self._turns, self._child(path) as child:
            child.ask((path, False, args, kwargs))
            return child.reply(path, timeout)[1]

    def stream(
        self, path: str, args: tuple[Any, ...], kwargs: dict[str, Any], timeout: float
    ) -> Generator[Any, None, None]:
        with self._turns, self._child(path) as child:
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
        """End the idle children now; those at work end with their calls or with this process."""
        self._end_idle(for_at_least=0.0)

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
        """An idle child, one that has run this function if there is one."""
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
