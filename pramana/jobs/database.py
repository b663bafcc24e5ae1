"""The database beside Django's ORM: own connections, quick commits, prepared statements, and
daemon threads in which async code calls the database.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

import psycopg
from django.db import DatabaseError, close_old_connections, connection, connections, transaction

DJANGO_ONLY = ("cursor_factory", "context", "prepare_threshold")
KEEPALIVES = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""A peer that vanished is noticed within about eleven seconds."""


def connection_parameters() -> dict[str, Any]:
    """How psycopg itself reaches Django's database."""
    parameters = connection.get_connection_params()
    return {key: value for key, value in parameters.items() if key not in DJANGO_ONLY}


@contextmanager
def quick_transaction() -> Iterator[None]:
    """A transaction that does not wait for the disk.

    For what a crash of the server may forget: that an attempt began, how far it was. The job then
    simply waits again. Never use it for an effect. Inside another transaction it changes nothing.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit TO off")
        yield


def execute_prepared(sql: str, parameters: Mapping[str, Any]) -> psycopg.Cursor[tuple[Any, ...]]:
    """Run a statement on Django's connection that the server plans once per connection.

    For the few statements that every job needs; Django itself would have them planned each time.
    """
    with connection.wrap_database_errors:
        connection.ensure_connection()
        session = connection.connection
        session.prepare_threshold = 0  # Django's own cursors never prepare, whatever this says
        return psycopg.Cursor(session).execute(sql, parameters)


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
