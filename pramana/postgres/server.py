"""The embedded server: it runs while anyone uses it and stops when the last user leaves.

Users are counted with locks of the kernel, so a killed process holds none. While someone uses the
server, a killed server is started again.
"""

import fcntl
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

from pramana.postgres.binaries import server_binaries
from pramana.postgres.cluster import (
    SUPERUSER,
    check_cluster,
    give_to_server_user,
    make_cluster,
    remove_unfinished_clusters,
    require_access,
    server_account,
    start_error,
)
from pramana.postgres.data_dir import Layout, claim_data_dir, explain_os_errors
from pramana.postgres.postmaster import Postmaster

ROLE = "pramana"
"""An ordinary role that owns its databases, as on a managed server."""
DATABASE = "pramana"
CHECK_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
"""Between two attempts to start a server that keeps failing."""
SETTLE_SECONDS = 30
UNSETTLED = (
    psycopg.errors.DuplicateDatabase,
    psycopg.errors.DuplicateObject,
    psycopg.errors.ObjectInUse,
    psycopg.errors.UniqueViolation,
)
"""Errors while the session of a killed process is still creating the same things."""
logger = logging.getLogger(__name__)


@contextmanager
def use_server(data: Path) -> Iterator[str]:
    """Yield the address of a running server over `data`; start it if it does not run.

    Any number of processes may use it at once. The last one to leave stops the server; a killed
    process counts as gone. While someone uses it, a server that dies is started again.
    """
    layout = claim_data_dir(data)
    with explain_os_errors(layout.data):
        server = EmbeddedServer(layout)
        server.enter()
    try:
        with keep_running(server.postmaster.pid, server.revive):
            yield server.url
    finally:
        server.leave()


class EmbeddedServer:
    """The server of a data directory, as one of its users sees it."""

    def __init__(self, layout: Layout) -> None:
        self._layout, self._binaries = layout, server_binaries()
        check_cluster(layout, self._binaries)
        _make_run_directory(layout.run)
        self._account = server_account(layout.cluster)
        self.postmaster = Postmaster(layout, self._binaries, self._account)
        self._usage = UsageLock(layout.run / "users.lock")
        self._start_lock = layout.run / "gate.lock"

    @property
    def url(self) -> str:
        return self.postmaster.url(ROLE, DATABASE)

    def enter(self) -> None:
        """Register as a user, then make sure that the server runs."""
        with exclusive(self._start_lock):
            try:
                self._usage.join()
                self._ensure_running()
            except BaseException:
                self._release()
                raise

    def leave(self) -> None:
        """Stop being a user, and stop the server if nobody else uses it."""
        with exclusive(self._start_lock):
            self._release()

    def revive(self) -> None:
        """Start the server again after it was killed; the first user to notice does it."""
        with exclusive(self._start_lock):
            self._ensure_running()

    def _ensure_running(self) -> None:
        if self.postmaster.answers(ROLE, DATABASE):
            return
        require_access(self._account, self._layout.run)
        remove_unfinished_clusters(self._layout)
        if check_cluster(self._layout, self._binaries):
            give_to_server_user(self._layout, self._account)
        else:
            make_cluster(self._layout, self._binaries, self._account)
        self.postmaster.start()
        try:
            prepare_database(self.postmaster)
        except psycopg.Error as error:
            reason = "PostgreSQL runs, but its database could not be prepared."
            raise start_error(reason, str(error), self._layout) from error

    def _release(self) -> None:
        try:
            if self._usage.is_last():
                self.postmaster.stop()
        finally:
            self._usage.close()


def _make_run_directory(run: Path) -> None:
    """A folder of ours. Under root, the server's user may enter it but not list it."""
    run.mkdir(exist_ok=True)
    run.chmod(0o711 if os.geteuid() == 0 else 0o700)


@contextmanager
def exclusive(lock: Path) -> Iterator[None]:
    """Keep other processes from starting or stopping the server; wait for one that does."""
    handle = _open(lock)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


class UsageLock:
    """One process's use of the server; it ends with `close` or with the process.

    `join` and `is_last` are called inside `exclusive`, so nobody can join between the moment the
    last user is found to be the last and the moment the server has stopped.
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


@contextmanager
def keep_running(is_up: Callable[[], object], revive: Callable[[], None]) -> Iterator[None]:
    """Check once a second, cheaply, and revive what is down. Stops before the block ends."""
    done = threading.Event()
    thread = threading.Thread(
        target=_watch, args=(is_up, revive, done), name="postgres-watch", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _watch(is_up: Callable[[], object], revive: Callable[[], None], done: threading.Event) -> None:
    pause = CHECK_SECONDS
    while not done.wait(pause):
        if is_up() or _try_revive(revive):
            pause = CHECK_SECONDS
        else:
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def _try_revive(revive: Callable[[], None]) -> bool:
    """Whether it worked. A failure is logged and tried again: a full disk may have room by then."""
    try:
        revive()
    except Exception as error:
        logger.error("PostgreSQL is down and could not be started again. %s", error)
        return False
    return True


def prepare_database(postmaster: Postmaster) -> None:
    """Create what is missing, and update pgvector to the packaged version."""
    until = time.monotonic() + SETTLE_SECONDS
    while True:
        try:
            return _prepare(postmaster)
        except UNSETTLED:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def _prepare(postmaster: Postmaster) -> None:
    """Create the role, the database and the extension. Safe to repeat.

    The extension goes into `template1` first, because creating it takes a superuser. So every
    database that is created later, such as a test's, has it.
    """
    _update_vector(postmaster, "template1")
    with _connect(postmaster, "postgres") as connection:
        if not _exists(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", ROLE):
            connection.execute(_with_names("CREATE ROLE {} LOGIN CREATEDB", ROLE))
        if not _exists(connection, "SELECT 1 FROM pg_database WHERE datname = %s", DATABASE):
            connection.execute(_with_names("CREATE DATABASE {} OWNER {}", DATABASE, ROLE))
    _update_vector(postmaster, DATABASE)


def _update_vector(postmaster: Postmaster, database: str) -> None:
    with _connect(postmaster, database) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        connection.execute("ALTER EXTENSION vector UPDATE")


def _connect(postmaster: Postmaster, database: str) -> psycopg.Connection:
    return psycopg.connect(postmaster.url(SUPERUSER, database), autocommit=True)


def _exists(connection: psycopg.Connection, question: str, name: str) -> bool:
    return connection.execute(question, (name,)).fetchone() is not None


def _with_names(statement: str, *names: str) -> sql.Composed:
    return sql.SQL(statement).format(*map(sql.Identifier, names))
