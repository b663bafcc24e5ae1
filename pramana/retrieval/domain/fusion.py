"""One ranking out of several, without repetitions (maximal marginal relevance), and match strength.

A cosine of .8 is near for one encoder and far for another, and a ranking has a first entry even
when none is relevant. So cosine and words are turned into one number with fixed meanings: from
`SURE_MATCH` the entry belongs to the question, below `NO_MATCH` it does not, in between it is
doubtful.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

RANK_CONSTANT = 10
"""How fast lower positions stop mattering; 10 measured best here (60 in Cormack et al., 2009)."""

LEXICAL_SHARE = 0.4
"""The weight of words in the weighted sum; the rest is the weight of vectors."""

LEAST_SPAN = 0.1
"""Cosines closer together than this say little: a few passages that are all irrelevant must not be
rescaled into a best and a worst one. This costs nothing on SciFact (.754), where cosines are
further apart."""

T = TypeVar("T", bound=Hashable)


def fuse_by_rank(
    rankings: Sequence[Sequence[T]],
    *,
    rank_constant: int = RANK_CONSTANT,
    weights: Sequence[float] | None = None,
) -> dict[T, float]:
    """Merge rankings by reciprocal rank; 1 for what is first in all of them.

    Only positions count, so a BM25 score and a cosine are never added together. Rankings count
    equally unless `weights` are given.

    >>> max(fuse_by_rank([["a", "b"], ["b", "c"]]).items(), key=lambda scored: scored[1])[0]
    'b'
    """
    scores: dict[T, float] = defaultdict(float)
    counted = [1.0] * len(rankings) if weights is None else weights
    best = sum(counted) / (rank_constant + 1)
    for ranking, weight in zip(rankings, counted, strict=True):
        for position, item in enumerate(ranking, start=1):
            scores[item] += weight / (rank_constant + position) / best
    return dict(scores)


def fuse_by_score(
    lexical: Mapping[T, float],
    cosines: Mapping[T, float | None],
    *,
    lexical_share: float = LEXICAL_SHARE,
) -> dict[T, float]:
    """The weighted sum of both scores, each rescaled to 0..1 among the candidates.

    An item may have no vector: its encoder cannot read the script, or it was added a moment ago.
    Then its words alone decide.

    >>> fused = fuse_by_score({"a": 9.0, "b": 3.0, "c": 6.0}, {"a": 0.7, "b": 0.9, "c": None})
    >>> [round(fused[item], 2) for item in "abc"]
    [0.4, 0.73, 0.67]
    """
    words = _rescale(lexical, floor=0.0)
    known = {item: cosine for item, cosine in cosines.items() if cosine is not None}
    meaning = _rescale(known, span=LEAST_SPAN)
    return {
        item: lexical_share * words[item] + (1 - lexical_share) * meaning.get(item, words[item])
        for item in lexical
    }


def _rescale(
    scores: Mapping[T, float], *, floor: float | None = None, span: float = 0.0
) -> dict[T, float]:
    """Rescale scores to 0..1. If all are equal they become 1."""
    if not scores:
        return {}
    low = min(scores.values()) if floor is None else floor
    high = max(scores.values())
    if high <= low:
        return dict.fromkeys(scores, 1.0 if high > 0 else 0.0)
    width = max(high - low, span)
    return {item: (score - low) / width for item, score in scores.items()}


REPETITION = 0.6
"""The cosine of two texts' words above which one counts as repeating the other."""


def repetition_measure(pairs: Mapping[frozenset[T], float]) -> Callable[[T, T], float]:
    """How much one item repeats another: 0 up to REPETITION, 1 for the same words."""

    def of(one: T, other: T) -> float:
        return (pairs.get(frozenset((one, other)), REPETITION) - REPETITION) / (1 - REPETITION)

    return of


def diversify(
    scores: Mapping[T, float],
    likeness: Callable[[T, T], float],
    *,
    relevance: float,
    limit: int,
) -> list[T]:
    """Choose items one by one that are relevant and unlike those already chosen.

    `scores` are best first; ties keep that order. `relevance` 1 keeps the order, 0 considers only
    difference.

    >>> alike = {frozenset("ab"): 1.0}
    >>> diversify({"a": 1.0, "b": 0.9, "c": 0.5}, lambda x, y: alike.get(frozenset((x, y)), 0.0),
    ...           relevance=0.5, limit=3)
    ['a', 'c', 'b']
    """
    chosen: list[T] = []
    nearest = dict.fromkeys(scores, 0.0)
    while nearest and len(chosen) < limit:
        best = max(
            nearest, key=lambda item: relevance * scores[item] - (1 - relevance) * nearest[item]
        )
        del nearest[best]
        chosen.append(best)
        for item in nearest:
            nearest[item] = max(nearest[item], likeness(best, item))
    return chosen


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
