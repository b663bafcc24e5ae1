"""Times the same questions with 5,000 entries in a tenant, and with many more."""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import Any

import numpy

from bench._beir import Judged
from bench._embedded import Vectors
from pramana.kit.scope import Scope

SMALL = 5_000
QUESTIONS = 200
NOISE = 0.6
"""How far a made-up vector lies from a real one: about as far as two texts on one matter."""


def grow(scope: Scope, data: Judged, vectors: Vectors, size: int, recipe: str) -> dict[str, Any]:
    """Latency and CPU time of whole searches, embedding included, at both sizes.

    On a machine that others use too, look at the CPU ratio: waiting for a core is not ours.
    """
    from bench.retrieval import index
    from pramana.retrieval.services import embed_missing, remove_entries

    remove_entries(scope, everything=True)
    made = _made_up(data, vectors)
    figures: dict[str, Any] = {}
    there = 0
    for target in (SMALL, size):
        began = time.monotonic()
        with _without_index():
            while there < target:
                step = min(5_000, target - there)
                index(scope, [next(made) for _ in range(step)])
                there += step
        embed_missing(scope, "bench")  # all are there; where they are many it builds the graph
        _analyse()
        figures[f"load_{target}_s"] = round(time.monotonic() - began, 1)
        figures |= _timed(scope, data, recipe, target)
    return figures | {
        "p95_ratio": round(figures[f"p95_ms_{size}"] / figures[f"p95_ms_{SMALL}"], 2),
        "cpu_p95_ratio": round(figures[f"cpu_p95_ms_{size}"] / figures[f"cpu_p95_ms_{SMALL}"], 2),
    }


def _made_up(data: Judged, vectors: Vectors) -> Iterator[tuple[str, str, list[float] | None]]:
    """Texts of two halves of real ones, and vectors near real ones, without end."""
    chance = random.Random(7)
    noise = numpy.random.default_rng(7)
    halves = [text.split() for text in data.texts]
    number = 0
    while True:
        one, other = chance.randrange(len(halves)), chance.randrange(len(halves))
        words = halves[one][: len(halves[one]) // 2] + halves[other][len(halves[other]) // 2 :]
        yield f"made-{number}", " ".join(words), _near(vectors[one], noise)
        number += 1


def _near(vector: list[float] | None, noise: numpy.random.Generator) -> list[float] | None:
    if vector is None:
        return None
    moved = numpy.array(vector) + noise.normal(0, NOISE / len(vector) ** 0.5, len(vector))
    near: list[float] = (moved / numpy.linalg.norm(moved)).tolist()
    return near


@contextmanager
def _without_index() -> Iterator[None]:
    """Loading is not what is measured, so the index on words is built once, at the end of it."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'entry_terms'")
        definition = cursor.fetchone()[0]
        cursor.execute("DROP INDEX entry_terms")
        yield
        cursor.execute(definition)


def _analyse() -> None:
    """What autovacuum does by itself within minutes of a large ingest."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE) retrieval_entry, retrieval_vector, retrieval_term")


def _timed(scope: Scope, data: Judged, recipe: str, size: int) -> dict[str, float]:
    from bench.retrieval import asked_cost

    texts = list(data.questions.values())[:QUESTIONS]
    for text in texts[:20]:
        asked_cost(scope, f"{text} {size} again", recipe)
    costs = [asked_cost(scope, f"{text} {size}", recipe) for text in texts]
    walls = [cost["wall"] for cost in costs]
    cpu = [cost["embedding"] + cost["process"] + cost["database"] for cost in costs]
    return {
        f"p50_ms_{size}": round(median(walls), 2),
        f"p95_ms_{size}": round(quantiles(walls, n=20)[-1], 2),
        f"cpu_p50_ms_{size}": round(median(cpu), 2),
        f"cpu_p95_ms_{size}": round(quantiles(cpu, n=20)[-1], 2),
    }
