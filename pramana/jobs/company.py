"""Who may run beside whom in one process, so that a crash is blamed on the job that caused it.

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
from datetime import timedelta

LOOK_EVERY_S = 0.5
PATIENCE_S = 20.0
"""How long others are kept out for the sake of one that must run alone; then it comes again."""

LATER = timedelta(seconds=1)
MUCH_LATER = timedelta(seconds=60)


class Company:
    """The jobs that run in this process now, by the number of crashes each has seen."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self.closing = threading.Event()
        """Set when the worker stops: nobody who waits is let in any more."""
        self._changed = threading.Condition()
        self._inside: Counter[int] = Counter()
        self._alone_next = 0

    @contextmanager
    def join(self, crashes: int) -> Iterator[bool]:
        """Be among those who run; False when the place is taken, or the worker stops.

        A suspect is told to come again later, so that it keeps no thread from other jobs. Who must
        run alone waits a while for the others to end, and nobody new is let in meanwhile.
        """
        level = min(crashes, 2)
        with self._changed:
            welcome = self._wait_alone() if level == 2 else self._wait_beside(level)
            self._inside[level] += welcome
        try:
            yield welcome
        finally:
            with self._changed:
                self._inside[level] -= welcome
                self._changed.notify_all()

    def _wait_alone(self) -> bool:
        self._alone_next += 1
        try:
            return self._waited(lambda: not self._inside.total(), self._patience_s)
        finally:
            self._alone_next -= 1

    def _wait_beside(self, level: int) -> bool:
        open_again = self._waited(lambda: not self._alone_next and not self._inside[2], math.inf)
        return open_again and (level == 0 or not self._inside[1])

    def _waited(self, condition: Callable[[], bool], seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not condition():
            if self.closing.is_set() or time.monotonic() > until:
                return False
            self._changed.wait(LOOK_EVERY_S)
        return True


def until_next_try(crashes: int) -> timedelta:
    """When to ask again for who was not welcome."""
    return LATER if crashes < 2 else MUCH_LATER


COMPANY = Company()
