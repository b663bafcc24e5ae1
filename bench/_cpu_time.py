"""CPU time of this process, of its children in the CPU pool, and of its database session."""

import os
import time
from contextlib import suppress
from pathlib import Path


def all_ms() -> float:
    return own_ms() + children_ms() + session_ms()


def own_ms() -> float:
    return time.process_time() * 1000


def children_ms() -> float:
    """What the living children of this process have used. Linux only."""
    return sum(_used_ms(int(pid)) for pid in _children())


def session_ms() -> float:
    """What the database session behind Django's connection has used; same machine only."""
    from django.db import connection

    connection.ensure_connection()
    return _used_ms(connection.connection.info.backend_pid)


def _children() -> list[str]:
    """Of every thread; one may end while we look, and its file with it."""
    found: list[str] = []
    for task in Path(f"/proc/{os.getpid()}/task").iterdir():
        with suppress(OSError):
            found += (task / "children").read_text().split()
    return found


def _used_ms(pid: int) -> float:
    """Time on a processor of all threads of a process, as the scheduler counts it."""
    threads = Path(f"/proc/{pid}/task")
    try:
        return (
            sum(int((each / "schedstat").read_text().split()[0]) for each in threads.iterdir())
            / 1e6
        )
    except OSError:
        return 0.0
