"""Loans: who holds a connection of the pool, how long anyone waited, and what was forgotten.

A thread that ends, or goes back to waiting for work, without returning its connection would keep it
for ever, and a handful of those stop the whole site. A watchdog finds such connections, reports
them and returns them to the pool. A thread that still works keeps its connection: it is reported.
"""

import logging
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from weakref import ReferenceType, ref

from django.db import connections

from pramana.kit.errors import Unavailable

CHECK_EVERY_S = 5.0
FORGOTTEN_S = 10.0
"""After so long, the connection of a thread that does nothing is taken back."""
HELD_LONG_S = 60.0
"""After so long, a connection that a thread still uses is reported, once."""
RECENT_S = 60.0
"""How far back waiting counts for the alarm."""
LATE_S = 1.0
"""Waiting this long for a connection is reported by health."""
IDLE_PLACES = (("concurrent/futures/thread.py", "_worker"), ("jobs/database.py", "_work"))
"""Where a thread of an executor stands while it waits for its next call: file and function."""
BUCKETS = (0.001, 0.01, 0.1, 0.5, 1.0, 3.0)
logger = logging.getLogger(__name__)
P = ParamSpec("P")
Result = TypeVar("Result")

_own = threading.local()


@contextmanager
def outside_pool() -> Iterator[None]:
    """Give this thread connections of its own, so that it never waits for the pool.

    Close them before leaving: `connections.close_all()`.
    """
    _own.connections = True
    try:
        yield
    finally:
        _own.connections = False


def is_outside_pool() -> bool:
    return bool(getattr(_own, "connections", False))


@dataclass
class Loan:
    """A connection that a thread has taken from the pool."""

    connection: Any
    wrapper: "ReferenceType[Any]"
    thread: threading.Thread
    since: float
    is_reported: bool = False

    @property
    def is_forgotten(self) -> bool:
        """Whether its thread has ended, or waits for other work without having returned it."""
        return not self.thread.is_alive() or _is_idle(self.thread)


@dataclass
class LoanFigures:
    """What metrics and health show."""

    lent: int = 0
    reclaimed: int = 0
    held_long: int = 0
    waits: int = 0
    waited_s: float = 0.0
    by_bucket: dict[float, int] = field(default_factory=lambda: dict.fromkeys(BUCKETS, 0))
    longest_recent_s: float = 0.0


class Loans:
    """Every connection of this process's pool that is lent now."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loans: dict[int, Loan] = {}
        self._figures = LoanFigures()
        self._recent: deque[tuple[float, float]] = deque(maxlen=1000)
        self._is_watching = False

    def lend(self, connection: Any, wrapper: Any) -> None:
        now = time.monotonic()
        loan = Loan(connection, ref(wrapper), threading.current_thread(), now)
        with self._lock:
            self._loans[id(connection)] = loan
            starts, self._is_watching = not self._is_watching, True
        if starts:
            threading.Thread(target=self._watch, name="connection-watch", daemon=True).start()

    def give_back(self, connection: Any) -> None:
        with self._lock:
            self._loans.pop(id(connection), None)

    def record_wait(self, seconds: float) -> None:
        """Count how long a caller waited, whether or not it then got a connection."""
        with self._lock:
            self._figures.waits += 1
            self._figures.waited_s += seconds
            for bound in BUCKETS:
                self._figures.by_bucket[bound] += seconds <= bound
            if seconds >= LATE_S:
                self._recent.append((time.monotonic(), seconds))
        if seconds >= LATE_S:
            logger.warning("a request waited %.1f s for a database connection", seconds)

    def figures(self) -> LoanFigures:
        """The numbers at this moment; waits count for a minute."""
        since = time.monotonic() - RECENT_S
        with self._lock:
            recent = [seconds for at, seconds in self._recent if at >= since]
            now = self._figures
            return LoanFigures(
                len(self._loans), now.reclaimed, now.held_long, now.waits, now.waited_s,
                dict(now.by_bucket), max(recent, default=0.0),
            )  # fmt: skip

    def check(self, *, forgotten_s: float = FORGOTTEN_S, held_long_s: float = HELD_LONG_S) -> int:
        """Return forgotten connections to the pool, report long loans; how many came back."""
        now = time.monotonic()
        with self._lock:
            loans = list(self._loans.values())
        for loan in loans:
            if now - loan.since >= held_long_s and not loan.is_reported:
                self._report(loan)
        return sum(self._reclaim(each) for each in loans if now - each.since >= forgotten_s)

    def _report(self, loan: Loan) -> None:
        loan.is_reported = True
        with self._lock:
            self._figures.held_long += 1
        logger.warning(
            "a database connection has been held for long by %s, in %s",
            loan.thread.name, _place(loan.thread),
        )  # fmt: skip

    def _reclaim(self, loan: Loan) -> bool:
        with self._lock:
            is_lent = self._loans.get(id(loan.connection)) is loan
            if not is_lent or not loan.is_forgotten:
                return False
            del self._loans[id(loan.connection)]
            self._figures.reclaimed += 1
            wrapper = loan.wrapper()
            if wrapper is not None and wrapper.connection is loan.connection:
                wrapper.connection = None
        logger.error("a database connection was forgotten by %s and taken back", loan.thread.name)
        loan.connection._pool.putconn(loan.connection)
        return True

    def _watch(self) -> None:
        while True:
            time.sleep(CHECK_EVERY_S)
            try:
                self.check()
            except Exception as error:  # the watchdog must outlive whatever it finds
                logger.warning("the connection watchdog raised %s", type(error).__name__)


def _is_idle(thread: threading.Thread) -> bool:
    frame = sys._current_frames().get(thread.ident or 0)
    if frame is None:
        return False
    place = (frame.f_code.co_filename.replace("\\", "/"), frame.f_code.co_name)
    return any(place[0].endswith(file) and place[1] == name for file, name in IDLE_PLACES)


def _place(thread: threading.Thread) -> str:
    """The function of ours in which a thread is, for the log. Names only, never values."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith("pramana.") and module != __name__:
            return f"{module}.{frame.f_code.co_name}"
        frame = frame.f_back
    return "code of a library"


