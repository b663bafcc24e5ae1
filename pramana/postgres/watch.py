"""While someone uses the server it is kept up: a killed one is started again."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY_SECONDS = 1.0

logger = logging.getLogger(__name__)


@contextmanager
def watched(is_up: Callable[[], object], revive: Callable[[], None]) -> Iterator[None]:
    """Look once a second, cheaply, and revive what is found dead. Ends before the block does."""
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
    while not done.wait(EVERY_SECONDS):
        if is_up():
            continue
        try:
            revive()
        except Exception:
            # Whatever it was, say it and look again: the disk may have room by then.
            logger.exception("PostgreSQL is down and could not be started again")
