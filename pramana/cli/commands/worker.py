"""Background work, without pages."""

import argparse
import os
import signal
import sys
import threading

from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--with-parent", action="store_true", help="stop when standard input is closed"
    )


def run(asked: argparse.Namespace) -> None:
    if asked.with_parent:
        threading.Thread(target=_stop_with_parent, daemon=True).start()
    environment = read_environment()
    with ready_product(environment):
        from pramana.jobs.worker import run_worker

        if asked.with_parent:
            migrate()  # whichever of us comes first; the other finds nothing to do
        all_ended = run_worker(concurrency=environment.worker_concurrency)
    if not all_ended:
        os._exit(0)  # a task goes on in its thread; another worker does its job anew


def _stop_with_parent() -> None:
    """A parent that was killed cannot tell us; its end of the pipe closes all the same."""
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)
