"""One order out of two: by words and by meaning."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

RANK_CONSTANT = 10
"""How quickly a place down the list stops mattering; 10 measured best here (60 in Cormack et al.,
2009)."""

LEXICAL_SHARE = 0.4
"""What words count for in the weighted sum; the rest is meaning."""

LEAST_SPAN = 0.1
"""Cosines nearer together than this say little: a few passages that are all beside the point must
not be stretched into a best and a worst one. No loss on SciFact (.754), where they lie further
apart."""

T = TypeVar("T", bound=Hashable)


def fuse_by_rank(
    rankings: Sequence[Sequence[T]],
    *,
    rank_constant: int = RANK_CONSTANT,
    weights: Sequence[float] | None = None,
) -> dict[T, float]:
    """Merge rankings by reciprocal rank; 1 for what is first in all of them.

    Only positions count, so a BM25 score and a cosine are never added together. `weights` say what
    each ranking counts for; all the same unless given.

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
    """The weighted sum of both scores, each stretched over 0..1 among the candidates.

    Where an item has no vector (a script its encoder cannot read, or it was added a moment ago)
    meaning has no opinion, and its words alone decide.

    >>> fused = fuse_by_score({"a": 9.0, "b": 3.0, "c": 6.0}, {"a": 0.7, "b": 0.9, "c": None})
    >>> [round(fused[item], 2) for item in "abc"]
    [0.4, 0.73, 0.67]
    """
    words = _stretched(lexical, floor=0.0)
    known = {item: cosine for item, cosine in cosines.items() if cosine is not None}
    meaning = _stretched(known, span=LEAST_SPAN)
    return {
        item: lexical_share * words[item] + (1 - lexical_share) * meaning.get(item, words[item])
        for item in lexical
    }


def _stretched(
    scores: Mapping[T, float], *, floor: float | None = None, span: float = 0.0
) -> dict[T, float]:
    """Scores moved to 0..1. All alike become 1: there is nothing to tell them apart by."""
    if not scores:
        return {}
    low = min(scores.values()) if floor is None else floor
    high = max(scores.values())
    if high <= low:
        return dict.fromkeys(scores, 1.0 if high > 0 else 0.0)
    width = max(high - low, span)
    return {item: (score - low) / width for item, score in scores.items()}
