"""Vectors as pgvector reads them."""

from collections.abc import Sequence


def dense(vector: Sequence[float]) -> str:
    """
    >>> dense([0.25, 1])
    '[0.25,1]'
    """
    return "[" + ",".join(f"{value:.5g}" for value in vector) + "]"
