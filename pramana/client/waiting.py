"""Asking again until something holds, in both ways of waiting."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from os import PathLike
from pathlib import Path
from typing import TypeVar

from pramana.client.errors import WaitTimeoutError

T = TypeVar("T")
PAUSE_S = 0.5


def wait_until(ask: Callable[[], T], holds: Callable[[T], bool], *, timeout: float) -> T:
    """What was asked for, once it holds. Raises `WaitTimeoutError` after `timeout` seconds."""
    deadline = time.monotonic() + timeout
    while not holds(found := ask()):
        if time.monotonic() >= deadline:
            raise WaitTimeoutError(f"It was not done after {timeout:g} seconds; it goes on.")
        time.sleep(PAUSE_S)
    return found


async def wait_until_async(
    ask: Callable[[], Awaitable[T]], holds: Callable[[T], bool], *, timeout: float
) -> T:
    """The same, leaving others to their work."""
    deadline = time.monotonic() + timeout
    while not holds(found := await ask()):
        if time.monotonic() >= deadline:
            raise WaitTimeoutError(f"It was not done after {timeout:g} seconds; it goes on.")
        await asyncio.sleep(PAUSE_S)
    return found


FileLike = str | PathLike[str] | tuple[str, bytes]
"""A path, or a name and the bytes."""


def file_of(file: FileLike) -> tuple[str, bytes]:
    if isinstance(file, tuple):
        return file
    path = Path(file)
    return path.name, path.read_bytes()