LOANS = Loans()


def releases_connections(function: Callable[P, Result]) -> Callable[P, Result]:
    """Decorate a function so that it leaves no open database connection in its thread."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> Result:
        try:
            return function(*args, **kwargs)
        finally:
            release_connections()

    return call


def release_connections() -> None:
    """Return this thread's connections to the pool; call it in the thread that used them."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


def return_to_pool() -> None:
    """Return this thread's connections if they are the pool's, before it waits for something else.

    A thread with a connection of its own keeps it, as does one inside a transaction.
    """
    for connection in connections.all(initialized_only=True):
        if getattr(connection, "pool", None) is not None and not connection.in_atomic_block:
            connection.close()


class TooCrowded(Unavailable):
    """Too many callers wait for the same work already."""

    code = "service_unavailable"
    retry_after = 5

    def __init__(self) -> None:
        super().__init__("Too many requests of this kind are waiting. Try again in a few seconds.")


class Turnstile:
    """At most `places` callers inside and `waiting` outside, each for `patience_s` at most.

    Whoever waits, or does the work, holds no connection of the pool. So a crowd at one turnstile
    leaves every other request its connections. With `most_of_one`, callers name their owner: no
    owner has more than so many inside, nor more than half of those who wait.
    """

    def __init__(
        self, places: int, *, waiting: int, patience_s: float, most_of_one: int | None = None
    ) -> None:
        self._places, self._waiting, self._patience_s = places, waiting, patience_s
        self._most_of_one = places if most_of_one is None else most_of_one
        self._most_here = (
            places + waiting if most_of_one is None else most_of_one + max(1, waiting // 2)
        )
        self._changed = threading.Condition()
        self._here: Counter[Hashable] = Counter()
        self._inside: Counter[Hashable] = Counter()

    @contextmanager
    def enter(self, owner: Hashable = None) -> Iterator[None]:
        """Wait for a place without a connection, or raise `TooCrowded`."""
        with self._changed:
            is_full = self._here.total() >= self._places + self._waiting
            if is_full or self._here[owner] >= self._most_here:
                raise TooCrowded()
            self._here[owner] += 1
        try:
            return_to_pool()
            self._take_place(owner)
            try:
                yield
            finally:
                self._leave(self._inside, owner)
        finally:
            self._leave(self._here, owner)

    def _take_place(self, owner: Hashable) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: self._has_place(owner), self._patience_s):
                raise TooCrowded()
            self._inside[owner] += 1

    def _has_place(self, owner: Hashable) -> bool:
        return self._inside.total() < self._places and self._inside[owner] < self._most_of_one

    def _leave(self, counts: "Counter[Hashable]", owner: Hashable) -> None:
        with self._changed:
            counts[owner] -= 1
            if not counts[owner]:
                del counts[owner]
            self._changed.notify_all()
