"""The nearest numbers that never rise."""

from collections.abc import Sequence


def falling(values: Sequence[float]) -> list[float]:
    """The sequence without rises that is nearest in squares: neighbours that rise are averaged.

    >>> falling([0.9, 0.2, 0.6, 0.1])
    [0.9, 0.4, 0.4, 0.1]
    """
    pools: list[tuple[float, int]] = []
    for value in values:
        total, count = value, 1
        while pools and pools[-1][0] * count < total * pools[-1][1]:
            before, several = pools.pop()
            total, count = total + before, count + several
        pools.append((total, count))
    return [total / count for total, count in pools for _ in range(count)]
