"""While someone uses the server it is kept up: a killed one is started again."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY_SECONDS = 1.0
LONGEST_SECONDS = 30.0
"""Between two attempts at something that keeps failing."""

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
    pause = EVERY_SECONDS
    while not done.wait(pause):
        pause = EVERY_SECONDS if is_up() or _revived(revive) else min(2 * pause, LONGEST_SECONDS)


def _revived(revive: Callable[[], None]) -> bool:
    """Whether it worked. Whatever did not is said and tried again: a disk may have room by then."""
    try:
        revive()
    except Exception as error:
        logger.error("PostgreSQL is down and could not be started again. %s", error)
        return False
    return True
