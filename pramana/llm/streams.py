"""What a caller holds while a model answers: items as they come, then the completion."""

import asyncio
import queue
from collections.abc import AsyncIterator, Iterator
from typing import Any, Generic, Self, TypeVar

from pramana.llm.caller import Call, Ended, Work, carry
from pramana.llm.contracts import Completion, T
from pramana.llm.loop import MODEL_LOOP, Running

Item = TypeVar("Item")


class _Held(Generic[T]):
    """The part both kinds of stream share."""

    _ended: Ended[T] | None = None

    def __init__(self, engine: str, running: Running) -> None:
        self.engine = engine
        """The engine that was chosen; `completion.engine` says which one answered."""
        self._running = running

    @property
    def completion(self) -> Completion[T]:
        """The whole answer; there once the stream has been read to its end."""
        if self._ended is None or self._ended.completion is None:
            raise RuntimeError("The stream has not been read to its end.")
        return self._ended.completion

    @property
    def output(self) -> T:
        return self.completion.output

    def close(self) -> None:
        """Stop the call. An abandoned stream does this by itself."""
        if self._ended is None:
            self._running.cancel()

    def __del__(self) -> None:
        if hasattr(self, "_running"):
            self.close()

    def _finish(self, ended: Ended[T]) -> None:
        self._ended = ended
        if ended.error is not None:
            raise ended.error


class Stream(_Held[T], Iterator[Item], Generic[Item, T]):
    """For callers in a thread."""

    def __init__(self, engine: str, call: Call[T]) -> None:
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        super().__init__(engine, MODEL_LOOP.start(carry(call, self._inbox.put)))

    def __next__(self) -> Item:
        while self._ended is None:
            message = self._inbox.get()
            if isinstance(message, Work):
                message.do()
            elif isinstance(message, Ended):
                self._finish(message)
            else:
                item: Item = message
                return item
        raise StopIteration

    def rest(self) -> Completion[T]:
        """Read to the end and return the whole answer."""
        for _ in self:
            pass
        return self.completion

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


class AsyncStream(_Held[T], AsyncIterator[Item], Generic[Item, T]):
    """For callers on an event loop."""

    def __init__(self, engine: str, call: Call[T]) -> None:
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        loop, put = asyncio.get_running_loop(), self._inbox.put_nowait

        def post(message: Any) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(put, message)

        super().__init__(engine, MODEL_LOOP.start(carry(call, post)))

    async def __anext__(self) -> Item:
        while self._ended is None:
            message = await self._message()
            if isinstance(message, Work):
                await message.ado()
            elif isinstance(message, Ended):
                self._finish(message)
            else:
                item: Item = message
                return item
        raise StopAsyncIteration

    async def _message(self) -> Any:
        try:
            return await self._inbox.get()
        except asyncio.CancelledError:
            self.close()
            raise

    async def rest(self) -> Completion[T]:
        """Read to the end and return the whole answer."""
        async for _ in self:
            pass
        return self.completion

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        self.close()
