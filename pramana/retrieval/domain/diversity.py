"""Not the same thing twice: maximal marginal relevance."""

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

REPETITION = 0.6
"""The cosine of two texts' words above which one begins to repeat the other."""


def likeness(pairs: Mapping[frozenset[T], float]) -> Callable[[T, T], float]:
    """How far one repeats the other: 0 up to REPETITION, 1 for the same words."""

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
    """Choose one after the other what is relevant and unlike what is chosen already.

    `scores` come best first; ties keep that order. `relevance` 1 leaves it as it is, 0 looks at
    difference alone.

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
