"""How long to wait before the one retry."""

BASE_S = 0.5
LONGEST_S = 10.0


def pause_before_retry(*, asked: float | None, left: float, jitter: float) -> float | None:
    """Seconds to wait, or None when a retry makes no sense.

    A provider that names a wait is obeyed up to a bound; otherwise the pause is about half a
    second, spread by `jitter` (0..1) so that callers that failed together do not return together.
    A retry that could not finish before the call's deadline is not begun.

    >>> pause_before_retry(asked=None, left=30, jitter=0.5)
    0.5
    >>> pause_before_retry(asked=60, left=300, jitter=0) is None
    True
    """
    pause = BASE_S * (0.5 + jitter)
    if asked is not None:
        if asked > LONGEST_S:
            return None
        pause = max(pause, asked + BASE_S * 0.2 * jitter)
    return pause if pause < left else None
