"""A circuit breaker: after several failures in a row, stop asking for a while."""

from dataclasses import dataclass

FAILURES = 5
PAUSE_S = 20.0


@dataclass
class Breaker:
    """Closed, open, or letting one probe through. Time is passed in, in seconds.

    It counts failures in a row, not a rate: a provider that answers now and then is worth asking.
    """

    failures: int = FAILURES
    pause_s: float = PAUSE_S
    _in_a_row: int = 0
    _open_until: float | None = None
    _probing: bool = False

    def wait(self, at: float) -> float | None:
        """Seconds until the next try is allowed, or None when it may be made now.

        The first to ask after the pause becomes the probe; until it comes back, others wait.
        """
        if self._open_until is None:
            return None
        if at < self._open_until:
            return self._open_until - at
        if self._probing:
            return self.pause_s
        self._probing = True
        return None

    def succeeded(self) -> None:
        self._in_a_row = 0
        self._open_until = None
        self._probing = False

    def failed(self, at: float) -> None:
        self._in_a_row += 1
        if self._probing or self._in_a_row >= self.failures:
            self._open_until = at + self.pause_s
        self._probing = False

    def gave_up(self) -> None:
        """The try ended without saying anything about the provider, e.g. it was cancelled."""
        self._probing = False

    @property
    def is_open(self) -> bool:
        return self._open_until is not None
