"""What stands between every request and its provider: places, time, one retry, the breaker."""

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

from pydantic_ai import RunContext
from pydantic_ai.exceptions import AgentRunError, ModelAPIError
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from pramana.llm.choice import Engine
from pramana.llm.domain.pause import pause_before_retry
from pramana.llm.errors import (
    ModelCutOff,
    ModelError,
    ModelOutputInvalid,
    ModelPaused,
    ModelTimeout,
    ModelUnavailable,
)
from pramana.llm.remote.gate import Gate
from pramana.llm.remote.translate import translate
from pramana.llm.spans import Attribute, span

R = TypeVar("R")


class GuardedModel(WrapperModel):
    """A model whose every request goes through the gate.

    `timeout` covers one request with its wait for a place and its retry; of a streamed request,
    the time until its first words. Where `all_by` is given, all requests end by then. `requests`
    counts what was really sent.
    """

    def __init__(
        self,
        wrapped: Model,
        engine: Engine,
        gate: Gate,
        timeout: float,
        *,
        all_by: float | None = None,
    ) -> None:
        super().__init__(wrapped)
        self.requests = 0
        self._engine = engine
        self._gate = gate
        self._timeout = timeout
        self._all_by = all_by

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        deadline = self._deadline()
        async with self._gate.place(deadline):
            return await self._tried(
                lambda: self.wrapped.request(messages, model_settings, model_request_parameters),
                deadline,
            )

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        def opened() -> Awaitable[StreamedResponse]:
            return stack.enter_async_context(
                self.wrapped.request_stream(
                    messages, model_settings, model_request_parameters, run_context
                )
            )

        deadline = self._deadline()
        async with self._gate.place(deadline), AsyncExitStack() as stack:
            response = await self._tried(opened, deadline)
            failure: ModelError
            try:
                yield response
                if response.finish_reason is not None or response.cancelled:
                    return
                failure = self._broken_off(None)
            except ModelAPIError as error:
                failure = self._broken_off(error)
            raise failure

    def _deadline(self) -> float:
        own = asyncio.get_running_loop().time() + self._timeout
        return own if self._all_by is None else min(own, self._all_by)

    async def _tried(self, send: Callable[[], Awaitable[R]], deadline: float) -> R:
        """The first attempt, and one more when the error and the time left allow it."""
        try:
            return await self._attempt(send, deadline)
        except ModelError as error:
            pause = self._pause(error, deadline)
            if pause is None:
                raise
        await asyncio.sleep(pause)
        return await self._attempt(send, deadline)

    def _pause(self, error: ModelError, deadline: float) -> float | None:
        if not error.may_retry:
            return None
        left = deadline - asyncio.get_running_loop().time()
        asked = getattr(error, "wait", None)
        return pause_before_retry(asked=asked, left=left, jitter=random.random())  # noqa: S311 spreads retries, guards nothing

    async def _attempt(self, send: Callable[[], Awaitable[R]], deadline: float) -> R:
        breaker = self._gate.breaker(self._engine.provider)
        now = asyncio.get_running_loop().time
        wait = breaker.wait(now())
        if wait is not None:
            raise ModelPaused(self._engine.provider, wait)
        self.requests += 1
        try:
            result = await self._sent(send, deadline)
        except ModelError as error:
            if error.counts_against_provider:
                breaker.failed(now())
            else:
                breaker.succeeded()
            raise
        except BaseException:
            breaker.gave_up()
            raise
        breaker.succeeded()
        return result

    async def _sent(self, send: Callable[[], Awaitable[R]], deadline: float) -> R:
        """One attempt, whose error is ours and carries nothing of the provider's text."""
        attributes: dict[str, Attribute] = {
            "gen_ai.system": self._engine.provider,
            "gen_ai.request.model": self._engine.model,
            "pramana.request": self.requests,
        }
        with span("llm.request", attributes):
            failure: ModelError
            try:
                async with asyncio.timeout_at(deadline):
                    return await send()
            except TimeoutError:
                failure = ModelTimeout(self._engine.name, self._timeout)
            except AgentRunError as error:
                failure = translate(error, self._engine.name)
                if type(failure) is ModelOutputInvalid:
                    failure = ModelUnavailable(
                        f"The provider of {self._engine.name} sent something that cannot be read."
                    )
            raise failure

    def _broken_off(self, error: ModelAPIError | None) -> ModelError:
        """A stream that had begun: what was shown stays shown, so there is no second attempt.

        Without an error it ended politely, but never said that it was at its end.
        """
        failure = translate(error, self._engine.name) if error else None
        if failure is not None and not failure.counts_against_provider:
            return failure
        self._gate.breaker(self._engine.provider).failed(asyncio.get_running_loop().time())
        return ModelCutOff(f"The answer of {self._engine.name} broke off in the middle. Ask again.")
