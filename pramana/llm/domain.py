"""When to retry and when to pause a provider: pure decisions, without a clock."""

from dataclasses import dataclass

FAILURES = 5
PAUSE_S = 20.0


@dataclass
class CircuitBreaker:
    """A circuit breaker: closed, open, or half open with one probe under way.

    Times are passed in, in seconds. It counts failures in a row, not a rate: a provider that
    answers now and then is worth asking.
    """

    failures: int = FAILURES
    pause_s: float = PAUSE_S
    _in_a_row: int = 0
    _open_until: float | None = None
    _probing: bool = False

    def seconds_to_wait(self, at: float) -> float | None:
        """Seconds until the next attempt is allowed, or None when it may be made now.

        The first attempt after the pause is the probe; until it ends, others wait.
        """
        if self._open_until is None:
            return None
        if at < self._open_until:
            return self._open_until - at
        if self._probing:
            return self.pause_s
        self._probing = True
        return None

    def record_success(self) -> None:
        self._in_a_row = 0
        self._open_until = None
        self._probing = False

    def record_failure(self, at: float) -> None:
        self._in_a_row += 1
        if self._probing or self._in_a_row >= self.failures:
            self._open_until = at + self.pause_s
        self._probing = False

    def abandon(self) -> None:
        """Record that an attempt said nothing about the provider, e.g. because it was cancelled."""
        self._probing = False

    @property
    def is_open(self) -> bool:
        return self._open_until is not None


BASE_S = 0.5
LONGEST_S = 10.0


def retry_delay(*, asked: float | None, left: float, jitter: float) -> float | None:
    """Seconds to wait, or None when a retry makes no sense.

    A wait that the provider asks for is kept, up to a limit. Otherwise the delay is about half a
    second, spread by `jitter` (0..1) so that callers that failed together do not retry together.
    There is no retry that would start after the call's deadline.

    >>> retry_delay(asked=None, left=30, jitter=0.5)
    0.5
    >>> retry_delay(asked=60, left=300, jitter=0) is None
    True
    """
    pause = BASE_S * (0.5 + jitter)
    if asked is not None:
        if asked > LONGEST_S:
            return None
        pause = max(pause, asked + BASE_S * 0.2 * jitter)
    return pause if pause < left else None
