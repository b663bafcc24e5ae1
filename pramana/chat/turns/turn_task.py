"""The task that carries a question to its answer, whether or not anyone still waits for it."""

import asyncio
import logging
import time

from django.db import InterfaceError, OperationalError

from pramana.chat.admission import ANSWER_SLOTS, admit_question
from pramana.chat.contracts.questions import ChatQuestion
from pramana.chat.errors import TurnInterrupted
from pramana.chat.graph.retrieval_augmented_generation import GatewayFactory, answer_question
from pramana.chat.threads import run_in_thread
from pramana.chat.turns.live_turn import LiveTurn
from pramana.kit.errors import AppError, Unavailable
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway

logger = logging.getLogger(__name__)

TURN_TIMEOUT_S = 300.0
"""No answer takes longer. An open turn older than this was abandoned by its process."""

GATEWAY_FACTORY: GatewayFactory = gateway
"""Which gateway a turn uses, unless it is started with another."""

_running: set[asyncio.Task[None]] = set()


async def start_turn(
    scope: Scope, question: ChatQuestion, *, gateway_factory: GatewayFactory | None = None
) -> LiveTurn:
    """Take a slot, save the question, and start answering.

    Raises at once when there is no slot, or when a session or collection is not the asker's. After
    that the turn runs to its end, even if the caller goes away.
    """
    ANSWER_SLOTS.take()
    started: asyncio.Future[LiveTurn] = asyncio.get_running_loop().create_future()
    started.add_done_callback(asyncio.Future.exception)  # the caller may be gone by then
    work = _run_turn(scope, question, gateway_factory or GATEWAY_FACTORY, started)
    task = asyncio.create_task(work, name="chat turn")
    _running.add(task)
    task.add_done_callback(_running.discard)
    return await asyncio.shield(started)


async def _run_turn(
    scope: Scope,
    question: ChatQuestion,
    gateway_factory: GatewayFactory,
    started: asyncio.Future[LiveTurn],
) -> None:
    """Admit the question, answer it, and release the slot at the very end."""
    try:
        try:
            admitted = await run_in_thread(admit_question, scope, question, time.perf_counter())
        except Exception as error:
            started.set_exception(error)
            return
        live = LiveTurn(admitted.context, admitted.saved)
        started.set_result(live)
        try:
            async with asyncio.timeout(TURN_TIMEOUT_S):
                response = await answer_question(admitted, live, gateway_factory)
            await live.complete(response)
        except asyncio.CancelledError:  # the process is stopping
            await live.fail(TurnInterrupted())
            raise
        except Exception as error:
            await live.fail(_public_error(error))
    finally:
        ANSWER_SLOTS.release()


def _public_error(error: Exception) -> AppError:
    """The error that the person sees. Internal errors are logged but never shown."""
    if isinstance(error, AppError):
        return error
    if isinstance(error, TimeoutError):
        return TurnInterrupted()
    if isinstance(error, OperationalError | InterfaceError):
        return Unavailable("The database does not answer. Try again in a few seconds.")
    logger.error("A turn failed unexpectedly.", exc_info=error)
    return AppError("Something went wrong on our side. It is logged under this request's id.")
