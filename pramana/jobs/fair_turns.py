"""Fair turns: a few places, many callers, and no owner who keeps the others waiting.

A free place goes to the owner who holds the fewest; among equals to who has waited longest. One
place more is for guests: an owner who holds none may take it when all others are taken. So one
tenant's slow work fills the places, and another's first call still begins at once.
"""

import threading
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pramana.jobs.calling_off import stop_if_called_off

GUESTS = 1
"""How many places there are beside the ordinary ones."""
CHECK_EVERY_S = 0.25


@dataclass(eq=False)
class Waiter:
    owner: Hashable
    admitted: threading.Event = field(default_factory=threading.Event)


class FairTurns:
    """`size` places, and a place for guests."""

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
            while not waiter.admitted.wait(CHECK_EVERY_S):
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
