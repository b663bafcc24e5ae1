"""CPU time of this process, of its children in the CPU pool, and of its database session."""

import os
import time
from pathlib import Path


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
    own = Path(f"/proc/{os.getpid()}/task")
    return [pid for task in own.iterdir() for pid in (task / "children").read_text().split()]


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
