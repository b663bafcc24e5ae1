"""Where requests leave: one connection for each of the two clients, alike but for waiting."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar

import httpx

from pramana.client.calls import Call
from pramana.client.errors import ConnectionLost, error_of
from pramana.client.matters import NO_MATTER, Matter
from pramana.client.pages import Pages
from pramana.client.retries import Patience
from pramana.client.streams import Following, Interrupted, Listening

T = TypeVar("T")
WENT_AWAY = "The product went away while it answered, and did not come back."


class Connection:
    """Sends calls and waits for the answers."""

    def __init__(self, http: httpx.Client, patience: Patience, matter: Matter = NO_MATTER) -> None:
        self.http = http
        self.patience = patience
        self.matter = matter

    def send(self, call: Call[T]) -> T:
        call = call.saying(self.matter.fields)
        attempt = 1
        while True:
            try:
                response = self.http.request(call.method, call.path, **_sent(call))
                wait = self.patience.after_answer(call, response, attempt)
                if wait is None:
                    return _read(call, response)
            except httpx.TransportError as error:
                wait = _wait_or_raise(self.patience, call, error, attempt)
            time.sleep(wait)
            attempt += 1

    def turn(self, pages: Pages[Any, T]) -> Iterator[T]:
        call: Call[Any] | None = pages.first
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
        call = state.call.saying(self.matter.fields)
        with self.http.stream(call.method, call.path, **_sent(call)) as response:
            if response.is_error:
                response.read()
                _check_stream(self.patience, state, response)
            state.opened(response.headers)
            for line in response.iter_lines():
                yield from state.take(line)


class AsyncConnection:
    """The same for programs that do other things meanwhile."""

    def __init__(
        self, http: httpx.AsyncClient, patience: Patience, matter: Matter = NO_MATTER
    ) -> None:
        self.http = http
        self.patience = patience
        self.matter = matter

    async def send(self, call: Call[T]) -> T:
        call = call.saying(self.matter.fields)
        attempt = 1
        while True:
            try:
                response = await self.http.request(call.method, call.path, **_sent(call))
                wait = self.patience.after_answer(call, response, attempt)
                if wait is None:
                    return _read(call, response)
            except httpx.TransportError as error:
                wait = _wait_or_raise(self.patience, call, error, attempt)
            await asyncio.sleep(wait)
            attempt += 1

    async def turn(self, pages: Pages[Any, T]) -> AsyncIterator[T]:
        call: Call[Any] | None = pages.first
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
        call = state.call.saying(self.matter.fields)
        async with self.http.stream(call.method, call.path, **_sent(call)) as response:
            if response.is_error:
                await response.aread()
                _check_stream(self.patience, state, response)
            state.opened(response.headers)
            async for line in response.aiter_lines():
                for frame in state.take(line):
                    yield frame


def _sent(call: Call[Any]) -> dict[str, Any]:
    return {
        "json": call.json,
        "params": dict(call.params),
        "headers": dict(call.headers),
        "files": call.files,
        "data": call.data,
    }


def _read(call: Call[T], response: httpx.Response) -> T:
    if response.is_error:
        raise error_of(response)
    return call.read(response.content)


def _wait_or_raise(
    patience: Patience, call: Call[Any], error: httpx.TransportError, attempt: int
) -> float:
    wait = patience.after_failure(call, error, attempt)
    if wait is None:
        raise ConnectionLost(f"{type(error).__name__}: {error}") from error
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
        raise ConnectionLost(WENT_AWAY) from error
    return patience.wait(state.failures, error.wait)
