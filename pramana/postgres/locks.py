"""Who uses the server. Locks of the kernel's, so that a killed process holds none."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Wait until no other process is starting or stopping the server, and keep it so."""
    handle = _open(lock)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


class Use:
    """One user's hold on the server, let go by `close` or by the end of the process.

    `join` and `is_last` are called inside `alone`, so nobody can join between the moment a
    leaver finds itself the last and the moment the server has stopped.
    """

    def __init__(self, lock: Path) -> None:
        self._handle = _open(lock)

    def join(self) -> None:
        fcntl.flock(self._handle, fcntl.LOCK_SH)

    def is_last(self) -> bool:
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        os.close(self._handle)


def _open(lock: Path) -> int:
    return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
