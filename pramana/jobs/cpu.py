"""CPU work in child processes: limited in memory and time, and replaced when they break.

Nothing is started until the first call, and idle children end after a while. A function is named
by its dotted path, so a child imports only what it runs; what it keeps in module globals (a loaded
model) is still there at its next call. Arguments and results travel as pickles between a process
and its own child, never further.
"""

from collections.abc import Generator
from functools import cache
from typing import Any

from django.conf import settings

from pramana.jobs.cpu_pool import CpuPool

TIMEOUT_S = 120.0


def run_cpu(path: str, *args: Any, timeout: float = TIMEOUT_S, **kwargs: Any) -> Any:
    """Call the function at `path` in a child process and return what it returns.

    Raises `CpuTimeout`, `CpuOutOfMemory` or `CpuCrashed`, each of which costs only this call, or
    the error the function raised. Waits for a free child; the time limit starts after that.
    """
    return pool().call(path, args, kwargs, timeout)


def stream_cpu(
    path: str, *args: Any, timeout: float = TIMEOUT_S, **kwargs: Any
) -> Generator[Any, None, None]:
    """Iterate over what a generator function yields in a child, one item at a time.

    `timeout` bounds each item, not the whole. Leaving early stops the child's work.
    """
    return pool().stream(path, args, kwargs, timeout)


@cache
def pool() -> CpuPool:
    return CpuPool(settings.PRAMANA.cpu_processes, settings.PRAMANA.cpu_memory_mb)
