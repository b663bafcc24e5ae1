"""What the followers of one process share: who is told by whom, and one query for all with news."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from uuid import UUID
from weakref import WeakKeyDictionary

from pramana.jobs.contracts import RunEventView
from pramana.jobs.events import RUN_CHANNEL
from pramana.jobs.listener import listen
from pramana.jobs.selectors import EVENTS_AT_ONCE, Wanted, events_wanted
from pramana.jobs.threads import Threads

GATHER_S = 0.02
"""How long the reader waits for more followers to have news before it asks the database."""
AGAIN_S = 1.0
logger = logging.getLogger(__name__)


class Follower:
    """Someone who looks at a run, or at a tenant's jobs, and how far they have read."""

    def __init__(self, tenant_id: UUID, run_id: UUID | None = None, after: int = 0) -> None:
        self.wanted = Wanted(tenant_id, run_id, after)
        self.waiting: asyncio.Future[Sequence[RunEventView]] | None = None
        self.news = asyncio.Event()
        self.news.set()

    def receive(self, events: Sequence[RunEventView]) -> None:
        """Give waiting followers what was found; a full page means there may be more."""
        if not events or self.waiting is None or self.waiting.done():
            return
        self.wanted = replace(self.wanted, after=events[-1].seq)
        if len(events) >= EVENTS_AT_ONCE:
            self.news.set()
        self.waiting.set_result(events)


class Hub:
    """Lives while it has users: a listener that says who has news, a reader that fetches it."""

    def __init__(self) -> None:
        self.users = 0
        self.threads = Threads(1)
        self._followers: dict[tuple[str, str], set[Follower]] = defaultdict(set)
        self._work = asyncio.Event()
        self._tasks = [
            asyncio.create_task(listen(self._told), name="run events: listener"),
            asyncio.create_task(self._read_on(), name="run events: reader"),
        ]

    @contextmanager
    def joined(self, channel: str, subject: str, follower: Follower) -> Iterator[None]:
        followers = self._followers[channel, subject]
        followers.add(follower)
        try:
            yield
        finally:
            followers.discard(follower)
            if not followers:
                self._followers.pop((channel, subject), None)

    async def next_events(self, follower: Follower) -> Sequence[RunEventView]:
        """The events after the follower's last, as soon as there are any."""
        follower.waiting = asyncio.get_running_loop().create_future()
        self._work.set()
        try:
            return await follower.waiting
        finally:
            follower.waiting = None

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.threads.close()

    def _told(self, channel: str | None, subject: str) -> None:
        """News for one subject; without a channel, perhaps for anyone."""
        if channel is None:
            told = [one for followers in self._followers.values() for one in followers]
        else:
            told = list(self._followers.get((channel, subject), ()))
        for follower in told:
            follower.news.set()
        if told:
            self._work.set()

    async def _read_on(self) -> None:
        while True:
            await self._work.wait()
            await asyncio.sleep(GATHER_S)
            self._work.clear()
            try:
                await self._read()
            except Exception as error:  # whatever it was, followers must not be left waiting
                logger.warning("run events could not be read (%s)", type(error).__name__)
                await asyncio.sleep(AGAIN_S)
                self._told(None, "")

    async def _read(self) -> None:
        ready = [one for one in self._followers_of_runs() if one.waiting and one.news.is_set()]
        for follower in ready:
            follower.news.clear()
        if ready:
            found = await self.threads.run(events_wanted, {one.wanted for one in ready})
            for follower in ready:
                follower.receive(found.get(follower.wanted, []))

    def _followers_of_runs(self) -> Iterator[Follower]:
        for (channel, _), followers in self._followers.items():
            if channel == RUN_CHANNEL:
                yield from followers


_HUBS: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


@asynccontextmanager
async def hub() -> AsyncIterator[Hub]:
    """The hub of this event loop, for as long as anyone uses it."""
    loop = asyncio.get_running_loop()
    shared = _HUBS.get(loop) or _HUBS.setdefault(loop, Hub())
    shared.users += 1
    try:
        yield shared
    finally:
        shared.users -= 1
        if shared.users == 0:
            del _HUBS[loop]
            shared.close()
