"""Polling until a condition holds, for both clients, and files to upload."""

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
    """Poll until the condition holds. Raises `WaitTimeoutError` after `timeout` seconds."""
    deadline = time.monotonic() + timeout
    while not holds(result := ask()):
        if time.monotonic() >= deadline:
            raise WaitTimeoutError(
                f"The work was not done after {timeout:g} seconds; it continues."
            )
        time.sleep(PAUSE_S)
    return result


async def wait_until_async(
    ask: Callable[[], Awaitable[T]], holds: Callable[[T], bool], *, timeout: float
) -> T:
    """The same as `wait_until`, for asyncio."""
    deadline = time.monotonic() + timeout
    while not holds(result := await ask()):
        if time.monotonic() >= deadline:
            raise WaitTimeoutError(
                f"The work was not done after {timeout:g} seconds; it continues."
            )
        await asyncio.sleep(PAUSE_S)
    return result


FileLike = str | PathLike[str] | tuple[str, bytes]
"""A path, or a name and the bytes."""


def file_of(file: FileLike) -> tuple[str, bytes]:
    if isinstance(file, tuple):
        return file
    path = Path(file)
    return path.name, path.read_bytes()
