"""The HTTP connections of both clients: sending, retrying, paging and streaming."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any, Generic, Self, TypeVar

import httpx

from pramana.client.calls import NO_CONTEXT, ApiCall, Pages, Polling, WorkContext
from pramana.client.errors import ConnectionLostError, error_of
from pramana.client.streams import StreamInterrupted, StreamOutcome, StreamRequest, StreamState

REFUSED = 429
AWAY = 503
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


@dataclass(frozen=True)
class Patience:
    """How often to try, and how long to wait in between: doubled each time, with jitter."""

    attempts: int = 5
    first_s: float = 0.5
    longest_s: float = 60.0

    def wait(self, attempt: int, retry_after: float | None = None) -> float:
        """Seconds to wait after this attempt, counted from 1; `Retry-After` takes precedence.

        >>> Patience().wait(1, retry_after=3)
        3
        """
        if retry_after is not None:
            return retry_after
        most = min(self.first_s * 2 ** (attempt - 1), self.longest_s)
        return SystemRandom().uniform(most / 2, most)

    def after_answer(
        self, call: ApiCall[Any], response: httpx.Response, attempt: int
    ) -> float | None:
        """Seconds until the next attempt, or None if this response is final.

        After 429 nothing was done, so any call is retried. After 503 the work may be half done, so
        only calls that are safe to repeat are. A `Retry-After` beyond `longest_s`, as for a daily
        quota that is used up, is reported at once.
        """
        retry_after = _retry_after_header(response)
        may_retry = response.status_code == REFUSED or (
            response.status_code == AWAY and call.may_repeat
        )
        if not may_retry or attempt >= self.attempts or (retry_after or 0) > self.longest_s:
            return None
        return self.wait(attempt, retry_after)

    def after_failure(
        self, call: ApiCall[Any], error: httpx.TransportError, attempt: int
    ) -> float | None:
        """The same for a connection that failed, which is retried if the call is safe to repeat."""
        may_retry = isinstance(error, NEVER_SENT) or call.may_repeat
        return self.wait(attempt) if may_retry and attempt < self.attempts else None


def _retry_after_header(response: httpx.Response) -> float | None:
    value = response.headers.get("Retry-After", "")
    return float(value) if value.isdecimal() else None


T = TypeVar("T")
H = TypeVar("H")
WENT_AWAY = "The connection to the product was lost during a response and could not be restored."


class HttpConnection(Generic[H]):
    """What both connections hold."""

    def __init__(self, http: H, patience: Patience, context: WorkContext = NO_CONTEXT) -> None:
        self.http = http
        self.patience = patience
        self.context = context

    def in_context(self, context: WorkContext) -> Self:
        """The same connection, for work that belongs to this context."""
        return type(self)(self.http, self.patience, context)


class Connection(HttpConnection[httpx.Client]):
    """Sends calls and waits for the responses."""

    def send(self, call: ApiCall[T]) -> T:
        call = call.with_fields(self.context.fields)
        attempt = 1
        while True:
            try:
                response = self.http.request(call.method, call.path, **_send(call))
                wait = self.patience.after_answer(call, response, attempt)
                if wait is None:
                    return _read(call, response)
            except httpx.TransportError as error:
                wait = _wait_or_raise(self.patience, call, error, attempt)
            time.sleep(wait)
            attempt += 1

    def poll(self, polling: Polling[T]) -> T:
        began = time.monotonic()
        while not polling.is_done(result := self.send(polling.call)):
            time.sleep(polling.pause(began))
        return result

    def turn(self, pages: Pages[Any, T]) -> Iterator[T]:
        call: ApiCall[Any] | None = pages.first
        while call is not None:
            page = self.send(call)
            yield from pages.items(page)
            call = pages.after(page)

    def listen(self, request: StreamRequest[T]) -> Iterator[T]:
        state = StreamState(request)
        while not state.is_over:
            try:
                yield from self._frames(state)
                state.ended()
            except (StreamInterrupted, httpx.TransportError) as error:
                time.sleep(_reconnect_delay(self.patience, state, error))

    def finish(self, outcome: StreamOutcome[Any, T]) -> T:
        return self.send(outcome.then(list(self.listen(outcome.stream))))

    def _frames(self, state: StreamState[T]) -> Iterator[T]:
        call = state.call.with_fields(self.context.fields)
        with self.http.stream(call.method, call.path, **_send(call)) as response:
            if response.is_error:
                response.read()
                _check_stream(self.patience, state, response)
            state.opened(response.headers)
            for line in response.iter_lines():
                yield from state.take(line)


class AsyncConnection(HttpConnection[httpx.AsyncClient]):
    """The same as `Connection`, for asyncio."""

    async def send(self, call: ApiCall[T]) -> T:
        call = call.with_fields(self.context.fields)
        attempt = 1
        while True:
            try:
                response = await self.http.request(call.method, call.path, **_send(call))
                wait = self.patience.after_answer(call, response, attempt)
                if wait is None:
                    return _read(call, response)
            except httpx.TransportError as error:
                wait = _wait_or_raise(self.patience, call, error, attempt)
            await asyncio.sleep(wait)
            attempt += 1

    async def poll(self, polling: Polling[T]) -> T:
        began = time.monotonic()
        while not polling.is_done(result := await self.send(polling.call)):
            await asyncio.sleep(polling.pause(began))
        return result

    async def turn(self, pages: Pages[Any, T]) -> AsyncIterator[T]:
        call: ApiCall[Any] | None = pages.first
        while call is not None:
            page = await self.send(call)
            for each in pages.items(page):
                yield each
            call = pages.after(page)

    async def listen(self, request: StreamRequest[T]) -> AsyncIterator[T]:
        state = StreamState(request)
        while not state.is_over:
            try:
                async for frame in self._frames(state):
                    yield frame
                state.ended()
            except (StreamInterrupted, httpx.TransportError) as error:
                await asyncio.sleep(_reconnect_delay(self.patience, state, error))

    async def finish(self, outcome: StreamOutcome[Any, T]) -> T:
        frames = [frame async for frame in self.listen(outcome.stream)]
        return await self.send(outcome.then(frames))

    async def _frames(self, state: StreamState[T]) -> AsyncIterator[T]:
        call = state.call.with_fields(self.context.fields)
        async with self.http.stream(call.method, call.path, **_send(call)) as response:
            if response.is_error:
                await response.aread()
                _check_stream(self.patience, state, response)
            state.opened(response.headers)
            async for line in response.aiter_lines():
                for frame in state.take(line):
                    yield frame


def _send(call: ApiCall[Any]) -> dict[str, Any]:
    return {
        "json": call.json,
        "params": dict(call.params),
        "headers": dict(call.headers),
        "files": call.files,
        "data": call.data,
    }


def _read(call: ApiCall[T], response: httpx.Response) -> T:
    if response.is_error:
        raise error_of(response)
    return call.read(response.content)


def _wait_or_raise(
    patience: Patience, call: ApiCall[Any], error: httpx.TransportError, attempt: int
) -> float:
    wait = patience.after_failure(call, error, attempt)
    if wait is None:
        raise ConnectionLostError(f"{type(error).__name__}: {error}") from error
    return wait


def _check_stream(patience: Patience, state: StreamState[Any], response: httpx.Response) -> None:
    """Raise `StreamInterrupted` if the stream can be retried, otherwise the error response."""
    wait = patience.after_answer(state.call, response, state.failures + 1)
    if wait is None:
        raise error_of(response)
    raise StreamInterrupted(wait)


def _reconnect_delay(
    patience: Patience, state: StreamState[Any], error: StreamInterrupted | httpx.TransportError
) -> float:
    """Seconds until the stream is resumed; raises if it must not or cannot be."""
    state.failures += 1
    if isinstance(error, httpx.TransportError):
        return _wait_or_raise(patience, state.call, error, state.failures)
    if state.failures >= patience.attempts:
        raise ConnectionLostError(WENT_AWAY) from error
    return patience.wait(state.failures, error.wait)
