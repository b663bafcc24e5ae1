"""Fetching: each hop is checked, asked and judged on its own."""

from dataclasses import replace
from datetime import datetime
from time import monotonic

from httpx import URL

from pramana.documents.fetching.answers import Errand, fetched, next_url
from pramana.documents.fetching.contracts import Fetched, FetchOptions, Validators
from pramana.documents.fetching.errors import (
    AddressRefused,
    BadUrl,
    FetchError,
    FetchTimeout,
    TooManyRedirects,
)
from pramana.documents.fetching.kinds import PAGES
from pramana.documents.fetching.manners import Turns
from pramana.documents.fetching.resolving import Guard
from pramana.documents.fetching.robots import LIMIT, Robots, Rules
from pramana.documents.fetching.streams import Allowance
from pramana.documents.fetching.urls import host_of, normalise_url, parse_url, port_of
from pramana.documents.fetching.wire import PinnedBackend, asked
from pramana.kit.clock import utcnow

LOOK_S = 5.0
"""How long somebody who names an address waits for word of where it leads."""

ACCEPT = f"{','.join(PAGES)};q=0.9,*/*;q=0.1"


class Fetcher:
    """One run's visits. It keeps each site's robots.txt and turns; threads may share it."""

    def __init__(self, options: FetchOptions) -> None:
        self.options = options
        self._robots = Robots(self._robots_file)
        self._turns = Turns(options.per_host)

    def fetch(
        self, url: str, *, known: Validators | None = None, at: datetime | None = None
    ) -> Fetched:
        """The page at an address, or a `FetchError` that says what to do.

        With `known`, a server that says "unchanged" gives status 304 and an empty body.
        """
        return self.run(url, Errand(limit=self.options.max_bytes, known=known), at=at)

    def run(
        self,
        url: str,
        errand: Errand,
        *,
        guard: Guard | None = None,
        at: datetime | None = None,
    ) -> Fetched:
        """Follow redirects, ourselves, to what is asked for.

        A redirect from the open internet does not open the allowed hosts: they were named for
        people who ask for them, not for any page that points there.
        """
        here, passed = parse_url(normalise_url(url)), list[str]()
        guard, seconds = guard or _guard(self.options), self.options.total_seconds
        while True:
            found, seconds = self._visit(here, errand, guard, seconds, at or utcnow())
            if isinstance(found, Fetched):
                return replace(found, redirects=tuple(passed))
            passed.append(str(here))
            if len(passed) > self.options.max_redirects or str(found) in passed:
                raise TooManyRedirects(passed[0], self.options.max_redirects)
            if not guard.knows(host_of(here), port_of(here)):
                guard = replace(guard, allow=())
            here = found

    def rules(self, url: str) -> Rules:
        """The wishes of the site that an address belongs to."""
        return self._robots.rules(parse_url(url), _guard(self.options))

    def _visit(
        self, url: URL, errand: Errand, guard: Guard, seconds: float, at: datetime
    ) -> tuple[Fetched | URL, float]:
        """One hop: the page or the next address, and the seconds that are left."""
        if seconds <= 0:
            raise FetchTimeout(host_of(url))
        with self._turns.turn(host_of(url), self._permitted(url, errand, guard)):
            begun = monotonic()
            allowance = Allowance(host_of(url), seconds=seconds, limit=errand.limit)
            with asked(
                url,
                self._headers(url, errand),
                PinnedBackend(guard, allowance),
                connect_seconds=self.options.connect_seconds,
                silence_seconds=self.options.silence_seconds,
            ) as response:
                found = next_url(url, response) or fetched(url, response, errand, at)
            return found, seconds - (monotonic() - begun)

    def _permitted(self, url: URL, errand: Errand, guard: Guard) -> float:
        """Ask the site's rules, and say how long to wait between two requests."""
        if not errand.obeys:
            return 0.0
        rules, agent = self._robots.rules(url, guard), self.options.agent
        rules.check(url, agent)
        wished = min(rules.delay(agent), self.options.longest_pause_seconds)
        return max(wished, self.options.pause_seconds)

    def _robots_file(self, url: str, guard: Guard) -> bytes:
        errand = Errand(limit=LIMIT, takes=lambda *_: ".txt", cut=True, obeys=False)
        with self.run(url, errand, guard=guard) as file:
            return file.content()

    def _headers(self, url: URL, errand: Errand) -> dict[str, str]:
        known = errand.validators(url)
        headers = {
            "User-Agent": self.options.agent,
            "Accept": ACCEPT,
            "Accept-Encoding": "gzip",
            "If-None-Match": known.etag if known else "",
            "If-Modified-Since": known.last_modified if known else "",
        }
        return {name: value for name, value in headers.items() if value and _plain(value)}


def fetch(
    url: str,
    options: FetchOptions,
    *,
    known: Validators | None = None,
    at: datetime | None = None,
) -> Fetched:
    """One page on its own; for many use one `Fetcher`."""
    return Fetcher(options).fetch(url, known=known, at=at)


def check_url(url: str, options: FetchOptions) -> str:
    """The normalised address, or why it will not be fetched. Asks the name server, not the site."""
    parsed = parse_url(url)
    seconds = options.connect_seconds
    _guard(options).addresses(host_of(parsed), port_of(parsed), seconds=seconds)
    return normalise_url(url)


def check_way(url: str, options: FetchOptions) -> str:
    """The normalised address, or why it will not be fetched: also for where it redirects to.

    A site that is slow, away or does not want us is not refused here; fetching will tell.
    """
    address = check_url(url, options)
    brief = replace(options, total_seconds=LOOK_S, connect_seconds=LOOK_S, silence_seconds=LOOK_S)
    try:
        Fetcher(brief).run(address, Errand(limit=1, takes=lambda *_: ".txt", cut=True)).body.close()
    except (AddressRefused, BadUrl):
        raise
    except FetchError:
        pass
    return address


def _plain(value: str) -> bool:
    """Whether a server's own words may stand in a header of ours."""
    return value.isascii() and value.isprintable()


def _guard(options: FetchOptions) -> Guard:
    return Guard(options.allow, options.ports)
