"""`pramana serve`, `web`, `worker` and `mcp`: the processes that run until they are stopped."""

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing

from config.environment import Environment
from pramana.cli.commands.migrate import check_schema, migrate
from pramana.cli.product import read_environment, ready_database, ready_product, say, setup_django
from pramana.cli.serving import bind, pool_connections, serve_web, write_ledger
from pramana.kit.errors import Misconfigured


def run_web(_: argparse.Namespace) -> None:
    environment = read_environment()
    pool_connections()
    with bind(environment.host, environment.port) as socket, ready_product(environment):
        say(f"Pramana's pages are at {address(environment.host, socket.getsockname()[1])}")
        check_schema()
        serve_web(socket)
    leave()


def leave() -> None:
    """End the process here, now that everything is closed.

    A background thread may still load a model, or run a job that was handed back. Python would
    end that thread inside the model's native code, which aborts the whole process.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def address(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


PATIENCE = 2.0
"""Seconds a worker gets to stop before it is killed; its jobs are then done again."""

PAUSES = (0.2, 1.0, 5.0, 15.0)
"""Seconds to wait before each restart of a worker that keeps crashing."""

HEALTHY = 60.0
"""A worker that ran for so many seconds is restarted without a pause."""


class WorkerProcess:
    """Keeps one worker running until it is closed."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)
        self._stopping = threading.Event()
        self._process = self._start()
        self._monitor = threading.Thread(
            target=self._restart_on_exit, name="worker-monitor", daemon=True
        )
        self._monitor.start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "pramana.cli", "worker", "--with-parent"]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, start_new_session=True, env=self._environment
        )

    def _restart_on_exit(self) -> None:
        crashes = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            code = self._process.wait()
            if self._stopping.is_set():
                return
            crashes = 0 if time.monotonic() - began > HEALTHY else crashes + 1
            say(f"The worker ended with code {code}; starting it again.")
            if self._stopping.wait(PAUSES[min(crashes, len(PAUSES)) - 1] if crashes else 0):
                return
            self._process = self._start()

    def ask_to_stop(self) -> None:
        """Tell the worker to stop. Signal handlers call this, so it is quick and safe to repeat."""
        self._stopping.set()
        self._process.terminate()

    def close(self) -> None:
        """Wait for the worker to stop, and kill it if it does not."""
        self.ask_to_stop()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def run_serve(_: argparse.Namespace) -> None:
    """The worker gets the original variables, so it counts as a user of the embedded server."""
    environment, variables = read_environment(), dict(os.environ)
    with (
        bind(environment.host, environment.port) as socket,
        ready_database(environment),
        closing(WorkerProcess(variables)) as worker,  # first, so that both load at once
    ):
        pool_connections()
        setup_django()
        from pramana.postgres.loans import release_connections

        migrate()
        socket.listen()
        welcome(environment, socket.getsockname()[1])
        release_connections()
        serve_web(socket, on_stop=worker.ask_to_stop)
    say("Pramana has stopped.")
    leave()


def welcome(environment: Environment, port: int) -> None:
    """Print the address, and at a terminal a sign-in link and, on the first start, an API key.

    Elsewhere the output may be a log that others read, so only the commands are named.
    """
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.selectors import has_keys, owner_scope
    from pramana.tenancy.services import create_key, create_sign_in_link

    scope = owner_scope("default")
    home = address(environment.host, port)
    say("", f"Pramana is at   {home}")
    if not sys.stderr.isatty():
        say("To sign in:     pramana person link owner", "For an API key: pramana key create NAME")
    else:
        if scope.actor_id:
            say(f"Sign in once:   {home}/app/sign-in/link/{create_sign_in_link(scope.actor_id)}")
        if not has_keys(scope):
            say(f"Your API key:   {create_key(scope, 'first', role=Role.ADMIN).secret}")
    if not (environment.assets / "models").is_dir():
        say("The embedding model is missing: search uses words only. `./run setup` fetches it.")
    say("Press Ctrl-C to stop.", "")


NICENESS = 5
"""Background work gives way to people who wait for a page on the same machine."""


def worker_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--with-parent", action="store_true", help="stop when standard input is closed"
    )


def run_worker(options: argparse.Namespace) -> None:
    if options.with_parent:
        threading.Thread(target=_stop_with_parent, daemon=True).start()
    environment = read_environment()
    with ready_product(environment):
        os.nice(NICENESS)
        from pramana.jobs.worker import run_worker as work_until_stopped

        check_schema()
        if options.with_parent:
            migrate()  # the parent migrates as well; the second of the two has nothing to do
        work_until_stopped(concurrency=environment.worker_concurrency)
        write_ledger()
    leave()


def _stop_with_parent() -> None:
    """Stop when the parent is gone: its end of the pipe closes even if it was killed."""
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


KEY = "PRAMANA_KEY"


def mcp_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--key", metavar="KEY", help=f"the API key that the agent acts with ({KEY})"
    )


def run_mcp(options: argparse.Namespace) -> None:
    """Serve until stdin ends. The key decides what the agent may see and do, as over HTTP."""
    key = options.key or os.environ.get(KEY, "")
    if not key:
        raise Misconfigured(
            f"An agent needs a key: give --key KEY or set {KEY}. "
            "`pramana key create NAME --role viewer` creates one."
        )
    with ready_product(read_environment()):
        from pramana.mcp.server import serve_stdio

        serve_stdio(key)
