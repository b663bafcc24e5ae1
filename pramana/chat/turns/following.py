"""Going on with an answer after the connection was lost: from the turn as it was kept."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from pramana.chat.contracts.asking import Asker
from pramana.chat.contracts.history import TurnView
from pramana.chat.domain.frames import frames_of
from pramana.chat.errors import TurnBroken
from pramana.chat.selectors import get_turn
from pramana.chat.services import Saved, fail_turn
from pramana.chat.turns.running import LONGEST_S
from pramana.chat.turns.threads import in_thread
from pramana.jobs.contracts import RunEventView
from pramana.jobs.follow import follow
from pramana.jobs.frames import Frame
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope

MARGIN_S = 15.0


async def followed(
    scope: Scope, asker: Asker, request_id: UUID, after: int
) -> AsyncGenerator[Frame, None]:
    """The frames after the first `after`, each as soon as it was kept, to the last.

    A turn whose process is gone is ended here, with an error, once it cannot be alive any more.
    """
    turn = await in_thread(get_turn, scope, asker, request_id)
    shown = after
    async with aclosing(_news(scope, turn)) as news:
        async for _ in news:
            turn = await in_thread(get_turn, scope, asker, request_id)
            for data in frames_of(turn)[shown:]:
                yield Frame(data)
                shown += 1
            if turn.state.is_over:
                return


async def _news(scope: Scope, turn: TurnView) -> AsyncGenerator[None, None]:
    """Once at once, then whenever the turn may have changed; last when its time is up."""
    yield
    if turn.state.is_over:
        return
    opened = cast(AsyncGenerator[RunEventView, None], follow(scope, turn.run_id))
    async with aclosing(opened) as events:
        while await _moved_on(events, turn.asked_at):
            yield
    if _left(turn.asked_at) <= 0:
        await in_thread(fail_turn, scope, Saved(turn.id, turn.run_id), TurnBroken())
    yield


async def _moved_on(events: AsyncGenerator[RunEventView, None], asked_at: datetime) -> bool:
    """Whether there was one more event before the turn's time was up."""
    try:
        async with asyncio.timeout(_left(asked_at)):
            await anext(events)
    except (StopAsyncIteration, TimeoutError):
        return False
    return True


def _left(asked_at: datetime) -> float:
    return (asked_at + timedelta(seconds=LONGEST_S + MARGIN_S) - utcnow()).total_seconds()
