"""One server over one cluster: asked whether it answers, started, and stopped."""

import os
import time
from contextlib import suppress
from urllib.parse import quote

import psycopg
from psycopg.pq import PGconn, Ping

from pramana.postgres.account import Account
from pramana.postgres.carrier import Binaries
from pramana.postgres.cluster import SUPERUSER, refusal
from pramana.postgres.configuration import PORT, write_configuration
from pramana.postgres.data_dir import Layout
from pramana.postgres.log import ServerLog
from pramana.postgres.processes import runs, serves
from pramana.postgres.sockets import make_socket_directory, socket_directory

START_SECONDS = 60
"""How long a server may say nothing, or an old one stand in the way, before we give up."""
RECOVERY_SECONDS = 900
"""How long it may say that it is still reading its log after a crash."""
STOP_SECONDS = 30
IN_THE_WAY = ("lock file", "pre-existing shared memory block")
"""What a server says when processes of an earlier one are not quite gone; trying again helps."""

LAUNCH = '"$@" >&2 & echo $!'
"""The server becomes nobody's child: the system reaps it, and no user has to outlive it."""


class Postmaster:
    def __init__(self, layout: Layout, binaries: Binaries, account: Account) -> None:
        self._layout, self._binaries, self._account = layout, binaries, account
        self._sockets = socket_directory(layout)
        self._log = ServerLog(layout.log)

    def url(self, role: str, database: str) -> str:
        host = quote(os.fsencode(self._sockets))
        return f"postgresql://{quote(role)}@/{quote(database)}?host={host}&port={PORT}"

    def answers(self, role: str = SUPERUSER, database: str = "postgres") -> bool:
        """Whether a query comes back. A pid file says who was here, not who is."""
        try:
            with psycopg.connect(self.url(role, database), connect_timeout=5) as connection:
                return connection.execute("SELECT 1").fetchone() == (1,)
        except psycopg.OperationalError:
            return False

    def is_busy(self) -> bool:
        """Whether a server is there but starting or stopping; both end by themselves."""
        address = f"{self.url(SUPERUSER, 'postgres')}&connect_timeout=5"
        return PGconn.ping(address.encode()) == Ping.REJECT

    def pid(self) -> int | None:
        """The process that serves this cluster, if there is one."""
        try:
            text = (self._layout.cluster / "postmaster.pid").read_text("utf-8")
            pid = int(text.split("\n", 1)[0])
        except (OSError, ValueError):
            return None
        return pid if serves(pid, self._layout.cluster) else None

    def start(self) -> None:
        """Start until a query comes back, waiting for an earlier server's end where needed."""
        began, launched = time.monotonic(), 0
        while not self.answers():
            busy = self.is_busy()
            if time.monotonic() - began > (RECOVERY_SECONDS if busy else START_SECONDS):
                raise refusal("PostgreSQL did not start in time.", self._log.said(), self._layout)
            if not busy and not (launched and runs(launched)):
                if launched:
                    self._clear_the_way()
                launched = self._launch()
            time.sleep(0.03)

    def stop(self) -> None:
        """End every session, write everything down, and return when the process is gone."""
        pid = self.pid()
        if pid is None:
            return
        command = [self._binaries.program("pg_ctl"), "stop", f"--pgdata={self._layout.cluster}"]
        for mode in ("fast", "immediate"):
            options = [f"--mode={mode}", "--wait", f"--timeout={STOP_SECONDS}"]
            if not self._account.run([*command, *options]).returncode:
                break
        until = time.monotonic() + STOP_SECONDS
        while runs(pid) and time.monotonic() < until:
            time.sleep(0.01)
        with suppress(OSError):
            self._sockets.rmdir()

    def _launch(self) -> int:
        make_socket_directory(self._sockets, self._account)
        write_configuration(self._layout, self._sockets, self._account)
        server = [self._binaries.program("postgres"), "-D", str(self._layout.cluster)]
        server += ["-c", f"config_file={self._layout.configuration}"]
        with self._log.opened() as log:
            shell = ["/bin/sh", "-c", LAUNCH, "sh", *server]
            started = self._account.run(shell, stderr=log, start_new_session=True)
        return int(started.stdout)

    def _clear_the_way(self) -> None:
        """After a failed launch: raise its reason, unless it met what a dead server left behind.

        A killed server's number may have gone to another process, for which PostgreSQL would
        wait for ever, so then its pid files go. That is safe: should a process of the old
        server still live, the cluster's shared memory keeps the new one out.
        """
        said = self._log.said()
        if not any(sign in said for sign in IN_THE_WAY):
            raise refusal("PostgreSQL did not start.", said, self._layout)
        if self.pid() is None:
            for stale in (self._layout.cluster / "postmaster.pid", *self._sockets.glob(".s.*")):
                stale.unlink(missing_ok=True)
        time.sleep(0.2)
