"""Threads in which a worker's jobs run. They never keep the process from ending."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

from django.db import DatabaseError, close_old_connections, connections

Result = TypeVar("Result")


class Threads:
    """A fixed number of daemon threads; each keeps its database connection between jobs.

    The executor of the standard library waits for its threads when the interpreter ends, so one
    task that hangs would hold up the whole stop.
    """

    def __init__(self, count: int) -> None:
        self.busy = 0
        self._counting = threading.Lock()
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"job-{number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call the function in a free thread. Cancelling stops the waiting, not the call."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[Result] = loop.create_future()

        def call() -> None:
            try:
                settle = partial(_give, ended, function(*arguments))
            except BaseException as error:  # also SystemExit: a task must not end its thread
                settle = partial(_raise, ended, error)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(settle)

        self._calls.put(call)
        return await ended

    def close(self) -> None:
        """Let each thread end after the call it is in."""
        for _ in self._threads:
            self._calls.put(None)

    def _work(self) -> None:
        while call := self._calls.get():
            self._count(1)
            _tidy()
            call()
            _tidy()
            self._count(-1)
        connections.close_all()

    def _count(self, change: int) -> None:
        with self._counting:
            self.busy += change


def _give(ended: "asyncio.Future[Result]", result: Result) -> None:
    if not ended.done():
        ended.set_result(result)


def _raise(ended: "asyncio.Future[Any]", error: BaseException) -> None:
    if not ended.done():
        ended.set_exception(error)


def _tidy() -> None:
    """Drop this thread's connection if it broke or grew old, as Django does around a request."""
    with suppress(DatabaseError):
        close_old_connections()
