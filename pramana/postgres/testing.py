"""For tests: a data directory the server can use, and databases made by copying one."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg
from psycopg import sql

from pramana.postgres.cluster import SUPERUSER

MEMORY_NEEDED = 2 << 30
"""Enough for the databases of a whole test run; containers often have far less."""


@contextmanager
def scratch_data_dir(*, in_memory: bool = True) -> Iterator[Path]:
    """The path of a data directory that is removed afterwards; in memory if there is enough.

    Root's server runs as another user, who cannot enter pytest's own temporary directories.
    Programs cannot always be run from memory: for those ask for a directory on disk.
    """
    scratch = Path(tempfile.mkdtemp(prefix="pramana-", dir=_memory() if in_memory else None))
    try:
        if os.geteuid() == 0:
            scratch.chmod(0o711)
        yield scratch / "data"
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _memory() -> str | None:
    place = "/dev/shm"  # noqa: S108 - used through mkdtemp only
    if os.access(place, os.W_OK) and shutil.disk_usage(place).free >= MEMORY_NEEDED:
        return place
    return None


def disable_durability(url: str) -> None:
    """Let an embedded server for tests commit without waiting for the disk; several times faster.

    A killed process still loses nothing; a power failure would.
    """
    superuser = urlsplit(url)._replace(netloc=f"{SUPERUSER}@").geturl()
    with psycopg.connect(superuser, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes"):
            connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
        connection.execute("SELECT pg_reload_conf()")


def template_database(url: str, name: str) -> str:
    """Create an empty database that is filled once and then copied; return its address."""
    drop_database(url, name)
    _execute(url, "CREATE DATABASE {}", name)
    return database_url(url, name)


def clone_database(url: str, template: str, name: str) -> str:
    """Copy `template`, to which nobody may be connected. Fails if the name is taken."""
    _execute(url, "CREATE DATABASE {} TEMPLATE {}", name, template)
    return database_url(url, name)


def drop_database(url: str, name: str) -> None:
    """Drop the database if it exists, and close all connections to it."""
    _execute(url, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def database_url(url: str, name: str) -> str:
    """The address of another database on the same server."""
    return urlsplit(url)._replace(path=f"/{quote(name)}").geturl()


def processes_in(data: Path) -> list[int]:
    """Every process that works in a data directory: a server and its children. Linux only."""
    pids = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and (entry / "cwd").readlink().is_relative_to(data):
                pids.append(int(entry.name))
    return pids


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait until the condition holds; the limit is generous because the machine may be slow."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(f"the condition did not hold within {seconds:.0f} s")
        time.sleep(0.02)


def _execute(url: str, statement: str, *names: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
