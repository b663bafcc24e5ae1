"""A turn as it happens: what was told so far, for whoever asked, and how it ended."""

import asyncio
from collections.abc import AsyncGenerator

from pramana.chat.contracts.answering import ChatResponse
from pramana.chat.contracts.states import RequestState
from pramana.chat.domain import frames
from pramana.chat.tools import kept_call
from pramana.chat.turns.recorder import Recorder
from pramana.jobs.frames import Frame
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.tools import ToolOutcome
from pramana.tenancy.steps import Step

NOT_SAVED = "history_not_saved"


class LiveTurn:
    """Hears what the flow does (`Told`), keeps it for the stream, and has it written down.

    What the person sees does not wait for the database; that the turn is over is told once it is
    written, so that the history they ask for next holds it.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._frames: list[frames.FrameData] = []
        self._news = asyncio.Event()
        self._over = asyncio.Event()
        self._response: ChatResponse | None = None
        self._error: AppError | None = None

    def state(self, state: RequestState) -> None:
        self._recorder.state(state)

    def say(self, text: str) -> None:
        self._recorder.said(text)
        self._tell(frames.delta(text))

    def used(self, call: ToolOutcome) -> None:
        self._recorder.used({**kept_call(call), "at": utcnow().isoformat()})

    def passed(self, step: Step) -> None:
        self._recorder.passed(step)

    async def complete(self, response: ChatResponse) -> None:
        await self._recorder.complete(response)
        if self._recorder.is_lost and not response.metadata.degraded_reason:
            noted = response.metadata.model_copy(update={"degraded_reason": NOT_SAVED})
            response = response.model_copy(update={"metadata": noted})
        self._response = response
        self._over.set()
        self._tell(frames.sources(response), frames.DONE)

    async def fail(self, error: AppError) -> None:
        self._error = error
        try:
            await self._recorder.fail(error)
        finally:
            self._over.set()
            self._tell(frames.failed(error))

    async def outcome(self) -> ChatResponse:
        """The whole answer, or what went wrong."""
        await self._over.wait()
        if self._response is None:
            raise self._error or AssertionError("A turn ends with an answer or an error.")
        return self._response

    async def stream(self) -> AsyncGenerator[Frame, None]:
        """Each frame as it comes, to the last."""
        shown = 0
        while True:
            self._news.clear()
            while shown < len(self._frames):
                yield Frame(self._frames[shown])
                shown += 1
            if self._over.is_set():
                return
            await self._news.wait()

    def _tell(self, *told: frames.FrameData) -> None:
        self._frames.extend(told)
        self._news.set()
