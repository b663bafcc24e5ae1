"""`pramana serve`, `web`, `worker` and `mcp`: the processes that run until they are stopped."""

import argparse
import errno
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from asyncio import Transport
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config.environment import Environment
from pramana.cli.product import (
    check_schema,
    migrate,
    read_environment,
    ready_database,
    ready_product,
    say,
    setup_django,
)
from pramana.kit.errors import Misconfigured

LONGEST_HEAD = 64 * 1024
"""The most bytes of incomplete request headers; browsers and proxies send at most a tenth."""

HEAD_TIMEOUT_S = 30.0
"""Seconds within which the headers of a request must arrive."""


class ModestHttp(HttpToolsProtocol):
    """Closes connections whose headers are too long or too slow. Bodies have their own limits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seen = 0
        self._heads = 0
        """How many complete headers were received on this connection."""
        self._in_head = True

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn
        super().connection_made(transport)
        self._wait_for(self._heads)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._seen = True, 0

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._heads += 1
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._in_head or self.transport.is_closing():
            return
        if not self._seen and self._heads:
            self._wait_for(self._heads)
        self._seen += len(data)
        if self._seen > LONGEST_HEAD:
            self.send_400_response("The request's headers are too long.")

    def _wait_for(self, heads: int) -> None:
        self.loop.call_later(HEAD_TIMEOUT_S, self._give_up, heads)

    def _give_up(self, heads: int) -> None:
        if self._in_head and self._heads == heads:
            self.transport.close()


STOPPING = (signal.SIGINT, signal.SIGTERM)
CONNECTIONS = "8"
"""Database connections in a web process's pool by default; opening one takes 1 ms."""

THIS_MACHINE = ("127.0.0.1", "::1")
"""Where a proxy is believed about its client's address, besides PRAMANA_TRUSTED_PROXIES."""

GRACE = 1
"""Seconds that open requests get to finish; streams are ended at once."""


@contextmanager
def bind(host: str, port: int) -> Iterator[socket.socket]:
    """Bind the socket before anything else starts, so that a port in use is reported at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            raise Misconfigured(_bind_problem(host, port, error)) from None
        yield listener


def _bind_problem(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is in use. Stop the program that uses it, "
            "or choose another port with --port N."
        )
    if error.errno == errno.EACCES:
        return f"This user may not use port {port}. Choose one above 1023 with --port N."
    return f"{host} is not an address of this machine. Choose another with --host."


def pool_connections() -> None:
    """Turn on the connection pool. Call this before Django reads its settings.

    Workers have no pool, because each of their threads keeps its own connection.
    """
    os.environ.setdefault("PRAMANA_DATABASE_POOL", CONNECTIONS)


class Server(uvicorn.Server):
    """uvicorn without its re-raised signals, which would skip our cleanup."""

    def __init__(self, config: uvicorn.Config, on_stop: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_stop = on_stop

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self._stop) for number in STOPPING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.on_stop()
        self.handle_exit(number, frame)


def web_config() -> uvicorn.Config:
    """How uvicorn serves the product. Proxies are believed about who their clients are."""
    from django.conf import settings

    return uvicorn.Config(
        "config.asgi:application",
        http=ModestHttp,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        forwarded_allow_ips=[*THIS_MACHINE, *settings.PRAMANA.trusted_proxies],
        timeout_graceful_shutdown=GRACE,
    )


def serve_web(listener: socket.socket, *, on_stop: Callable[[], None] = lambda: None) -> None:
    """Serve until SIGTERM or Ctrl-C. Open streams end with a frame that says so."""
    from pramana.chat.warm_up import start_warm_up
    from pramana.jobs.streams import stop_streams

    def stop() -> None:
        stop_streams()
        on_stop()

    config = web_config()
    start_warm_up()
    Server(config, stop).run(sockets=[listener])
    write_ledger()


def write_ledger() -> None:
    """Write the last rows of the model ledger while the database is still there."""
    from pramana.llm.ledger import LEDGER

    LEDGER.flush(timeout=1.5)


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


STOP_TIMEOUT_S = 2.0
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
            self._process.wait(STOP_TIMEOUT_S)
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

        check_schema()
        serve_stdio(key)
