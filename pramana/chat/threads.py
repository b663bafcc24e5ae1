"""The threads in which chat uses the database: few, so that streams never exhaust the pool."""

import contextvars
from collections.abc import Callable
from functools import cache, partial
from typing import ParamSpec, TypeVar

from pramana.jobs.thread_pool import ThreadPool

COUNT = 6
"""Fewer than a web process has connections, so that pages are served beside the busiest chat."""

P = ParamSpec("P")
Result = TypeVar("Result")


async def run_in_thread(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Call the function in one of the threads, with the caller's context variables.

    Its database connection returns to the pool when the function returns.
    """
    call = partial(contextvars.copy_context().run, partial(function, *args, **kwargs))
    return await _threads().run(call)


@cache
def _threads() -> ThreadPool:
    return ThreadPool(COUNT)
