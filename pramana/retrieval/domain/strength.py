"""Match strength: how surely an entry belongs to a question, in 0..1, on one scale.

A cosine of .8 is near for one encoder and far for another, and a ranking has a first entry even
when none is relevant. So cosine and words are turned into one number with fixed meanings: from
`SURE_MATCH` the entry belongs to the question, below `NO_MATCH` it does not, in between it is
doubtful.
"""

import math
from dataclasses import dataclass

SURE_MATCH = 0.5
NO_MATCH = 0.3

ASSUMED_COVERAGE = 0.4
"""The coverage that is assumed when words cannot be searched. With it, a hit counts as sure at the
same cosine as in a fit on cosines alone (.81 for gte-small)."""


@dataclass(frozen=True)
class EncoderCalibration:
    """The logistic function of one encoder, of its cosine and the words covered."""

    base: float
    cosine: float
    coverage: float


CALIBRATIONS = {
    "gte-small-int8": EncoderCalibration(-33.9, 39.7, 4.8),
    "gte-e5-small-int8": EncoderCalibration(-37.6, 44.7, 5.9),
    "gte-e5-small-int8/e5": EncoderCalibration(-71.4, 83.2, 6.5),
}
"""Fitted by `./run bench strength --fit` on half of its questions; the other half gives the
errors in docs/decisions/0014-match-strength.md."""

DEFAULT_CALIBRATION = EncoderCalibration(-4.2, 4.0, 6.0)
"""For an encoder that was never measured: words can convince, a cosine alone at most makes it
doubtful."""


def match_strength(model: str, cosine: float | None, coverage: float | None) -> float:
    """The strength of a match; without a vector, the share of the question's weight in words.

    `coverage` is None when words could not be searched.

    >>> model = "gte-small-int8"
    >>> match_strength(model, 0.9, 0.6) > 0.9 > 0.1 > match_strength(model, 0.75, 0.1)
    True
    >>> match_strength("", None, 0.42)
    0.42
    """
    share = ASSUMED_COVERAGE if coverage is None else coverage
    if cosine is None:
        return share if coverage is not None else 0.0
    known = CALIBRATIONS.get(model, DEFAULT_CALIBRATION)
    return 1 / (1 + math.exp(-(known.base + known.cosine * cosine + known.coverage * share)))
