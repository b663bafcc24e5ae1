"""Politeness: a site's robots.txt (RFC 9309), and pauses between requests to a host."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock
from time import monotonic, sleep

from httpx import URL
from protego import Protego

from pramana.documents.fetching.address_guard import AddressGuard
from pramana.documents.fetching.errors import (
    BadUrl,
    FetchError,
    FetchFailed,
    FetchTimeout,
    FetchTooLarge,
    HostNotFound,
    RobotsRefused,
    RobotsUnreachable,
    TooManyRedirects,
)
from pramana.documents.fetching.urls import origin_of

MAX_ROBOTS_BYTES = 500 * 1024
"""Only the beginning of a longer file is read."""


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """The rules of a site. Without a file everything is allowed; after an error nothing is."""

    file: Protego | None = None
    error: FetchError | None = None

    def check(self, url: URL, agent: str) -> None:
        if self.error is not None:
            raise RobotsUnreachable(origin_of(url), self.error.message) from self.error
        if self.file is not None and not self.file.can_fetch(str(url), agent):
            raise RobotsRefused(str(url))

    def delay(self, agent: str) -> float:
        seconds = self.file.crawl_delay(agent) if self.file is not None else None
        return max(float(seconds or 0), 0.0)

    def sitemaps(self) -> list[str]:
        return list(self.file.sitemaps) if self.file is not None else []


class RobotsCache:
    """The rules of every origin of a run; threads may share it."""

    def __init__(self, read: Callable[[str, AddressGuard], bytes]) -> None:
        self._read = read
        self._rules: dict[str, RobotsRules] = {}
        self._locks: dict[str, Lock] = {}
        self._lock = Lock()

    def rules(self, url: URL, guard: AddressGuard) -> RobotsRules:
        """The rules for a URL; robots.txt is fetched with the same guard as the page."""
        origin = origin_of(url)
        with self._lock:
            lock = self._locks.setdefault(origin, Lock())
        with lock:
            if origin not in self._rules:
                self._rules[origin] = self._load_rules(origin, guard)
            return self._rules[origin]

    def _load_rules(self, origin: str, guard: AddressGuard) -> RobotsRules:
        """Read the file, or decide what its absence means (RFC 9309, 2.3.1).

        A refused address or an unknown host is raised unchanged, because it says more.
        """
        try:
            content = self._read(f"{origin}/robots.txt", guard)
        except (BadUrl, TooManyRedirects):
            return RobotsRules()
        except HostNotFound:
            raise
        except (FetchFailed, FetchTimeout, FetchTooLarge) as error:
            upstream = getattr(error, "upstream", None)
            return RobotsRules() if upstream and 400 <= upstream < 500 else RobotsRules(error=error)
        return RobotsRules(Protego.parse(content.decode("utf-8", "replace").removeprefix("\ufeff")))


class HostSlots:
    """The requests to one host: how many run now, and when the next may start."""

    def __init__(self, at_once: int) -> None:
        self.slots = BoundedSemaphore(at_once)
        self._lock = Lock()
        self._next = 0.0

    def wait(self, pause: float) -> None:
        """Sleep until the next start. It is reserved first, so that no two requests share one."""
        with self._lock:
            now = monotonic()
            begin = max(now, self._next)
            self._next = begin + pause
        sleep(begin - now)


class Turns:
    """The slots of every host, for the threads of one run."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._hosts: dict[str, HostSlots] = {}
        self._lock = Lock()

    @contextmanager
    def turn(self, host: str, pause: float) -> Iterator[None]:
        """Hold one of the host's slots, after a pause since the last request began."""
        with self._lock:
            host_slots = self._hosts.setdefault(host, HostSlots(self._at_once))
        with host_slots.slots:
            host_slots.wait(pause)
            yield
