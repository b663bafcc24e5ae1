"""How well being sure and being right go together."""

from collections.abc import Sequence
from math import sqrt

from pramana.evals.contracts.reports import Bin, Calibration

BINS = 10
Z = 1.96
"""Standard deviations on either side that hold 95 of 100."""

Pair = tuple[float, bool]
"""How sure a claim was, 0..1, and whether it was right."""


def calibration_of(pairs: Sequence[Pair], count: int = BINS) -> Calibration:
    """Bins of equal width, and the expected calibration error over them; empty bins are left out.

    >>> calibration_of([(0.9, True), (0.9, False)]).error
    0.4
    """
    bins = [made for n in range(count) if (made := _bin(pairs, n, count))]
    if not bins:
        return Calibration(0, None)
    apart = sum(each.cases * abs(each.mean - each.right) for each in bins)
    return Calibration(len(pairs), round(apart / len(pairs), 6), tuple(bins))


def _bin(pairs: Sequence[Pair], number: int, count: int) -> Bin | None:
    inside = [pair for pair in pairs if place_of(pair[0], count) == number]
    if not inside:
        return None
    total = len(inside)
    return Bin(
        low=number / count,
        high=(number + 1) / count,
        cases=total,
        mean=sum(sure for sure, _ in inside) / total,
        right=sum(right for _, right in inside) / total,
    )


def place_of(sure: float, count: int = BINS) -> int:
    """The bin a sureness falls into; what lies outside 0..1 counts as its nearer end.

    >>> [place_of(each) for each in (0.0, 0.1, 0.95, 1.0, 7.0)]
    [0, 1, 9, 9, 9]
    """
    return min(max(int(sure * count), 0), count - 1)


def interval(right: int, total: int) -> tuple[float | None, float | None]:
    """Wilson's interval for a share; with few cases it is wide, as it should be.

    >>> interval(0, 0)
    (None, None)
    """
    if not total:
        return None, None
    share, spread = right / total, Z * Z / total
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)
