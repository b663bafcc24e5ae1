"""How a model call runs: on one event loop per process, streamed to its caller.

The loop has its own thread, and sync and async callers share it. So the concurrency limit, circuit
breakers and HTTP connections are one per process, and a provider's client never meets a second
event loop. Our own code that a call needs (tools, offline answers) runs on the caller's side: in
its thread and transaction, or on its event loop.
"""

import asyncio
import contextvars
import inspect
import os
import queue
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from asgiref.sync import async_to_sync, sync_to_async

from pramana.llm.contracts import Completion, T
from pramana.postgres.loans import return_to_pool


class ModelLoop:
    """Started on first use; a forked child starts its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def start(self, work: Coroutine[Any, Any, None]) -> "LoopTask":
        """Start the work in the caller's context, so that its spans have the right parent."""
        loop = self._running_loop()
        task = LoopTask(loop)
        context = contextvars.copy_context()
        loop.call_soon_threadsafe(task.begin, work, context)
        return task

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop, self._pid = asyncio.new_event_loop(), os.getpid()
                threading.Thread(
                    target=self._loop.run_forever, name="model-calls", daemon=True
                ).start()
            return self._loop


class LoopTask:
    """A task on the loop, seen from another thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._task: asyncio.Task[None] | None = None

    def begin(self, work: Coroutine[Any, Any, None], context: contextvars.Context) -> None:
        self._task = self._loop.create_task(work, context=context)

    def cancel(self) -> None:
        """Cancel the task; does nothing once it has ended."""
        self._loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()


MODEL_LOOP = ModelLoop()


Function = Callable[..., Any]
Post = Callable[[Any], None]


@dataclass(frozen=True)
class CallerTask:
    """A function that the call needs to run on the caller's side, and where its result goes."""

    function: Function
    arguments: dict[str, Any]
    result: "asyncio.Future[Any]"

    def run(self) -> None:
        """Run it in this thread."""
        function = self.function
        if inspect.iscoroutinefunction(function):
            function = async_to_sync(function)
        try:
            self._settle(function(**self.arguments), None)
        except BaseException as error:
            self._settle(None, error)
            if not isinstance(error, Exception):
                raise

    async def arun(self) -> None:
        """Run it on this event loop; a sync function runs in Django's thread for sync code."""
        function = self.function
        if not inspect.iscoroutinefunction(function):
            function = sync_to_async(function)
        try:
            self._settle(await function(**self.arguments), None)
        except BaseException as error:
            self._settle(None, error)
            if not isinstance(error, Exception):
                raise

    def _settle(self, value: Any, error: BaseException | None) -> None:
        self.result.get_loop().call_soon_threadsafe(self._set, value, error)

    def _set(self, value: Any, error: BaseException | None) -> None:
        if self.result.done():  # the call was stopped meanwhile
            return
        if error is None:
            self.result.set_result(value)
        elif isinstance(error, StopIteration):  # a future cannot hold one
            self.result.set_exception(RuntimeError("A tool raised StopIteration."))
        else:
            self.result.set_exception(error)


@dataclass(frozen=True)
class CallEnd(Generic[T]):
    """The last message of a call."""

    completion: Completion[T] | None
    error: BaseException | None


class Caller:
    """The caller's side of a call: receives its items and runs its functions."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self.has_output = False
        """Whether the caller has received a part of the answer; then the call is not retried."""

    def emit(self, item: Any) -> None:
        self.has_output = True
        self._post(item)

    async def run(self, function: Function, arguments: Mapping[str, Any]) -> Any:
        """Run a function on the caller's side and wait for its result."""
        result = asyncio.get_running_loop().create_future()
        self._post(CallerTask(function, dict(arguments), result))
        return await result


Call = Callable[[Caller], Coroutine[Any, Any, Completion[T]]]


async def run_call(call: Call[T], post: Post) -> None:
    """Run a call and post how it ended, whatever happens."""
    try:
        end: CallEnd[T] = CallEnd(await call(Caller(post)), None)
    except BaseException as error:
        end = CallEnd(None, error)
    post(end)


Item = TypeVar("Item")


class _CallHandle(Generic[T]):
    """What both kinds of stream share: the completion, and a way to stop the call."""

    _end: CallEnd[T] | None = None

    def __init__(self, engine: str, task: LoopTask) -> None:
        self.engine = engine
        """The engine that was asked first; `completion.engine` is the one that answered."""
        self._task = task

    @property
    def completion(self) -> Completion[T]:
        """The whole answer, once the stream has been read to its end."""
        if self._end is None or self._end.completion is None:
            raise RuntimeError("The stream has not been read to its end.")
        return self._end.completion

    @property
    def output(self) -> T:
        return self.completion.output

    def close(self) -> None:
        """Stop the call. A stream that is garbage collected does this by itself."""
        if self._end is None:
            self._task.cancel()

    def __del__(self) -> None:
        if hasattr(self, "_task"):
            self.close()

    def _finish(self, end: CallEnd[T]) -> None:
        self._end = end
        if end.error is not None:
            raise end.error


class Stream(_CallHandle[T], Iterator[Item], Generic[Item, T]):
    """The items of a call, for callers in a thread."""

    def __init__(self, engine: str, call: Call[T]) -> None:
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        super().__init__(engine, MODEL_LOOP.start(run_call(call, self._inbox.put)))

    def __next__(self) -> Item:
        while self._end is None:
            return_to_pool()  # the model takes its time
            message = self._inbox.get()
            if isinstance(message, CallerTask):
                message.run()
            elif isinstance(message, CallEnd):
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


class AsyncStream(_CallHandle[T], AsyncIterator[Item], Generic[Item, T]):
    """The items of a call, for callers on an event loop."""

    def __init__(self, engine: str, call: Call[T]) -> None:
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        loop, put = asyncio.get_running_loop(), self._inbox.put_nowait

        def post(message: Any) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(put, message)

        super().__init__(engine, MODEL_LOOP.start(run_call(call, post)))

    async def __anext__(self) -> Item:
        while self._end is None:
            message = await self._message()
            if isinstance(message, CallerTask):
                await message.arun()
            elif isinstance(message, CallEnd):
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
