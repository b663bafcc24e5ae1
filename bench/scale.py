"""What a question costs as the library grows. `./run bench scale [--passages N N]`

Passages are made up (words by a law like Zipf's, vectors around centres) and written by COPY into
the product's own tables; the indexes are the product's. A hundred tenants share the database: the
first has nine tenths of the passages. Questions go through the product's own search with their
vectors given, so no encoder runs. The figures are milliseconds of a question at each size, elapsed
and of CPU (this process and its database session), and how they grow from the first to the last.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any
from uuid import UUID

import numpy

from bench import _cpu_time
from bench._scale_passages import FUNCTION_WORDS, PER_DOCUMENT, made_words
from bench._scale_rows import (
    COPIED,
    DIMENSION,
    FIRST_DAY,
    LARGE_COLLECTION,
    MODEL,
    SMALL_COLLECTION,
    Tenant,
    without_indexes,
)
from bench._scratch import scratch_product
from pramana.retrieval.contracts import Filters

SIZES = (100_000, 1_000_000)
TENANTS, QUESTIONS, WARM_UP = 100, 40, 10
SHARE_OF_FIRST = 0.9
WORDS = 4
COMMON = slice(FUNCTION_WORDS, 4 * FUNCTION_WORDS)
MONTH = timedelta(days=29)
NOISE = 0.7
"""How far a question's vector lies from that of a passage that it is about."""


@dataclass(frozen=True)
class Question:
    """Words and a vector, as the encoder would make it."""

    text: str
    vector: list[float]
    document: UUID


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench scale", description=__doc__)
    parser.add_argument("--passages", type=int, nargs="+", default=SIZES, help="ascending sizes")
    parser.add_argument("--tenants", type=int, default=TENANTS)
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="of each kind")
    parser.add_argument(
        "--keep", type=Path, help="keep the database in this folder, and grow the one that is there"
    )
    options = parser.parse_args(argv)
    os.environ["PRAMANA_LOG_LEVEL"] = "warning"
    with scratch_product(in_memory=False, keep=options.keep):
        return measure_sizes(sorted(options.passages), options.tenants, options.questions)


def measure_sizes(sizes: Sequence[int], tenants: int, questions: int) -> dict[str, Any]:
    """Grow the library to each size, and ask."""
    library = [Tenant(number, scope) for number, scope in enumerate(_scopes(tenants))]
    figures: dict[str, Any] = {"loaded": {}, "ms": {}, "load_average": {}}
    for size in sizes:
        figures["loaded"][size] = _grow(library, size)
        figures["ms"][size] = _measure(library, questions)
        figures["load_average"][size] = round(os.getloadavg()[0], 1)
        print(json.dumps({size: figures["ms"][size]}), file=sys.stderr, flush=True)
    first, last = (figures["ms"][size] for size in (sizes[0], sizes[-1]))
    _print_table(figures["ms"])
    return figures | {
        "growth": {
            kind: {name: round(last[kind][name] / first[kind][name], 2) for name in last[kind]}
            for kind in last
        }
    }


def _scopes(tenants: int) -> Iterator[Any]:
    """The tenants' scopes; a kept database has them already."""
    from pramana.kit.scope import Scope
    from pramana.tenancy.models import Tenant as TenantRow
    from pramana.tenancy.testing import make_tenant

    known = dict(TenantRow.objects.values_list("slug", "id"))
    for number in range(tenants):
        slug = f"scale-{number}"
        yield Scope(tenant_id=known[slug]) if slug in known else make_tenant(slug)


