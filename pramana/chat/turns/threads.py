"""Where chat talks to the database: a few threads, so that streams never use up the pool."""

import contextvars
from collections.abc import Callable
from functools import cache, partial
from typing import ParamSpec, TypeVar

from pramana.jobs.threads import Threads

COUNT = 6
"""Less than a web process's connections: pages are served beside the busiest chat."""

P = ParamSpec("P")
Result = TypeVar("Result")


async def in_thread(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Call the function in one of the threads, under the caller's ids and span.

    Its connection goes back to the pool when it returns.
    """
    call = partial(contextvars.copy_context().run, partial(function, *args, **kwargs))
    return await _threads().run(call)


@cache
def _threads() -> Threads:
    return Threads(COUNT)
