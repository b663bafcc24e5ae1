"""How surely an entry belongs to a question, in 0..1, on one scale for every encoder.

A cosine of .8 is near for one encoder and far for another, and an order has a first place even
when nothing belongs there. So cosine and words are turned into one number with fixed meanings:
from `FOUND` on the entry answers or belongs, below `NOTHING` it does not, in between it is
doubtful.
"""

import math
from dataclasses import dataclass

FOUND = 0.5
NOTHING = 0.3

UNHEARD = 0.4
"""The share of a question's words that is assumed where words cannot be searched: with it, the
cosine at which a hit counts as found is that of a fit on cosines alone (.81 for gte-small)."""


@dataclass(frozen=True)
class Calibration:
    """The logistic of one encoder: what its cosine and the words held are worth together."""

    base: float
    cosine: float
    coverage: float


CALIBRATIONS = {"gte-small-int8": Calibration(-33.9, 39.7, 4.8)}
"""Fitted by `./run bench strength --fit` on half of the questions it asks; its other half gives
the errors in docs/decisions/0014-match-strength.md."""

CAUTIOUS = Calibration(-4.2, 4.0, 6.0)
"""For an encoder nobody has measured: words convince, a cosine alone makes it doubtful at most."""


def strength(model: str, cosine: float | None, coverage: float | None) -> float:
    """The strength of a match; without a vector, the share of the question's weight in words.

    `coverage` is None where words could not be searched.

    >>> strength("gte-small-int8", 0.9, 0.6) > 0.9 > 0.1 > strength("gte-small-int8", 0.75, 0.1)
    True
    >>> strength("", None, 0.42)
    0.42
    """
    share = UNHEARD if coverage is None else coverage
    if cosine is None:
        return share if coverage is not None else 0.0
    known = CALIBRATIONS.get(model, CAUTIOUS)
    return 1 / (1 + math.exp(-(known.base + known.cosine * cosine + known.coverage * share)))
