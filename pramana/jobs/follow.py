"""Following a run, and watching a tenant's jobs, for as long as someone looks.

A follower holds no database connection while it waits. All followers of a process share one LISTEN
connection and one reader, which serves everyone who has news with one query.
"""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

from pramana.jobs.contracts import RunEventView
from pramana.jobs.events import JOBS_CHANNEL, RUN_CHANNEL
from pramana.jobs.hub import Follower, hub
from pramana.jobs.selectors import run_is_over
from pramana.kit.scope import Scope

BETWEEN_WAKES_S = 0.3


async def follow(scope: Scope, run_id: UUID, after: int = 0) -> AsyncIterator[RunEventView]:
    """Yield the run's events after number `after`: first those there are, then each as it comes.

    Ends after a terminal event, unless a failed job was tried again since. Raises `RunNotFound`
    for a run of another tenant. To go on after a lost connection, pass the last number seen.
    """
    async with hub() as shared:
        if await shared.threads.run(run_is_over, scope, run_id, after):
            return
        follower = Follower(scope.tenant_id, run_id, after)
        with shared.joined(RUN_CHANNEL, str(run_id), follower):
            while True:
                events = await shared.next_events(follower)
                for event in events:
                    yield event
                if events[-1].is_terminal:
                    return


async def watch_tenant(scope: Scope) -> AsyncIterator[None]:
    """Yield at once, and then whenever jobs of the tenant have changed, at most every 0.3 s."""
    async with hub() as shared:
        follower = Follower(scope.tenant_id)
        with shared.joined(JOBS_CHANNEL, str(scope.tenant_id), follower):
            while True:
                follower.news.clear()
                yield
                await asyncio.sleep(BETWEEN_WAKES_S)
                await follower.news.wait()
