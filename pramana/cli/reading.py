"""Having documents read now, by a worker of our own, whether or not the product is running."""

import os
import time
from collections.abc import Callable

from pramana.cli.workers import WorkerProcess
from pramana.kit.errors import Unavailable
from pramana.kit.scope import Scope

PATIENCE_S = 300.0
LOOK_EVERY_S = 0.5


def read_now(scope: Scope, is_read: Callable[[], bool]) -> None:
    """Wait until the documents are read, then see to it that they are found by meaning too."""
    from pramana.documents.contracts import PASSAGES
    from pramana.retrieval.services import embed_missing, settle

    worker = WorkerProcess(os.environ)
    try:
        _wait(is_read)
    finally:
        worker.close()
    embed_missing(scope, PASSAGES)
    settle(scope)


def _wait(is_read: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_read():
        if time.monotonic() > deadline:
            raise Unavailable("The documents were not read within five minutes. Try again.")
        time.sleep(LOOK_EVERY_S)
