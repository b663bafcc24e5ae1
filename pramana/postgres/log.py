"""The server's own words, kept beside the cluster for the sentence that explains a failure."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LIMIT = 5 * 1024 * 1024
"""A log larger than this makes room for a new one at the next start; one old one is kept."""


class ServerLog:
    def __init__(self, place: Path) -> None:
        self._place = place
        self._begins = 0

    @contextmanager
    def opened(self) -> Iterator[int]:
        """A handle to append to, and the point from which `said` reads."""
        if self._place.is_file() and self._place.stat().st_size > LIMIT:
            self._place.replace(self._place.with_name(f"{self._place.name}.1"))
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
        handle = os.open(self._place, flags, 0o600)
        try:
            self._begins = os.fstat(handle).st_size
            yield handle
        finally:
            os.close(handle)

    def said(self) -> str:
        """What was written since the log was last opened."""
        if not self._place.is_file():
            return ""
        with self._place.open("rb") as log:
            log.seek(self._begins)
            return log.read().decode("utf-8", "replace")
