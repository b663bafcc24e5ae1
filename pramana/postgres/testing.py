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

ROOMY = 2 << 30
"""Memory that a whole test run's databases fit into; containers often have far less."""


@contextmanager
def scratch_data_dir(*, in_memory: bool = True) -> Iterator[Path]:
    """A data directory, not made yet, that is gone afterwards; in memory where there is plenty.

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
    if os.access(place, os.W_OK) and shutil.disk_usage(place).free >= ROOMY:
        return place
    return None


def forget_durability(url: str) -> None:
    """Let an embedded server that only tests use answer before the disk does; several times faster.

    A killed process still loses nothing; a power cut would.
    """
    superuser = urlsplit(url)._replace(netloc=f"{SUPERUSER}@").geturl()
    with psycopg.connect(superuser, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes"):
            connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
        connection.execute("SELECT pg_reload_conf()")


def template_database(url: str, name: str) -> str:
    """Make an empty database to be filled once and then copied; return its address."""
    drop_database(url, name)
    _execute(url, "CREATE DATABASE {}", name)
    return database_url(url, name)


def clone_database(url: str, template: str, name: str) -> str:
    """Copy `template`, which nobody may be connected to; a name that is taken is refused."""
    _execute(url, "CREATE DATABASE {} TEMPLATE {}", name, template)
    return database_url(url, name)


def drop_database(url: str, name: str) -> None:
    """Remove the database if it is there, and end whoever is still connected to it."""
    _execute(url, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def database_url(url: str, name: str) -> str:
    """The address of another database on the same server."""
    return urlsplit(url)._replace(path=f"/{quote(name)}").geturl()


def processes_in(data: Path) -> list[int]:
    """Every process that works inside a data directory: a server and its children. Linux only."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and (entry / "cwd").readlink().is_relative_to(data):
                found.append(int(entry.name))
    return found


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait until it holds; the machine may be slow, so the limit is generous."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(f"waited {seconds:.0f} s in vain")
        time.sleep(0.02)


def _execute(url: str, statement: str, *names: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
