"""A turnstile lets a few callers at once do something heavy; the others wait outside.

Whoever waits, or does the work, holds no connection of the pool. So a crowd at one turnstile leaves
every other request its connections.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pramana.kit.errors import Unavailable
from pramana.postgres.loans import return_to_pool


class TooCrowded(Unavailable):
    """Too many callers wait for the same work already."""

    code = "service_unavailable"
    retry_after = 5

    def __init__(self) -> None:
        super().__init__("Too many requests of this kind are waiting. Try again in a few seconds.")


class Turnstile:
    """At most `places` callers inside and `waiting` outside, each for `patience_s` at most."""

    def __init__(self, places: int, *, waiting: int, patience_s: float) -> None:
        self._places = threading.BoundedSemaphore(places)
        self._outside = threading.BoundedSemaphore(places + waiting)
        self._patience_s = patience_s

    @contextmanager
    def enter(self) -> Iterator[None]:
        """Wait for a place without a connection, or raise `TooCrowded`."""
        if not self._outside.acquire(blocking=False):
            raise TooCrowded()
        try:
            return_to_pool()
            if not self._places.acquire(timeout=self._patience_s):
                raise TooCrowded()
            try:
                yield
            finally:
                self._places.release()
        finally:
            self._outside.release()
