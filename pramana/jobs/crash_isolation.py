"""Which jobs may run beside each other in one process, so that a crash is blamed on its cause.

When a process dies, every job in it is a suspect, and all but one are innocent. So a job that saw a
crash runs beside jobs that never did, but beside no other suspect; one that saw two runs with
nothing beside it. The third crash, which makes a job a dead letter, is therefore its own.
"""

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

CHECK_EVERY_S = 0.5
PATIENCE_S = 20.0
"""How long nothing new is started for the sake of a job that must run alone."""


class CrashIsolation:
    """The jobs that run in this process now, by the number of crashes each has seen."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self.closing = threading.Event()
        """Set when the worker stops: nobody who waits is admitted any more."""
        self._changed = threading.Condition()
        self._running: Counter[int] = Counter()
        self._waiting_alone = 0

    @property
    def suspect_runs(self) -> bool:
        return bool(self._running[1] or self._running[2])

    @property
    def alone_is_wanted(self) -> bool:
        """Whether a job waits until nothing else runs here."""
        return bool(self._waiting_alone)

    @contextmanager
    def admit(self, crashes: int) -> Iterator[bool]:
        """Count a job among those that run; False when it may not run now or the worker stops.

        A suspect beside another suspect is refused at once, so that it keeps no thread from other
        jobs. A job that must run alone waits a while for the others to end, and nothing new is
        admitted meanwhile.
        """
        level = min(crashes, 2)
        with self._changed:
            admitted = self._wait_alone() if level == 2 else self._wait_beside(level)
            self._running[level] += admitted
        try:
            yield admitted
        finally:
            with self._changed:
                self._running[level] -= admitted
                self._changed.notify_all()

    def _wait_alone(self) -> bool:
        self._waiting_alone += 1
        try:
            return self._wait_until(lambda: not self._running.total(), self._patience_s)
        finally:
            self._waiting_alone -= 1

    def _wait_beside(self, level: int) -> bool:
        free = self._wait_until(lambda: not self._waiting_alone and not self._running[2], math.inf)
        return free and (level == 0 or not self._running[1])

    def _wait_until(self, condition: Callable[[], bool], seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not condition():
            if self.closing.is_set() or time.monotonic() > deadline:
                return False
            self._changed.wait(CHECK_EVERY_S)
        return True
