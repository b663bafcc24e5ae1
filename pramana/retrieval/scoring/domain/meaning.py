"""How alike texts are in meaning, where their vectors are given."""

from collections.abc import Mapping

from pramana.retrieval.contracts import Vector


def cosines(asked: Vector, vectors: Mapping[str, Vector | None]) -> dict[str, float]:
    """Of each vector with the question's; who has none is left out.

    >>> cosines([1.0, 0.0], {"a": [0.6, 0.8], "b": None})
    {'a': 0.6}
    """
    import numpy

    known = {name: vector for name, vector in vectors.items() if vector is not None}
    if not known:
        return {}
    matrix = numpy.asarray(list(known.values()), dtype=numpy.float32)
    question = numpy.asarray(asked, dtype=numpy.float32)
    lengths = numpy.linalg.norm(matrix, axis=1) * numpy.linalg.norm(question)
    alike = (matrix @ question) / numpy.maximum(lengths, 1e-9)
    return {name: round(float(each), 4) for name, each in zip(known, alike, strict=True)}
