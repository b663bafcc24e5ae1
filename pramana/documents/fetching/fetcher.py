"""Fetching: each hop is checked, asked and judged on its own."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from time import monotonic

from httpcore import Response
from httpx import URL

from pramana.documents.fetching import robots
from pramana.documents.fetching.answers import Answer, next_url
from pramana.documents.fetching.bodies import kept
from pramana.documents.fetching.contracts import Fetched, FetchOptions, Validators
from pramana.documents.fetching.errors import FetchTimeout, TooManyRedirects
from pramana.documents.fetching.kinds import extension
from pramana.documents.fetching.manners import Turns
from pramana.documents.fetching.resolving import Guard
from pramana.documents.fetching.urls import host_of, normalise_url, parse_url, port_of
from pramana.documents.fetching.wire import Allowance, PinnedBackend, asked
from pramana.kit.clock import utcnow


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What is fetched, and how much of it."""

    limit: int
    takes: Callable[[str, URL], str | None] = extension
    """From content type and address to an extension, or None to refuse."""

    known: Validators | None = None
    cut: bool = False
    """Whether the beginning of something too long will do."""

    obeys: bool = True
    """Whether robots.txt is asked first; only robots.txt itself is not."""


class Fetcher:
    """One run's visits. It keeps each host's robots.txt and turns; threads may share it."""

    def __init__(self, options: FetchOptions) -> None:
        self.options = options
        self._turns = Turns(options.per_host)
        self.robots = robots.Robots(self._robots_file)

    def fetch(
        self, url: str, *, known: Validators | None = None, at: datetime | None = None
    ) -> Fetched:
        """The page at an address, or a `FetchError` that says what to do.

        With `known`, a server that says "unchanged" answers with status 304 and no body.
        """
        return self.run(url, Errand(limit=self.options.max_bytes, known=known), at=at)

    def run(self, url: str, errand: Errand, *, at: datetime | None = None) -> Fetched:
        """Follow redirects, ourselves, to the page.

        A redirect from the open internet does not open the allowed hosts: their names were given
        for people who ask for them, not for any page that points there.
        """
        here, passed = parse_url(normalise_url(url)), list[str]()
        guard, seconds = Guard(self.options.allow, self.options.ports), self.options.total_seconds
        while True:
            self._check_robots(here, errand)
            found, seconds = self._visit(here, errand, guard, seconds)
            if isinstance(found, Answer):
                return found.fetched(tuple(passed), at or utcnow())
            passed.append(str(here))
            if len(passed) > self.options.max_redirects or str(found) in passed:
                raise TooManyRedirects(passed[0], self.options.max_redirects)
            if not guard.knows(host_of(here), port_of(here)):
                guard = replace(guard, allow=())
            here = found

    def _visit(
        self, url: URL, errand: Errand, guard: Guard, seconds: float
    ) -> tuple[Answer | URL, float]:
        """One hop: the answer or the next address, and the seconds that are left."""
        if seconds <= 0:
            raise FetchTimeout(host_of(url))
        with self._turns.turn(host_of(url), self._pause(url, errand)):
            begun = monotonic()
            allowance = Allowance(host_of(url), seconds=seconds, limit=errand.limit)
            with asked(
                url,
                self._headers(url, errand),
                PinnedBackend(guard, allowance),
                connect_seconds=self.options.connect_seconds,
                silence_seconds=self.options.silence_seconds,
            ) as response:
                found = next_url(url, response) or self._answer(url, errand, response)
            return found, seconds - (monotonic() - begun)

    def _answer(self, url: URL, errand: Errand, response: Response) -> Answer:
        answer = Answer.judged(url, response, takes=errand.takes, known=_known(url, errand))
        return answer.with_body(
            kept(
                response.iter_stream() if not answer.unchanged else (),
                encoding=answer.encoding,
                limit=errand.limit,
                cut=errand.cut,
            )
        )
