"""For tests: a data directory the server can use, and databases made by copying one.

A killed test run cannot remove its directory, so the next run does. A lock of the kernel shows
whether the owner lives: it ends with its process, and a reused process number does not deceive it.
"""

import fcntl
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg
from psycopg import sql

from pramana.postgres.cluster import SUPERUSER
from pramana.postgres.data_dir import Layout
from pramana.postgres.postmaster import PROC, is_running, is_server_of

SHARED_MEMORY = "/dev/shm"  # noqa: S108 - used through mkdtemp only
PREFIX = "pramana-"
OWNER = "owner.lock"
MEMORY_NEEDED = 2 << 30
"""Enough for the databases of a whole test run; containers often have far less."""


@contextmanager
def scratch_data_dir(*, in_memory: bool = True) -> Iterator[Path]:
    """The path of a data directory that is removed afterwards; in memory if there is enough.

    Root's server runs as another user, who cannot enter pytest's own temporary directories.
    Programs cannot always be run from memory: for those ask for a directory on disk.
    """
    scratch, owner = _make_scratch(_memory() if in_memory else None)
    try:
        if os.geteuid() == 0:
            scratch.chmod(0o711)
        yield scratch / "data"
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        os.close(owner)


def _make_scratch(place: str | None) -> tuple[Path, int]:
    """A folder and its owner's lock; it gets the name that others look for once it is locked."""
    unnamed = Path(tempfile.mkdtemp(prefix=f".{PREFIX}", dir=place))
    owner = os.open(unnamed / OWNER, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(owner, fcntl.LOCK_EX)
    return unnamed.rename(unnamed.with_name(unnamed.name.removeprefix("."))), owner


def _memory() -> str | None:
    if os.access(SHARED_MEMORY, os.W_OK):
        free = shutil.disk_usage(SHARED_MEMORY).free
        return SHARED_MEMORY if free >= MEMORY_NEEDED else None
    return None


def remove_abandoned_scratch() -> None:
    """Remove the directories of killed processes, and end the servers and products over them."""
    for place in {SHARED_MEMORY, tempfile.gettempdir()}:
        for scratch in Path(place).glob(f"{PREFIX}*"):
            owner = _take_over(scratch)
            if owner is not None:
                _end_processes(scratch)
                shutil.rmtree(scratch, ignore_errors=True)
                os.close(owner)


def _take_over(scratch: Path) -> int | None:
    """The lock of the folder's owner, unless the owner lives or it is not a folder of ours."""
    try:
        owner = os.open(scratch / OWNER, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(owner)
        return None
    return owner


def _end_processes(scratch: Path) -> None:
    """Users end before the server, because they would start it again."""
    data = scratch / "data"
    for pid in set(_processes_named(scratch)) - set(processes_in(data)) - {os.getpid()}:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    cluster = Layout(data).cluster
    with suppress(OSError, ValueError, TimeoutError):
        server = int((cluster / "postmaster.pid").read_text("utf-8").split("\n", 1)[0])
        if is_server_of(server, cluster):
            os.kill(server, signal.SIGQUIT)
            wait_for(lambda: not is_running(server) and not processes_in(data))


def _processes_named(scratch: Path) -> Iterator[int]:
    """Every process in whose environment the folder is: as its database, or as its data. Linux."""
    for entry in PROC.glob("[0-9]*"):
        with suppress(OSError):
            if os.fsencode(scratch) + b"/" in (entry / "environ").read_bytes():
                yield int(entry.name)


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
    for entry in PROC.glob("[0-9]*"):
        with suppress(OSError):
            if (entry / "cwd").readlink().is_relative_to(data):
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
