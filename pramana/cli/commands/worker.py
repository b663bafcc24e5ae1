"""`pramana worker`: run background jobs without serving pages."""

import argparse
import os
import signal
import sys
import threading

from pramana.cli.commands.migrate import check_schema, migrate
from pramana.cli.product import read_environment, ready_product

NICENESS = 5
"""Background work gives way to people who wait for a page on the same machine."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--with-parent", action="store_true", help="stop when standard input is closed"
    )


def run(options: argparse.Namespace) -> None:
    if options.with_parent:
        threading.Thread(target=_stop_with_parent, daemon=True).start()
    environment = read_environment()
    with ready_product(environment):
        os.nice(NICENESS)
        from pramana.jobs.worker import run_worker

        check_schema()
        if options.with_parent:
            migrate()  # the parent migrates as well; the second of the two has nothing to do
        all_finished = run_worker(concurrency=environment.worker_concurrency)
    if not all_finished:
        os._exit(0)  # a task is still running in its thread; another worker repeats its job


def _stop_with_parent() -> None:
    """Stop when the parent is gone: its end of the pipe closes even if it was killed."""
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)
