"""Where requests leave: one connection for each of the two clients, alike but for waiting."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any, TypeVar

import httpx

from pramana.client.calls import NO_CONTEXT, ApiCall, WorkContext
from pramana.client.errors import ConnectionLostError, error_of
from pramana.client.pages import Pages
from pramana.client.streams import Following, Interrupted, Listening

REFUSED = 429
AWAY = 503
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


@dataclass(frozen=True)
class Patience:
    """How often to try, and how long to wait in between: twice as long each time, spread out."""

    attempts: int = 5
    first_s: float = 0.5
    longest_s: float = 60.0

    def wait(self, attempt: int, asked: float | None = None) -> float:
        """Seconds to wait after this attempt, counted from 1; what the product asked for counts.

        >>> Patience().wait(1, asked=3)
        3
        """
        if asked is not None:
            return asked
        most = min(self.first_s * 2 ** (attempt - 1), self.longest_s)
        return SystemRandom().uniform(most / 2, most)

    def after_answer(
        self, call: ApiCall[Any], response: httpx.Response, attempt: int
    ) -> float | None:
        """Seconds until the next try, or None where this answer stands.

        429 means that nothing was done. 503 may have come halfway, so it is tried again only where
        twice does no harm. Whoever is to come back later than patience lasts, as with a quota that
        is used up for the day, is told so at once.
        """
        asked = _retry_after_header(response)
        again = response.status_code == REFUSED or (
            response.status_code == AWAY and call.may_repeat
        )
        if not again or attempt >= self.attempts or (asked or 0) > self.longest_s:
            return None
        return self.wait(attempt, asked)

    def after_failure(
        self, call: ApiCall[Any], error: httpx.TransportError, attempt: int
    ) -> float | None:
        """The same for a connection that failed."""
        again = isinstance(error, NEVER_SENT) or call.may_repeat
        return self.wait(attempt) if again and attempt < self.attempts else None


def _retry_after_header(response: httpx.Response) -> float | None:
    value = response.headers.get("Retry-After", "")
    return float(value) if value.isdecimal() else None


T = TypeVar("T")
WENT_AWAY = "The product went away while it answered, and did not come back."


class Connection:
    """Sends calls and waits for the answers."""

    def __init__(
        self, http: httpx.Client, patience: Patience, matter: WorkContext = NO_CONTEXT
    ) -> None:
        self.http = http
        self.patience = patience
        self.matter = matter

    def send(self, call: ApiCall[T]) -> T:
        call = call.with_fields(self.matter.fields)
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

    def turn(self, pages: Pages[Any, T]) -> Iterator[T]:
        call: ApiCall[Any] | None = pages.first
        while call is not None:
            page = self.send(call)
            yield from pages.items(page)
            call = pages.after(page)

    def listen(self, wanted: Listening[T]) -> Iterator[T]:
        state = Following(wanted)
        while not state.is_over:
            try:
                yield from self._heard(state)
                state.ended()
            except (Interrupted, httpx.TransportError) as error:
                time.sleep(_patience_with(self.patience, state, error))

    def _heard(self, state: Following[T]) -> Iterator[T]:
        call = state.call.with_fields(self.matter.fields)
        with self.http.stream(call.method, call.path, **_send(call)) as response:
            if response.is_error:
                response.read()
                _check_stream(self.patience, state, response)
            state.opened(response.headers)
            for line in response.iter_lines():
                yield from state.take(line)


class AsyncConnection:
    """The same for programs that do other things meanwhile."""

    def __init__(
        self, http: httpx.AsyncClient, patience: Patience, matter: WorkContext = NO_CONTEXT
    ) -> None:
        self.http = http
        self.patience = patience
        self.matter = matter

    async def send(self, call: ApiCall[T]) -> T:
        call = call.with_fields(self.matter.fields)
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

    async def turn(self, pages: Pages[Any, T]) -> AsyncIterator[T]:
        call: ApiCall[Any] | None = pages.first
        while call is not None:
            page = await self.send(call)
            for each in pages.items(page):
                yield each
            call = pages.after(page)

    async def listen(self, wanted: Listening[T]) -> AsyncIterator[T]:
        state = Following(wanted)
        while not state.is_over:
            try:
                async for frame in self._heard(state):
                    yield frame
                state.ended()
            except (Interrupted, httpx.TransportError) as error:
                await asyncio.sleep(_patience_with(self.patience, state, error))

    async def _heard(self, state: Following[T]) -> AsyncIterator[T]:
        call = state.call.with_fields(self.matter.fields)
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


def _check_stream(patience: Patience, state: Following[Any], response: httpx.Response) -> None:
    """Raises `Interrupted` where the stream can be asked for again, else what was refused."""
    wait = patience.after_answer(state.call, response, state.failures + 1)
    if wait is None:
        raise error_of(response)
    raise Interrupted(wait)


def _patience_with(
    patience: Patience, state: Following[Any], error: Interrupted | httpx.TransportError
) -> float:
    """Seconds until the stream is asked for again; raises where that would do harm or no good."""
    state.failures += 1
    if isinstance(error, httpx.TransportError):
        return _wait_or_raise(patience, state.call, error, state.failures)
    if state.failures >= patience.attempts:
        raise ConnectionLostError(WENT_AWAY) from error
    return patience.wait(state.failures, error.wait)
