"""How much a shared word says."""

import math
from collections.abc import Mapping


def idf(term_counts: Mapping[str, int], total: int) -> dict[str, float]:
    """The weight of each term: a word that stands everywhere says little.

    >>> weights = idf({"the": 90, "ministry": 2}, 100)
    >>> weights["ministry"] > 10 * weights["the"]
    True
    """
    return {
        term: math.log(1 + (total - count + 0.5) / (count + 0.5))
        for term, count in term_counts.items()
    }


def share_found(weights: Mapping[str, float], found: set[str]) -> float:
    """The share of the question's weight that a passage holds, in 0..1."""
    whole = sum(weights.values())
    return sum(weights[term] for term in found if term in weights) / whole if whole else 0.0
