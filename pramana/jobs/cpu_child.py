"""A child process of the CPU pool. It imports only what it is asked to run.

Started as `python -m pramana.jobs.cpu_child`. It reads calls from a pipe and answers on it until
the pipe closes. It ends with its parent even when native code holds the interpreter.
"""

import ctypes
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

PR_SET_PDEATHSIG = 1
READY, RESULT, ITEM, END = "ready", "result", "item", "end"
ERROR, TEXT_ERROR, MEMORY = "error", "text", "memory"
NEXT, STOP = "next", "stop"
NICENESS = 5
"""Children have lower priority than web and worker processes on the same cores."""


def main(arguments: list[str]) -> None:
    descriptor, parent, megabytes = (int(word) for word in arguments)
    die_with(parent)
    limit_memory(megabytes)
    os.nice(NICENESS)
    with Connection(descriptor) as pipe, suppress(EOFError, OSError):
        pipe.send((READY, None))
        while True:
            answer(pipe, *receive(pipe))


def die_with(parent: int) -> None:
    """End with the parent. A closed pipe would be noticed only between two calls."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the parent ended before the call above
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C


def limit_memory(megabytes: int) -> None:
    """Limit allocations; mapped files and reserved address space do not count."""
    size = megabytes * 1024 * 1024
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def receive(pipe: Connection) -> tuple[str, bool, tuple[Any, ...], dict[str, Any]]:
    try:
        path, streamed, args, kwargs = pipe.recv()
    except MemoryError:
        pipe.send((MEMORY, None))
        raise EOFError from None
    return path, streamed, args, kwargs


def answer(pipe: Connection, path: str, streamed: bool, args: tuple[Any, ...], kwargs: Any) -> None:
    try:
        outcome = find(path)(*args, **kwargs)
        if streamed:
            send_items(pipe, iter(outcome))
        else:
            pipe.send((RESULT, outcome))
    except (EOFError, BrokenPipeError):
        raise
    except MemoryError:
        pipe.send((MEMORY, None))
    except Exception as error:
        pipe.send(portable(error))


def send_items(pipe: Connection, items: Any) -> None:
    """Send one item at a time, each on request, so that neither side accumulates them."""
    for item in items:
        pipe.send((ITEM, item))
        if pipe.recv() != NEXT:
            break
    pipe.send((END, None))


def find(path: str) -> Callable[..., Any]:
    module, _, name = path.rpartition(".")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function


def portable(error: Exception) -> tuple[str, Any]:
    """The error itself if it can be pickled, else its text."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 (our own bytes, a moment old)
    except Exception:
        return TEXT_ERROR, f"{type(error).__name__}: {error}"
    return ERROR, error


if __name__ == "__main__":
    main(sys.argv[1:])
