"""The fetcher: follows redirects, checks every hop by itself, and is polite to sites.

Politeness is a site's robots.txt (RFC 9309), and pauses between requests to a host.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from threading import BoundedSemaphore, Lock
from time import monotonic, sleep

from httpx import URL
from protego import Protego

from pramana.documents.fetching.addresses import (
    AddressGuard,
    host_of,
    normalise_url,
    origin_of,
    parse_url,
    port_of,
)
from pramana.documents.fetching.connection import Allowance, PinnedBackend, send_request
from pramana.documents.fetching.contracts import FetchedPage, FetchOptions, Validators
from pramana.documents.fetching.errors import (
    AddressRefused,
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
from pramana.documents.fetching.responses import (
    READABLE_TYPES,
    FetchRequest,
    next_url,
    read_response,
)
from pramana.kit.clock import utcnow
from pramana.postgres.loans import return_to_pool

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


CHECK_SECONDS = 5.0
"""How long a person who enters a URL waits for the check of its redirects."""

ACCEPT = f"{','.join(READABLE_TYPES)};q=0.9,*/*;q=0.1"


class Fetcher:
    """Fetches the pages of one run. It keeps each site's robots.txt; threads may share it."""

    def __init__(self, options: FetchOptions) -> None:
        self.options = options
        self._robots = RobotsCache(self._robots_file)
        self._turns = Turns(options.per_host)

    def fetch(
        self, url: str, *, known: Validators | None = None, at: datetime | None = None
    ) -> FetchedPage:
        """The page at a URL, or a `FetchError` that says what to do.

        With `known`, an unchanged page has status 304 and an empty body.
        """
        return self.run(url, FetchRequest(limit=self.options.max_bytes, known=known), at=at)

    def run(
        self,
        url: str,
        request: FetchRequest,
        *,
        guard: AddressGuard | None = None,
        at: datetime | None = None,
    ) -> FetchedPage:
        """Fetch a URL and follow its redirects.

        A redirect from a public page may not lead to the allowed hosts: they are allowed for people
        who enter them, not for any page that points there.
        """
        return_to_pool()
        here, visited = parse_url(normalise_url(url)), list[str]()
        guard, seconds = guard or _guard(self.options), self.options.total_seconds
        while True:
            result, seconds = self._visit(here, request, guard, seconds, at or utcnow())
            if isinstance(result, FetchedPage):
                return replace(result, redirects=tuple(visited))
            visited.append(str(here))
            if len(visited) > self.options.max_redirects or str(result) in visited:
                raise TooManyRedirects(visited[0], self.options.max_redirects)
            if not guard.is_allowed(host_of(here), port_of(here)):
                guard = replace(guard, allow=())
            here = result

    def rules(self, url: str) -> RobotsRules:
        """The robots.txt rules for a URL."""
        return self._robots.rules(parse_url(url), _guard(self.options))

    def _visit(
        self, url: URL, request: FetchRequest, guard: AddressGuard, seconds: float, at: datetime
    ) -> tuple[FetchedPage | URL, float]:
        """One hop: the page or the next URL, and the seconds that are left."""
        if seconds <= 0:
            raise FetchTimeout(host_of(url))
        with self._turns.turn(host_of(url), self._check_robots(url, request, guard)):
            began = monotonic()
            allowance = Allowance(host_of(url), seconds=seconds, limit=request.limit)
            with send_request(
                url,
                self._headers(url, request),
                PinnedBackend(guard, allowance),
                connect_seconds=self.options.connect_seconds,
                silence_seconds=self.options.silence_seconds,
            ) as response:
                result = next_url(url, response) or read_response(url, response, request, at)
            return result, seconds - (monotonic() - began)

    def _check_robots(self, url: URL, request: FetchRequest, guard: AddressGuard) -> float:
        """Check robots.txt, and return the pause between two requests."""
        if not request.obey_robots:
            return 0.0
        rules, agent = self._robots.rules(url, guard), self.options.agent
        rules.check(url, agent)
        delay = min(rules.delay(agent), self.options.longest_pause_seconds)
        return max(delay, self.options.pause_seconds)

    def _robots_file(self, url: str, guard: AddressGuard) -> bytes:
        request = FetchRequest(
            limit=MAX_ROBOTS_BYTES,
            choose_extension=lambda *_: ".txt",
            truncate=True,
            obey_robots=False,
        )
        with self.run(url, request, guard=guard) as file:
            return file.content()

    def _headers(self, url: URL, request: FetchRequest) -> dict[str, str]:
        known = request.validators(url)
        headers = {
            "User-Agent": self.options.agent,
            "Accept": ACCEPT,
            "Accept-Encoding": "gzip",
            "If-None-Match": known.etag if known else "",
            "If-Modified-Since": known.last_modified if known else "",
        }
        return {name: value for name, value in headers.items() if value and _is_plain(value)}


def fetch(
    url: str,
    options: FetchOptions,
    *,
    known: Validators | None = None,
    at: datetime | None = None,
) -> FetchedPage:
    """Fetch a single page; for many pages use one `Fetcher`."""
    return Fetcher(options).fetch(url, known=known, at=at)


def check_url(url: str, options: FetchOptions) -> str:
    """The normalised URL, or the reason for a refusal. It queries DNS, but not the site."""
    return_to_pool()
    parsed = parse_url(url)
    seconds = options.connect_seconds
    _guard(options).addresses(host_of(parsed), port_of(parsed), seconds=seconds)
    return normalise_url(url)


def check_url_and_redirects(url: str, options: FetchOptions) -> str:
    """The normalised URL, or the reason for a refusal of it or of where it redirects.

    A site that is slow, down or closed to robots is not refused here; fetching will report that.
    """
    address = check_url(url, options)
    quick = replace(
        options,
        total_seconds=CHECK_SECONDS,
        connect_seconds=CHECK_SECONDS,
        silence_seconds=CHECK_SECONDS,
    )
    try:
        Fetcher(quick).run(
            address, FetchRequest(limit=1, choose_extension=lambda *_: ".txt", truncate=True)
        ).body.close()
    except (AddressRefused, BadUrl):
        raise
    except FetchError:
        pass
    return address


def _is_plain(value: str) -> bool:
    """Whether a value from a server may be sent back in a header."""
    return value.isascii() and value.isprintable()


def _guard(options: FetchOptions) -> AddressGuard:
    return AddressGuard(options.allow, options.ports)
