"""Daemon threads in which async code calls the database. They never hold up the process's end."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

from django.db import DatabaseError, close_old_connections, connections

Result = TypeVar("Result")


class ThreadPool:
    """A fixed number of daemon threads; each keeps its database connection between calls.

    The executor of the standard library waits for its threads when the interpreter ends, so one
    call that hangs would hold up the whole stop.
    """

    def __init__(self, count: int) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"pool-{number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call the function in a free thread. Cancelling stops the waiting, not the call."""
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[Result] = loop.create_future()
        context = copy_context()  # its tenant has a turn of its own in the CPU pool

        def call() -> None:
            try:
                settle = partial(_set_result, outcome, context.run(function, *arguments))
            except BaseException as error:  # also SystemExit: a call must not end its thread
                settle = partial(_set_exception, outcome, error)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(settle)

        self._calls.put(call)
        return await outcome

    def close(self) -> None:
        """Let each thread end after the call it is in."""
        for _ in self._threads:
            self._calls.put(None)

    def _work(self) -> None:
        while call := self._calls.get():
            drop_broken_connection()
            call()
            drop_broken_connection()
        connections.close_all()


def _set_result(outcome: "asyncio.Future[Result]", result: Result) -> None:
    if not outcome.done():
        outcome.set_result(result)


def _set_exception(outcome: "asyncio.Future[Any]", error: BaseException) -> None:
    if not outcome.done():
        outcome.set_exception(error)


def drop_broken_connection() -> None:
    """Close this thread's connection if it broke or grew old, as Django does around a request."""
    with suppress(DatabaseError):
        close_old_connections()
