"""What happens to a turn, written down beside it and never in its way."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Concatenate, ParamSpec

from django.db import DatabaseError, InterfaceError

from pramana.chat.contracts.answering import ChatResponse
from pramana.chat.contracts.states import RequestState
from pramana.chat.services import Progress, Saved, complete_turn, fail_turn, save_progress
from pramana.chat.turns.threads import in_thread
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.steps import Step

logger = logging.getLogger(__name__)

GATHER_S = 0.05
"""How long what happens is gathered before it is written: most of a quick turn is one write."""

P = ParamSpec("P")


class Recorder:
    """Gathers what happens for a moment, or while the last is written, and writes that together.

    History is worth less than an answer: a write that fails is logged and said in the answer
    (`is_lost`), and the answer is given all the same.
    """

    def __init__(self, scope: Scope, saved: Saved | None) -> None:
        self.is_lost = saved is None
        self._scope, self._saved = scope, saved
        self._progress = Progress()
        self._writing: asyncio.Task[None] | None = None
        self._at_end = asyncio.Event()

    def state(self, state: RequestState) -> None:
        self._progress.states.append(state)
        self._wake()

    def said(self, text: str) -> None:
        self._progress.said.append(text)
        self._wake()

    def used(self, call: dict[str, Any]) -> None:
        self._progress.calls.append(call)
        self._wake()

    def passed(self, step: Step) -> None:
        self._progress.steps.append(step)
        self._wake()

    async def complete(self, response: ChatResponse) -> None:
        await self._settled()
        await self._written(complete_turn, response)

    async def fail(self, error: AppError) -> None:
        await self._settled()
        await self._written(fail_turn, error)

    def _wake(self) -> None:
        if self._saved and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._write_on())

    async def _write_on(self) -> None:
        while not self._progress.is_empty:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._at_end.wait(), GATHER_S)
            progress, self._progress = self._progress, Progress()
            await self._written(save_progress, progress)

    async def _settled(self) -> None:
        """Wait for what is being written; a stopping process may have cancelled it."""
        self._at_end.set()
        if self._writing:
            await asyncio.wait([self._writing])

    async def _written(
        self,
        write: Callable[Concatenate[Scope, Saved, P], None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        if self._saved is None:
            return
        try:
            await in_thread(write, self._scope, self._saved, *args, **kwargs)
        except (DatabaseError, InterfaceError) as error:
            self.is_lost = True
            logger.warning("A turn could not be written to the history.", exc_info=error)
