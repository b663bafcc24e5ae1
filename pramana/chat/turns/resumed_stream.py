"""The stream of a turn after the connection was lost, read from the turn as it was saved."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from pramana.chat.contracts.answers import TurnView
from pramana.chat.contracts.questions import Asker
from pramana.chat.errors import TurnInterrupted
from pramana.chat.selectors import get_turn
from pramana.chat.services import SavedTurn, fail_turn
from pramana.chat.threads import run_in_thread
from pramana.chat.turns.live_turn import turn_frames
from pramana.chat.turns.turn_task import TURN_TIMEOUT_S
from pramana.jobs.contracts import RunEventView
from pramana.jobs.streams import EventFrame
from pramana.jobs.subscriptions import follow
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope

MARGIN_S = 15.0


async def follow_turn(
    scope: Scope, asker: Asker, request_id: UUID, after: int
) -> AsyncGenerator[EventFrame, None]:
    """The frames after the first `after`, each as soon as it is saved, to the last.

    A turn whose process is gone is ended here with an error, once it cannot be running any more.
    """
    turn = await run_in_thread(get_turn, scope, asker, request_id)
    sent = after
    async with aclosing(_changes(scope, turn)) as changes:
        async for _ in changes:
            turn = await run_in_thread(get_turn, scope, asker, request_id)
            for data in turn_frames(turn)[sent:]:
                yield EventFrame(data)
                sent += 1
            if turn.state.is_over:
                return


async def _changes(scope: Scope, turn: TurnView) -> AsyncGenerator[None, None]:
    """Yield at once, then whenever the turn may have changed, and last when its time is up."""
    yield
    if turn.state.is_over:
        return
    opened = cast(AsyncGenerator[RunEventView, None], follow(scope, turn.run_id))
    async with aclosing(opened) as events:
        while await _next_event(events, turn.asked_at):
            yield
    if _seconds_left(turn.asked_at) <= 0:
        saved = SavedTurn(turn.id, turn.run_id)
        await run_in_thread(fail_turn, scope, saved, TurnInterrupted())
    yield


async def _next_event(events: AsyncGenerator[RunEventView, None], asked_at: datetime) -> bool:
    """Wait for one more event; False when there is none before the turn's time is up."""
    try:
        async with asyncio.timeout(_seconds_left(asked_at)):
            await anext(events)
    except (StopAsyncIteration, TimeoutError):
        return False
    return True


def _seconds_left(asked_at: datetime) -> float:
    return (asked_at + timedelta(seconds=TURN_TIMEOUT_S + MARGIN_S) - utcnow()).total_seconds()
