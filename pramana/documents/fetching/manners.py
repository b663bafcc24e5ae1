"""Taking turns: a site notices us as one calm visitor."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from time import monotonic, sleep


class Place:
    """One host: who is there now, and when the next may come."""

    def __init__(self, at_once: int) -> None:
        self.slots = BoundedSemaphore(at_once)
        self._lock = Lock()
        self._next = 0.0

    def wait(self, pause: float) -> None:
        """Sleep until it is our turn. The moment is reserved first, so that two never share one."""
        with self._lock:
            now = monotonic()
            begin = max(now, self._next)
            self._next = begin + pause
        sleep(begin - now)


class Turns:
    """Places by host, for the threads of one run."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._places: dict[str, Place] = {}
        self._lock = Lock()

    @contextmanager
    def turn(self, host: str, pause: float) -> Iterator[None]:
        """Hold one of the host's slots, after the pause since the last one began."""
        with self._lock:
            place = self._places.setdefault(host, Place(self._at_once))
        with place.slots:
            place.wait(pause)
            yield
