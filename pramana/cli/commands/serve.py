"""Everything on one machine: database, migrations, a worker, the web."""

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing

from config.environment import Environment
from pramana.cli.commands.migrate import migrate
from pramana.cli.commands.web import address
from pramana.cli.product import read_environment, ready_database, say, setup_django
from pramana.cli.serving import bind, pool_connections, serve_web

PATIENCE = 2.0
"""Seconds a worker may take to stop before it is ended; what it was doing is done again."""

PAUSES = (0.2, 1.0, 5.0, 15.0)
"""Seconds before each further start of a worker that keeps dying."""

HEALTHY = 60.0


class WorkerProcess:
    """Keeps one worker alive until it is closed."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)
        self._stopping = threading.Event()
        self._process = self._start()
        self._keeper = threading.Thread(target=self._keep, name="worker-keeper", daemon=True)
        self._keeper.start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "pramana.cli", "worker", "--with-parent"]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, start_new_session=True, env=self._environment
        )

    def _keep(self) -> None:
        deaths = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            code = self._process.wait()
            if self._stopping.is_set():
                return
            deaths = 0 if time.monotonic() - began > HEALTHY else deaths + 1
            say(f"The worker ended with code {code}; starting it again.")
            if self._stopping.wait(PAUSES[min(deaths, len(PAUSES)) - 1] if deaths else 0):
                return
            self._process = self._start()

    def ask_to_stop(self) -> None:
        """Called from a signal handler: quick, and safe to repeat."""
        self._stopping.set()
        self._process.terminate()

    def close(self) -> None:
        """Wait for the worker to leave, and end it if it does not."""
        self.ask_to_stop()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(_: argparse.Namespace) -> None:
    """The worker gets the variables we were given, so it too counts as a user of the server."""
    environment, variables = read_environment(), dict(os.environ)
    with (
        bind(environment.host, environment.port) as socket,
        ready_database(environment),
        closing(WorkerProcess(variables)) as worker,  # first, so that both load at once
    ):
        pool_connections()
        setup_django()
        migrate()
        socket.listen()
        welcome(environment, socket.getsockname()[1])
        serve_web(socket, on_stop=worker.ask_to_stop)
    say("Pramana has stopped.")


def welcome(environment: Environment, port: int) -> None:
    """The address, a way in, and on the first start a key."""
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.selectors import has_keys, owner_scope
    from pramana.tenancy.services import create_key, create_sign_in_link

    scope = owner_scope("default")
    home = address(environment.host, port)
    say("", f"Pramana is at   {home}")
    if scope.actor_id:
        say(f"Sign in once:   {home}/app/sign-in/link/{create_sign_in_link(scope.actor_id)}")
    if not has_keys(scope):
        say(f"Your API key:   {create_key(scope, 'first', role=Role.ADMIN).secret}")
    if not (environment.assets / "models").is_dir():
        say("No embedding model was found, so search goes by words alone. ./run fetches it.")
    say("Ctrl-C stops it.", "")
