"""Waiting for what other processes and threads do."""

import time
from collections.abc import Callable

PATIENCE_S = 60.0
"""A loaded machine takes its time; a test that waits in vain fails all the same."""


def wait_until(condition: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "It did not happen in time."
        time.sleep(0.05)
