"""The embedded server: there while anyone uses it, gone when the last one leaves."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from pramana.postgres.account import require_reach, server_account
from pramana.postgres.cluster import check_cluster, hand_over, make_cluster, refusal, sweep
from pramana.postgres.data_dir import Layout, claim_data_dir, explained
from pramana.postgres.install import server_binaries
from pramana.postgres.locks import Use, alone
from pramana.postgres.postmaster import Postmaster
from pramana.postgres.preparation import DATABASE, ROLE, prepare
from pramana.postgres.watch import watched


@contextmanager
def use_server(data: Path) -> Iterator[str]:
    """Yield the address of a running server over `data`, starting it if nobody has.

    Any number of processes may be inside at once. Whoever leaves last stops the server; a killed
    process counts as gone. While someone is inside, a server that dies is started again.
    """
    layout = claim_data_dir(data)
    with explained(layout.data):
        server = EmbeddedServer(layout)
        server.enter()
    try:
        with watched(server.postmaster.pid, server.revive):
            yield server.url
    finally:
        server.leave()


class EmbeddedServer:
    """One process's part in the server that all users of a data directory share."""

    def __init__(self, layout: Layout) -> None:
        self._layout, self._binaries = layout, server_binaries()
        check_cluster(layout, self._binaries)
        _make_run_directory(layout.run)
        self._account = server_account(layout.cluster)
        self.postmaster = Postmaster(layout, self._binaries, self._account)
        self._use = Use(layout.run / "users.lock")
        self._gate = layout.run / "gate.lock"

    @property
    def url(self) -> str:
        return self.postmaster.url(ROLE, DATABASE)

    def enter(self) -> None:
        """Count ourselves in, then see to it that the server runs."""
        with alone(self._gate):
            try:
                self._use.join()
                self._bring_up()
            except BaseException:
                self._let_go()
                raise

    def leave(self) -> None:
        """Count ourselves out, and stop the server if nobody is left."""
        with alone(self._gate):
            self._let_go()

    def revive(self) -> None:
        """Start the server again after it was killed; whichever user comes first does it."""
        with alone(self._gate):
            self._bring_up()

    def _bring_up(self) -> None:
        if self.postmaster.answers(ROLE, DATABASE):
            return
        require_reach(self._account, self._layout.run)
        sweep(self._layout)
        if check_cluster(self._layout, self._binaries):
            hand_over(self._layout, self._account)
        else:
            make_cluster(self._layout, self._binaries, self._account)
        self.postmaster.start()
        try:
            prepare(self.postmaster)
        except psycopg.Error as error:
            reason = "PostgreSQL runs, but could not be made ready."
            raise refusal(reason, str(error), self._layout) from error

    def _let_go(self) -> None:
        try:
            if self._use.is_last():
                self.postmaster.stop()
        finally:
            self._use.close()


def _make_run_directory(run: Path) -> None:
    """A folder of ours that, as root, the server's user may walk through but not list."""
    run.mkdir(exist_ok=True)
    run.chmod(0o711 if os.geteuid() == 0 else 0o700)
