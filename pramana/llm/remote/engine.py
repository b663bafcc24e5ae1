"""The engine for remote models: request slots, timeouts, one retry and circuit breakers."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

from pydantic_ai import RunContext
from pydantic_ai.exceptions import AgentRunError, ModelAPIError
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RunUsage

from pramana.llm.calls import Caller
from pramana.llm.contracts import T, Usage
from pramana.llm.domain import CircuitBreaker, retry_delay
from pramana.llm.engines import CallCost, Engine, EngineRequest, ModelAccess, Verb
from pramana.llm.errors import (
    ModelBusy,
    ModelCutOff,
    ModelError,
    ModelOutputInvalid,
    ModelPaused,
    ModelTimeout,
    ModelUnavailable,
)
from pramana.llm.ledger import Attribute, span
from pramana.llm.remote.conversation import converse
from pramana.llm.remote.providers import has_known_prices, model_for, translate_error


class RequestGate:
    """The request slots and circuit breakers of the process.

    It is used only on the model loop, so it needs no lock.
    """

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self._free = asyncio.Semaphore(slots)
        self._breakers: dict[str, CircuitBreaker] = {}

    def breaker(self, provider: str) -> CircuitBreaker:
        return self._breakers.setdefault(provider, CircuitBreaker())

    @asynccontextmanager
    async def slot(self, deadline: float) -> AsyncIterator[None]:
        """Hold one of the slots; others wait in order, until their deadline."""
        try:
            async with asyncio.timeout_at(deadline):
                await self._free.acquire()
        except TimeoutError:
            raise ModelBusy(self.slots) from None
        try:
            yield
        finally:
            self._free.release()


R = TypeVar("R")


class GuardedModel(WrapperModel):
    """A model whose every request goes through the gate.

    `timeout` covers one request with its wait for a slot and its retry; for a streamed request,
    the time until its first words. If `all_by` is given, all requests end by then. `requests`
    counts the requests that were really sent.
    """

    def __init__(
        self,
        wrapped: Model,
        engine: Engine,
        gate: RequestGate,
        timeout: float,
        *,
        breaker: CircuitBreaker,
        all_by: float | None = None,
    ) -> None:
        super().__init__(wrapped)
        self._breaker = breaker
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
        async with self._gate.slot(deadline):
            return await self._send_with_retry(
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
        def open_stream() -> Awaitable[StreamedResponse]:
            return stack.enter_async_context(
                self.wrapped.request_stream(
                    messages, model_settings, model_request_parameters, run_context
                )
            )

        deadline = self._deadline()
        async with self._gate.slot(deadline), AsyncExitStack() as stack:
            response = await self._send_with_retry(open_stream, deadline)
            failure: ModelError
            try:
                yield response
                if response.finish_reason is not None or response.cancelled:
                    return
                failure = self._cut_off_error(None)
            except ModelAPIError as error:
                failure = self._cut_off_error(error)
            raise failure

    def _deadline(self) -> float:
        own = asyncio.get_running_loop().time() + self._timeout
        return own if self._all_by is None else min(own, self._all_by)

    async def _send_with_retry(self, send: Callable[[], Awaitable[R]], deadline: float) -> R:
        """Send, and retry once if the error and the time left allow it."""
        try:
            return await self._attempt(send, deadline)
        except ModelError as error:
            pause = self._retry_delay(error, deadline)
            if pause is None:
                raise
        await asyncio.sleep(pause)
        return await self._attempt(send, deadline)

    def _retry_delay(self, error: ModelError, deadline: float) -> float | None:
        if not error.may_retry:
            return None
        left = deadline - asyncio.get_running_loop().time()
        asked = getattr(error, "wait", None)
        return retry_delay(asked=asked, left=left, jitter=random.random())  # noqa: S311 spreads retries, guards nothing

    async def _attempt(self, send: Callable[[], Awaitable[R]], deadline: float) -> R:
        breaker = self._breaker
        now = asyncio.get_running_loop().time
        wait = breaker.seconds_to_wait(now())
        if wait is not None:
            raise ModelPaused(self._engine.provider, wait)
        self.requests += 1
        try:
            result = await self._send(send, deadline)
        except ModelError as error:
            if error.counts_against_provider:
                breaker.record_failure(now())
            else:
                breaker.record_success()
            raise
        except BaseException:
            breaker.abandon()
            raise
        breaker.record_success()
        return result

    async def _send(self, send: Callable[[], Awaitable[R]], deadline: float) -> R:
        """Make one attempt; its error is our own and contains none of the provider's text."""
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
                failure = translate_error(error, self._engine.name)
                if type(failure) is ModelOutputInvalid:
                    failure = ModelUnavailable(
                        f"The provider of {self._engine.name} sent an unreadable response."
                    )
            raise failure

    def _cut_off_error(self, error: ModelAPIError | None) -> ModelError:
        """The error for a stream that had started. Shown text stays, so there is no retry.

        Without an error from the provider, the stream ended normally but without a finish marker.
        """
        failure = translate_error(error, self._engine.name) if error else None
        if failure is not None and not failure.counts_against_provider:
            return failure
        self._breaker.record_failure(asyncio.get_running_loop().time())
        return ModelCutOff(f"The answer of {self._engine.name} broke off in the middle. Ask again.")


class RemoteEngine:
    """One per process: it has the gate that all requests go through."""

    def __init__(self, slots: int) -> None:
        self.gate = RequestGate(slots)

    async def answer(
        self, request: EngineRequest[T], caller: Caller, spent: CallCost, access: ModelAccess
    ) -> T:
        # The provider's library is imported on first use. That takes seconds, so not on the loop.
        wrapped = await asyncio.to_thread(model_for, request.engine, access)
        whole = asyncio.get_running_loop().time() + request.timeout
        model = GuardedModel(
            wrapped,
            request.engine,
            self.gate,
            request.timeout,
            breaker=self.gate.breaker(access.breaker_name(request.engine)),
            all_by=whole if request.verb is Verb.COMPLETE else None,
        )
        usage = RunUsage()
        try:
            return await converse(model, request, caller, usage)
        finally:
            spent.usage = Usage(model.requests, usage.input_tokens, usage.output_tokens)
            if has_known_prices(request.engine, access):
                spent.cost = usage.cost
