"""A turn: one question being answered, in a task that outlives the request that started it.

Its frames are streamed while its progress is saved; a lost stream is resumed from what was saved.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from datetime import datetime, timedelta
from typing import Any, Concatenate, ParamSpec, cast
from uuid import UUID

from django.db import DatabaseError, InterfaceError, OperationalError

from pramana.chat.admission import ANSWER_SLOTS, admit_question
from pramana.chat.contracts.answers import ChatResponse, RequestState, TurnView
from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.errors import TurnInterrupted
from pramana.chat.graph.retrieval_augmented_generation import GatewayFactory, answer_question
from pramana.chat.ports import run_in_thread
from pramana.chat.selectors import get_turn
from pramana.chat.services import (
    SavedTurn,
    TurnProgress,
    complete_turn,
    fail_turn,
    save_progress,
)
from pramana.chat.tools import call_entry
from pramana.jobs.contracts import RunEventView
from pramana.jobs.streams import EventFrame
from pramana.jobs.subscriptions import follow
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError, Unavailable
from pramana.kit.scope import Scope
from pramana.kit.tools import ToolOutcome
from pramana.llm.gateway import gateway
from pramana.tenancy.steps import Step

logger = logging.getLogger(__name__)

NOT_SAVED = "history_not_saved"

GATHER_S = 0.05
"""How long progress is gathered before it is written, so that a quick turn needs few writes."""

FrameData = dict[str, Any]
DONE_FRAME: FrameData = {"done": True}

P = ParamSpec("P")


class LiveTurn:
    """Listens to the flow (`AnswerListener`), streams what it hears, and saves it.

    The stream does not wait for the database. Only the end of the turn does: it is announced after
    it is saved, so that the history then holds the answer. A failed write is logged and noted in
    the response, and the answer is given all the same.
    """

    def __init__(self, scope: Scope, saved: SavedTurn | None) -> None:
        self._scope, self._saved = scope, saved
        self._history_lost = saved is None
        self._progress = TurnProgress()
        self._writing: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()
        self._frames: list[FrameData] = []
        self._changed = asyncio.Event()
        self._over = asyncio.Event()
        self._response: ChatResponse | None = None
        self._error: AppError | None = None

    def set_state(self, state: RequestState) -> None:
        self._progress.states.append(state)
        self._ensure_writing()

    def add_text(self, text: str) -> None:
        self._progress.deltas.append(text)
        self._ensure_writing()
        self._add_frames({"delta": text})

    def add_tool_call(self, call: ToolOutcome) -> None:
        self._progress.tool_calls.append(call_entry(call))
        self._ensure_writing()

    def add_step(self, step: Step) -> None:
        self._progress.steps.append(step)
        self._ensure_writing()

    async def complete(self, response: ChatResponse) -> None:
        await self._finish_writing()
        await self._write(complete_turn, response)
        if self._history_lost and not response.metadata.degraded_reason:
            metadata = response.metadata.model_copy(update={"degraded_reason": NOT_SAVED})
            response = response.model_copy(update={"metadata": metadata})
        self._response = response
        self._over.set()
        self._add_frames(_sources_frame(response), DONE_FRAME)

    async def fail(self, error: AppError) -> None:
        self._error = error
        try:
            await self._finish_writing()
            await self._write(fail_turn, error)
        finally:
            self._over.set()
            self._add_frames(_error_frame(error.message, error.code.upper()))

    async def outcome(self) -> ChatResponse:
        """Wait for the whole answer; raises if the turn failed."""
        await self._over.wait()
        if self._response is None:
            raise self._error or AssertionError("A turn ends with an answer or an error.")
        return self._response

    async def stream(self) -> AsyncGenerator[EventFrame, None]:
        """Each frame as it comes, to the last."""
        sent = 0
        while True:
            self._changed.clear()
            while sent < len(self._frames):
                yield EventFrame(self._frames[sent])
                sent += 1
            if self._over.is_set():
                return
            await self._changed.wait()

    def _add_frames(self, *frames: FrameData) -> None:
        self._frames.extend(frames)
        self._changed.set()

    def _ensure_writing(self) -> None:
        if self._saved and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._write_progress())

    async def _write_progress(self) -> None:
        """Write what has gathered, until nothing more has."""
        while not self._progress.is_empty:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), GATHER_S)
            progress, self._progress = self._progress, TurnProgress()
            await self._write(save_progress, progress)

    async def _finish_writing(self) -> None:
        """Wait for the current write; a stopping process may have cancelled it."""
        self._ending.set()
        if self._writing:
            await asyncio.wait([self._writing])

    async def _write(
        self,
        write: Callable[Concatenate[Scope, SavedTurn, P], None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        if self._saved is None:
            return
        try:
            await run_in_thread(write, self._scope, self._saved, *args, **kwargs)
        except (DatabaseError, InterfaceError) as error:
            self._history_lost = True
            logger.warning("A turn could not be saved to the history.", exc_info=error)


def turn_frames(turn: TurnView) -> list[FrameData]:
    """The frames of a saved turn: the same, and in the same order, as were streamed live."""
    frames: list[FrameData] = [{"delta": text} for text in turn.said]
    if turn.state is RequestState.COMPLETED:
        frames.append(
            _sources_frame_data(
                list(turn.sources), turn.metadata, str(turn.session_id), turn.fallback_message
            )
        )
        frames.append(DONE_FRAME)
    elif turn.state is RequestState.FAILED:
        frames.append(_error_frame(turn.error, turn.error_code))
    return frames


def _sources_frame(response: ChatResponse) -> FrameData:
    """The frame with everything but the text; if there is no answer, it says why."""
    dumped = response.model_dump(mode="json")
    return _sources_frame_data(
        dumped["sources"], dumped["metadata"], dumped["session_id"], response.fallback_message or ""
    )


def _sources_frame_data(
    sources: list[FrameData], metadata: FrameData, session_id: str, fallback: str
) -> FrameData:
    reason = {"fallback_message": fallback} if fallback else {}
    return {"sources": sources, "metadata": metadata, "session_id": session_id, **reason}


def _error_frame(message: str, code: str) -> FrameData:
    return {"error": message, "error_code": code}


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
