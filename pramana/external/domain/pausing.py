"""How long a provider that is busy is left alone."""

ATTEMPTS = 3
FIRST_S = 0.6
LONGEST_S = 10.0


def pause_after(attempt: int) -> float:
    """Seconds to wait after so many attempts.

    >>> [pause_after(n) for n in (1, 2, 3, 9)]
    [0.6, 1.2, 2.4, 10.0]
    """
    return float(min(FIRST_S * 2 ** (attempt - 1), LONGEST_S))
