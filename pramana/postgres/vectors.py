"""Vectors as pgvector reads them."""

from collections.abc import Sequence


def vector_literal(vector: Sequence[float]) -> str:
    """The vector as text that pgvector can parse.

    >>> vector_literal([0.25, 1])
    '[0.25,1]'
    """
    return "[" + ",".join(f"{value:.5g}" for value in vector) + "]"
