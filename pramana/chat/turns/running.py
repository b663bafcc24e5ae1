"""From a question to its answer: begun for who asks, finished whether they wait or not."""

import asyncio
import logging
import time

from django.db import InterfaceError, OperationalError

from pramana.chat.contracts.asking import Ask
from pramana.chat.errors import TurnBroken
from pramana.chat.turns.answering import Door, answered
from pramana.chat.turns.letting_in import Begun, let_in
from pramana.chat.turns.live import LiveTurn
from pramana.chat.turns.places import PLACES
from pramana.chat.turns.recorder import Recorder
from pramana.chat.turns.threads import in_thread
from pramana.kit.errors import AppError, Unavailable
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway

logger = logging.getLogger(__name__)

LONGEST_S = 300.0
"""No answer takes longer. A turn older than this that is not over was left behind by a process."""

DOOR: Door = gateway
"""Where models are asked for, unless a turn is begun with another door."""

_running: set[asyncio.Task[None]] = set()


async def begin(scope: Scope, ask: Ask, *, door: Door | None = None) -> LiveTurn:
    """Take a place, keep the question, and start answering.

    Raises at once what is the asker's to know before anything begins: no place, a session or a
    collection that is not theirs. From here on the turn goes its way, whoever is still there.
    """
    PLACES.take()
    opened: asyncio.Future[LiveTurn] = asyncio.get_running_loop().create_future()
    opened.add_done_callback(asyncio.Future.exception)  # the asker may be gone before it is told
    task = asyncio.create_task(_run(scope, ask, door or DOOR, opened), name="chat turn")
    _running.add(task)
    task.add_done_callback(_running.discard)
    return await asyncio.shield(opened)


async def _run(scope: Scope, ask: Ask, door: Door, opened: asyncio.Future[LiveTurn]) -> None:
    """Let the question in and carry it to its end. Leaves the place at the very end."""
    try:
        begun = await in_thread(let_in, scope, ask, time.perf_counter())
        live = LiveTurn(Recorder(begun.context, begun.saved))
        opened.set_result(live)
        await _carried(begun, live, door)
    except Exception as error:
        if opened.done():
            raise
        opened.set_exception(error)
    finally:
        PLACES.leave()


async def _carried(begun: Begun, live: LiveTurn, door: Door) -> None:
    """Answer, and end the turn whatever happens."""
    try:
        async with asyncio.timeout(LONGEST_S):
            response = await answered(begun, live, door)
        await live.complete(response)
    except asyncio.CancelledError:  # the process is stopping
        await live.fail(TurnBroken())
        raise
    except Exception as error:
        await live.fail(_told(error))


def _told(error: Exception) -> AppError:
    """What the person is told of it. Nothing internal is, only logged."""
    if isinstance(error, AppError):
        return error
    if isinstance(error, TimeoutError):
        return TurnBroken()
    if isinstance(error, OperationalError | InterfaceError):
        return Unavailable("The database does not answer. Try again in a few seconds.")
    logger.error("A turn failed unexpectedly.", exc_info=error)
    return AppError("Something went wrong on our side. It is logged under this request's id.")