def _grow(library: Sequence[Tenant], size: int) -> dict[str, float]:
    """Grow every tenant to its share; the seconds that each step took, and bytes on disk."""
    from django.db import connection

    from pramana.retrieval.postgres.vectors import build_graph

    large, *others = library
    own = int(size * SHARE_OF_FIRST) if others else size
    wanted = {large.number: own} | {each.number: (size - own) // len(others) for each in others}
    wanted = {
        number: max(many - many % PER_DOCUMENT, PER_DOCUMENT) for number, many in wanted.items()
    }
    if large.passages >= wanted[0]:
        return {}
    steps: dict[str, float] = {}
    with connection.cursor() as cursor:  # on one core, so that all CPU time is counted
        cursor.execute("SET max_parallel_maintenance_workers = 0")
    with _timed(steps, "indexes_s"), without_indexes(), _timed(steps, "rows_s"):
        for each in library:
            each.grow(wanted[each.number])
    steps["indexes_s"] = round(steps["indexes_s"] - steps["rows_s"], 1)
    with _timed(steps, "graph_s"):
        before = _cpu_time.session_ms()
        build_graph(MODEL, DIMENSION)
        steps["graph_cpu_s"] = round((_cpu_time.session_ms() - before) / 1000, 1)
    with _timed(steps, "vacuum_s"), connection.cursor() as cursor:
        cursor.execute(f"VACUUM (ANALYZE) {', '.join(COPIED)}, retrieval_term")
        cursor.execute("SELECT pg_database_size(current_database())")
        steps["gb"] = round(cursor.fetchone()[0] / 2**30, 2)
    print(json.dumps({size: steps}), file=sys.stderr, flush=True)
    return steps


@contextmanager
def _timed(steps: dict[str, float], name: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    steps[name] = round(time.monotonic() - began, 1)


def _measure(library: Sequence[Tenant], questions: int) -> dict[str, dict[str, float]]:
    """Every kind of question in the large tenant, then plain ones in small tenants."""
    chance = Random(7)
    large, *others = library
    kinds: dict[str, Callable[[Question], Filters]] = {
        "plain": lambda _: Filters(),
        "only common words": lambda _: Filters(),
        "in one document": lambda each: Filters(parent_ids=frozenset({each.document})),
        "in a collection of 1 %": lambda _: _collection(large, SMALL_COLLECTION),
        "in a collection of 20 %": lambda _: _collection(large, LARGE_COLLECTION),
        "of a kind, 10 %": lambda _: Filters(kind="html"),
        "of a month, 3 %": lambda _: Filters(date_from=FIRST_DAY, date_to=FIRST_DAY + MONTH),
        "of a day, .1 %": lambda _: Filters(date_from=FIRST_DAY, date_to=FIRST_DAY),
    }
    found = {}
    for kind, filters in kinds.items():
        common = kind == "only common words"
        asked = [_make_question(large, chance, common=common) for _ in range(questions + WARM_UP)]
        found[kind] = _costs([(large, each, filters(each)) for each in asked])
    if others:
        some = [chance.choice(others) for _ in range(questions + WARM_UP)]
        found["in a small tenant"] = _costs(
            [(each, _make_question(each, chance), Filters()) for each in some]
        )
    return found


def _collection(tenant: Tenant, share: int) -> Filters:
    return Filters(collection_ids=frozenset({tenant.collections[share]}))


def _make_question(tenant: Tenant, chance: Random, *, common: bool = False) -> Question:
    """A question about a passage at random: some of its words, and a vector near its own."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT passage.document_id, vector.vector::text,"
            ' substr(document.text, passage.start + 1, passage."end" - passage.start)'
            "  FROM (SELECT * FROM documents_document WHERE tenant_id = %(tenant)s"
            "    AND title = %(title)s LIMIT 1) document"
            "  JOIN documents_passage passage ON passage.document_id = document.id"
            "  JOIN retrieval_entry entry ON entry.tenant_id = passage.tenant_id"
            "   AND entry.space = 'documents.passage' AND entry.item_id = passage.id"
            "  JOIN retrieval_vector vector ON vector.entry_id = entry.id"
            " WHERE passage.position = %(position)s AND passage.tenant_id = %(tenant)s",
            {
                "tenant": tenant.scope.tenant_id,
                "title": f"Paper {chance.randrange(tenant.passages // PER_DOCUMENT)}",
                "position": chance.randrange(PER_DOCUMENT),
            },
        )
        document, vector, text = cursor.fetchone()
    words = made_words(tenant.vocabulary)
    function = frozenset(words[:FUNCTION_WORDS])
    usable = words[COMMON] if common else [each for each in text.split() if each not in function]
    noise = numpy.random.default_rng(chance.randrange(2**32)).normal(size=DIMENSION)
    near = numpy.array(json.loads(vector)) + NOISE * noise / numpy.linalg.norm(noise)
    return Question(
        text=" ".join(chance.sample(usable, WORDS)),
        vector=(near / numpy.linalg.norm(near)).tolist(),
        document=document,
    )


def _costs(asked: Sequence[tuple[Tenant, Question, Filters]]) -> dict[str, float]:
    """Elapsed and CPU milliseconds; the first questions only wake everything up."""
    costs = [_ask(*each) for each in asked][WARM_UP:]
    walls, cpu = zip(*costs, strict=True)
    return {
        "p50": round(median(walls), 1),
        "p95": round(quantiles(walls, n=20)[-1], 1),
        "cpu_p50": round(median(cpu), 1),
        "cpu_p95": round(quantiles(cpu, n=20)[-1], 1),
    }


def _ask(tenant: Tenant, question: Question, filters: Filters) -> tuple[float, float]:
    from pramana.documents.search import search
    from pramana.retrieval.encoders import _cache_vector

    _cache_vector((tenant.scope.tenant_id, MODEL, question.text), question.vector)
    began, cpu = time.perf_counter(), _cpu_time.own_ms() + _cpu_time.session_ms()
    hits = search(tenant.scope, question.text, filters=filters)
    used = _cpu_time.own_ms() + _cpu_time.session_ms() - cpu
    wall = (time.perf_counter() - began) * 1000
    if not hits or any(each.flags or each.cosine is None for each in hits):
        flags = {flag for each in hits for flag in each.flags}
        raise RuntimeError(f"{len(hits)} hits with {flags or 'no'} flags for {question.text!r}")
    return wall, used


def _print_table(figures: dict[int, dict[str, dict[str, float]]]) -> None:
    names = ("p50", "p95", "cpu_p50", "cpu_p95")
    print(f"{'passages':>10} {'question':<26}" + "".join(f"{name:>9}" for name in names))
    for size, kinds in figures.items():
        for kind, found in kinds.items():
            print(f"{size:>10,} {kind:<26}" + "".join(f"{found[name]:>9}" for name in names))
