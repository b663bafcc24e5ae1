"""Following a run, and watching a tenant's jobs, for as long as someone looks.

A follower holds no database connection while it waits. All followers of a process share one LISTEN
connection and one reader, which serves everyone with new events in one query.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg

from pramana.jobs.contracts import RunEventView
from pramana.jobs.database import KEEPALIVES, ThreadPool, connection_parameters
from pramana.jobs.events import JOBS_CHANNEL, RUN_CHANNEL
from pramana.jobs.selectors import EVENTS_PER_RUN, RunCursor, events_after, run_is_over
from pramana.kit.scope import Scope

BETWEEN_WAKES_S = 0.3
CHECK_EVERY_S = 15.0
POLL_S = 0.5
POLLS_BEFORE_RECONNECTING = 4
COLLECT_S = 0.02
"""How long the reader waits for more followers to have news before it asks the database."""
RETRY_S = 1.0
OnNotification = Callable[[str | None, str], None]
logger = logging.getLogger(__name__)


async def follow(scope: Scope, run_id: UUID, after: int = 0) -> AsyncIterator[RunEventView]:
    """Yield the run's events after number `after`: first those there are, then each as it comes.

    Ends after a terminal event, unless a failed job was tried again since. Raises `RunNotFound`
    for a run of another tenant. To go on after a lost connection, pass the last number seen.
    """
    async with shared_feed() as feed:
        if await feed.threads.run(run_is_over, scope, run_id, after):
            return
        follower = Follower(scope.tenant_id, run_id, after)
        with feed.subscribed(RUN_CHANNEL, str(run_id), follower):
            while True:
                events = await feed.next_events(follower)
                for event in events:
                    yield event
                if events[-1].is_terminal:
                    return


async def watch_tenant(scope: Scope) -> AsyncIterator[None]:
    """Yield at once, and then whenever jobs of the tenant have changed, at most every 0.3 s."""
    async with shared_feed() as feed:
        follower = Follower(scope.tenant_id)
        with feed.subscribed(JOBS_CHANNEL, str(scope.tenant_id), follower):
            while True:
                follower.news.clear()
                yield
                await asyncio.sleep(BETWEEN_WAKES_S)
                await follower.news.wait()


class Follower:
    """Someone who looks at a run, or at a tenant's jobs, and how far they have read."""

    def __init__(self, tenant_id: UUID, run_id: UUID | None = None, after: int = 0) -> None:
        self.cursor = RunCursor(tenant_id, run_id, after)
        self.waiting: asyncio.Future[Sequence[RunEventView]] | None = None
        self.news = asyncio.Event()
        self.news.set()

    def receive(self, events: Sequence[RunEventView]) -> None:
        """Hand new events to a waiting follower; a full page means there may be more."""
        if not events or self.waiting is None or self.waiting.done():
            return
        self.cursor = replace(self.cursor, after=events[-1].seq)
        if len(events) >= EVENTS_PER_RUN:
            self.news.set()
        self.waiting.set_result(events)


class EventFeed:
    """Lives while it has users: a listener that learns who has news, a reader that fetches it."""

    def __init__(self) -> None:
        self.users = 0
        self.threads = ThreadPool(1)
        self._followers: dict[tuple[str, str], set[Follower]] = defaultdict(set)
        self._work = asyncio.Event()
        self._tasks = [
            asyncio.create_task(listen(self._notify), name="run events: listener"),
            asyncio.create_task(self._read_forever(), name="run events: reader"),
        ]

    @contextmanager
    def subscribed(self, channel: str, subject: str, follower: Follower) -> Iterator[None]:
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

    def _notify(self, channel: str | None, subject: str) -> None:
        """Mark followers of one subject as having news; without a channel, all followers."""
        if channel is None:
            followers = [one for group in self._followers.values() for one in group]
        else:
            followers = list(self._followers.get((channel, subject), ()))
        for follower in followers:
            follower.news.set()
        if followers:
            self._work.set()

    async def _read_forever(self) -> None:
        while True:
            await self._work.wait()
            await asyncio.sleep(COLLECT_S)
            self._work.clear()
            try:
                await self._read()
            except Exception as error:  # whatever it was, followers must not be left waiting
                logger.warning("run events could not be read (%s)", type(error).__name__)
                await asyncio.sleep(RETRY_S)
                self._notify(None, "")

    async def _read(self) -> None:
        ready = [one for one in self._followers_of_runs() if one.waiting and one.news.is_set()]
        for follower in ready:
            follower.news.clear()
        if ready:
            events = await self.threads.run(events_after, {one.cursor for one in ready})
            for follower in ready:
                follower.receive(events.get(follower.cursor, []))

    def _followers_of_runs(self) -> Iterator[Follower]:
        for (channel, _), followers in self._followers.items():
            if channel == RUN_CHANNEL:
                yield from followers


_FEEDS: WeakKeyDictionary[asyncio.AbstractEventLoop, EventFeed] = WeakKeyDictionary()


@asynccontextmanager
async def shared_feed() -> AsyncIterator[EventFeed]:
    """The feed of this event loop, for as long as anyone uses it."""
    loop = asyncio.get_running_loop()
    feed = _FEEDS.get(loop) or _FEEDS.setdefault(loop, EventFeed())
    feed.users += 1
    try:
        yield feed
    finally:
        feed.users -= 1
        if feed.users == 0:
            del _FEEDS[loop]
            feed.close()


async def listen(on_notification: OnNotification) -> None:
    """Call `on_notification(channel, subject)` for each notification, for ever.

    `on_notification(None, "")` means that anything may have happened: after connecting, from time
    to time, and every half second without a connection or behind a pooler that cannot listen.
    """
    while True:
        try:
            await _listen(on_notification)
        except (psycopg.Error, OSError) as error:
            logger.warning("cannot listen (%s): polling", type(error).__name__)
        for _ in range(POLLS_BEFORE_RECONNECTING):
            on_notification(None, "")
            await asyncio.sleep(POLL_S)


async def _listen(on_notification: OnNotification) -> None:
    parameters = connection_parameters() | KEEPALIVES | {"application_name": "pramana events"}
    async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as connection:
        await connection.execute(f"LISTEN {RUN_CHANNEL}")
        await connection.execute(f"LISTEN {JOBS_CHANNEL}")
        while True:
            on_notification(None, "")
            async for notification in connection.notifies(timeout=CHECK_EVERY_S):
                on_notification(notification.channel, notification.payload)
            await connection.execute("SELECT 1")
