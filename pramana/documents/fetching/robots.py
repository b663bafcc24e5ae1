"""A site's robots.txt (RFC 9309), read once per run."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from httpx import URL
from protego import Protego

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
from pramana.documents.fetching.resolving import Guard
from pramana.documents.fetching.urls import origin_of

LIMIT = 500 * 1024
"""Of a longer file the beginning counts."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a site wishes. Without a file nothing is forbidden; behind an error everything is."""

    file: Protego | None = None
    error: FetchError | None = None

    def check(self, url: URL, agent: str) -> None:
        if self.error is not None:
            raise RobotsUnreachable(origin_of(url), self.error.message) from self.error
        if self.file is not None and not self.file.can_fetch(str(url), agent):
            raise RobotsRefused(str(url))

    def delay(self, agent: str) -> float:
        wished = self.file.crawl_delay(agent) if self.file is not None else None
        return max(float(wished or 0), 0.0)

    def sitemaps(self) -> list[str]:
        return list(self.file.sitemaps) if self.file is not None else []


class Robots:
    """The rules of every origin that a run has met; threads may share it."""

    def __init__(self, read: Callable[[str, Guard], bytes]) -> None:
        self._read = read
        self._rules: dict[str, Rules] = {}
        self._locks: dict[str, Lock] = {}
        self._lock = Lock()

    def rules(self, url: URL, guard: Guard) -> Rules:
        """The rules for an address, read under the same guard as the page will be."""
        origin = origin_of(url)
        with self._lock:
            lock = self._locks.setdefault(origin, Lock())
        with lock:
            if origin not in self._rules:
                self._rules[origin] = self._found(origin, guard)
            return self._rules[origin]

    def _found(self, origin: str, guard: Guard) -> Rules:
        """Read the file, or decide what its absence means (RFC 9309, 2.3.1).

        A refused address or an unknown host is raised as it is: it says more than "robots.txt".
        """
        try:
            content = self._read(f"{origin}/robots.txt", guard)
        except (BadUrl, TooManyRedirects):
            return Rules()
        except HostNotFound:
            raise
        except (FetchFailed, FetchTimeout, FetchTooLarge) as error:
            upstream = getattr(error, "upstream", None)
            return Rules() if upstream and 400 <= upstream < 500 else Rules(error=error)
        return Rules(Protego.parse(content.decode("utf-8", "replace").removeprefix("\ufeff")))
