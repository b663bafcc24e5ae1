"""One event loop, in a thread of its own, on which every model call of the process runs.

Sync and async callers share it, so the concurrency limit, the circuit breakers and the HTTP
connections are one per process, and a model's client never meets a second event loop.
"""

import asyncio
import contextvars
import os
import threading
from collections.abc import Coroutine
from typing import Any


class ModelLoop:
    """Started on first use; a forked child starts its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def start(self, work: Coroutine[Any, Any, None]) -> "Running":
        """Begin the work in the caller's context, so that its spans have the right parent."""
        loop = self._running_loop()
        running = Running(loop)
        context = contextvars.copy_context()
        loop.call_soon_threadsafe(running.begin, work, context)
        return running

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop, self._pid = asyncio.new_event_loop(), os.getpid()
                threading.Thread(
                    target=self._loop.run_forever, name="model-calls", daemon=True
                ).start()
            return self._loop


class Running:
    """Work under way on the loop, seen from another thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._task: asyncio.Task[None] | None = None

    def begin(self, work: Coroutine[Any, Any, None], context: contextvars.Context) -> None:
        self._task = self._loop.create_task(work, context=context)

    def cancel(self) -> None:
        """Stop the work; does nothing once it has ended."""
        self._loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()


MODEL_LOOP = ModelLoop()
