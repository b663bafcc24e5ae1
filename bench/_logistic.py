"""A small weighted logistic regression."""

from collections.abc import Sequence

import numpy

Array = numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float64]]

RIDGE = 1e-5


def fit(
    features: Sequence[Sequence[float]], right: Sequence[bool], weights: Sequence[float]
) -> list[float]:
    """The base and the slopes, by Newton's method on features of mean 0 and deviation 1."""
    given = numpy.array(features)
    mean, deviation = given.mean(axis=0), given.std(axis=0)
    scaled = numpy.column_stack([numpy.ones(len(given)), (given - mean) / deviation])
    found = _newton(scaled, numpy.array(right, dtype=float), numpy.array(weights))
    slopes = found[1:] / deviation
    return [float(found[0] - (slopes * mean).sum()), *map(float, slopes)]


def _newton(given: Array, right: Array, weights: Array) -> Array:
    found: Array = numpy.zeros(given.shape[1])
    for _ in range(100):
        likely = 1 / (1 + numpy.exp(-given @ found))
        slope = given.T @ (weights * (right - likely)) - RIDGE * found
        curve = (given * (weights * likely * (1 - likely))[:, None]).T @ given
        step = numpy.linalg.solve(curve + RIDGE * numpy.eye(len(found)), slope)
        found = found + step
        if abs(step).max() < 1e-8:
            break
    return found
