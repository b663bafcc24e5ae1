"""The server process of one cluster: whether it answers, how it is started and stopped."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg.pq import PGconn, Ping

from pramana.postgres.binaries import Binaries
from pramana.postgres.cluster import (
    PORT,
    SUPERUSER,
    ServerAccount,
    make_socket_directory,
    socket_directory,
    start_error,
    write_configuration,
)
from pramana.postgres.data_dir import Layout

LONGEST_LOG = 5 * 1024 * 1024
"""A longer log is set aside at the next start; one old log is kept."""
PROC = Path("/proc")
"""Where Linux shows its processes; macOS is asked through ps."""
START_SECONDS = 60
"""How long a server may not answer, or an old one keep it from starting, before we give up."""
RECOVERY_SECONDS = 900
"""How long a server may take to recover after a crash."""
STOP_SECONDS = 30
LEFTOVER_SIGNS = ("lock file", "pre-existing shared memory block")
"""What the server says while processes of an earlier one are still ending; trying again helps."""
LAUNCH = '"$@" >&2 & echo $!'
"""Starts the server as nobody's child: the system reaps it, and no user has to outlive it."""


class Postmaster:
    """Starts, checks and stops the server of one cluster."""

    def __init__(self, layout: Layout, binaries: Binaries, account: ServerAccount) -> None:
        self._layout, self._binaries, self._account = layout, binaries, account
        self._sockets = socket_directory(layout)
        self._log = ServerLog(layout.log)

    def url(self, role: str, database: str) -> str:
        host = quote(os.fsencode(self._sockets))
        return f"postgresql://{quote(role)}@/{quote(database)}?host={host}&port={PORT}"

    def answers(self, role: str = SUPERUSER, database: str = "postgres") -> bool:
        """Whether a query succeeds. A pid file alone proves nothing."""
        try:
            with psycopg.connect(self.url(role, database), connect_timeout=5) as connection:
                return connection.execute("SELECT 1").fetchone() == (1,)
        except psycopg.OperationalError:
            return False

    def is_busy(self) -> bool:
        """Whether a server is starting or stopping; both end by themselves."""
        address = f"{self.url(SUPERUSER, 'postgres')}&connect_timeout=5"
        return PGconn.ping(address.encode()) == Ping.REJECT

    def pid(self) -> int | None:
        """The process that serves this cluster, if there is one."""
        try:
            text = (self._layout.cluster / "postmaster.pid").read_text("utf-8")
            pid = int(text.split("\n", 1)[0])
        except (OSError, ValueError):
            return None
        return pid if is_server_of(pid, self._layout.cluster) else None

    def start(self) -> None:
        """Start until a query succeeds; wait for the end of an earlier server where needed."""
        began, launched = time.monotonic(), 0
        while not self.answers():
            busy = self.is_busy()
            if time.monotonic() - began > (RECOVERY_SECONDS if busy else START_SECONDS):
                raise start_error(
                    "PostgreSQL did not start in time.", self._log.new_lines(), self._layout
                )
            if not busy and not (launched and is_running(launched)):
                if launched:
                    self._remove_leftovers()
                launched = self._launch()
            time.sleep(0.03)

    def stop(self) -> None:
        """End every session, flush everything to disk, and return when the process is gone."""
        pid = self.pid()
        if pid is None:
            return
        command = [self._binaries.program("pg_ctl"), "stop", f"--pgdata={self._layout.cluster}"]
        for mode in ("fast", "immediate"):
            options = [f"--mode={mode}", "--wait", f"--timeout={STOP_SECONDS}"]
            if not self._account.run([*command, *options]).returncode:
                break
        until = time.monotonic() + STOP_SECONDS
        while is_running(pid) and time.monotonic() < until:
            time.sleep(0.01)
        with suppress(OSError):
            self._sockets.rmdir()

    def _launch(self) -> int:
        make_socket_directory(self._sockets, self._account)
        write_configuration(self._layout, self._sockets, self._account)
        server = [self._binaries.program("postgres"), "-D", str(self._layout.cluster)]
        server += ["-c", f"config_file={self._layout.configuration}"]
        with self._log.open_for_append() as log:
            shell = ["/bin/sh", "-c", LAUNCH, "sh", *server]
            started = self._account.run(shell, stderr=log, start_new_session=True)
        return int(started.stdout)

    def _remove_leftovers(self) -> None:
        """After a failed launch: raise the reason, unless a dead server's files caused it.

        Another process may have the killed server's number now, and PostgreSQL would wait for it
        for ever, so the old pid files are removed. That is safe: if a process of the old server
        still lives, the cluster's shared memory keeps the new one out.
        """
        output = self._log.new_lines()
        if not any(sign in output for sign in LEFTOVER_SIGNS):
            raise start_error("PostgreSQL did not start.", output, self._layout)
        if self.pid() is None:
            for stale in (self._layout.cluster / "postmaster.pid", *self._sockets.glob(".s.*")):
                stale.unlink(missing_ok=True)
        time.sleep(0.2)


class ServerLog:
    """The server's own output, from which we quote when it fails."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._begins = 0

    @contextmanager
    def open_for_append(self) -> Iterator[int]:
        """A handle to append to; `new_lines` reads from here on."""
        if self._path.is_file() and self._path.stat().st_size > LONGEST_LOG:
            self._path.replace(self._path.with_name(f"{self._path.name}.1"))
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
        handle = os.open(self._path, flags, 0o600)
        try:
            self._begins = os.fstat(handle).st_size
            yield handle
        finally:
            os.close(handle)

    def new_lines(self) -> str:
        """What was written since the log was last opened."""
        if not self._path.is_file():
            return ""
        with self._path.open("rb") as log:
            log.seek(self._begins)
            return log.read().decode("utf-8", "replace")


def is_running(pid: int) -> bool:
    """Whether a process with this number exists and has not ended.

    A process that ended keeps its number until its parent collects it, which can take seconds, so
    we ask the system for its state where that is possible.
    """
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # as process 1 of a container we are its parent
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return not _has_ended(pid)


def is_server_of(pid: int, cluster: Path) -> bool:
    """Whether this process is a server of this cluster.

    Process numbers are reused, in a container soon, so the command line decides.
    """
    return is_running(pid) and b" -D %s -c " % os.fsencode(cluster) in _command_line(pid)


def _has_ended(pid: int) -> bool:
    try:
        stat = (PROC / str(pid) / "stat").read_text("utf-8", errors="replace")
    except OSError:
        return PROC.is_dir()
    return stat.rpartition(")")[2].split()[0] in ("Z", "X")


def _command_line(pid: int) -> bytes:
    if PROC.is_dir():
        with suppress(OSError):
            return (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ")
        return b""
    ps = ["/bin/ps", "-ww", "-o", "command=", "-p", str(pid)]
    return subprocess.run(ps, capture_output=True, check=False).stdout
