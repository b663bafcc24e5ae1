"""Measured costs: CPU time per document and question, bytes per passage."""

from collections.abc import Iterator
from statistics import mean
from typing import Any

from bench import _cpu_time
from bench._capacity_made import WORDS, Line, Writer
from bench._growth import _analyse, _without_index
from pramana.kit.scope import Scope

PASSAGES_PER_DOCUMENT = 6
READ = ("documents_document", "documents_page", "documents_passage", "tenancy_run", "jobs_job")
SEARCHED = ("retrieval_entry", "retrieval_vector", "retrieval_term")
SIZES = """
    SELECT coalesce(owner.relname, class.relname), class.relname,
           pg_relation_size(class.oid)
           + coalesce(pg_total_relation_size(nullif(class.reltoastrelid, 0)), 0)
      FROM pg_class class
      LEFT JOIN pg_index part ON part.indexrelid = class.oid
      LEFT JOIN pg_class owner ON owner.oid = part.indrelid
     WHERE coalesce(owner.relname, class.relname) = ANY(%(tables)s)
"""


def documents(scope: Scope, writer: Writer, count: int, weighed: int) -> dict[str, Any]:
    """Text files the whole way: stored, read, cut, indexed, embedded.

    Then more of them without embedding, so that bytes are not those of half empty pages.
    """
    from django.conf import settings

    _read(scope, writer, 1)
    before = _cpu_time.all_ms()
    passages = _read(scope, writer, count)
    used = _cpu_time.all_ms() - before
    kept = settings.PRAMANA
    settings.PRAMANA = kept.model_copy(update={"embeddings": "none"})
    _read(scope, writer, weighed)
    settings.PRAMANA = kept
    return {
        "document_cpu_ms": round(used / count, 1),
        "passages_per_document": round(passages / count, 1),
        "bytes_per_passage": per_passage(READ, passages // count * (count + weighed + 1)),
    }


def _read(scope: Scope, writer: Writer, count: int) -> int:
    """Take in so many documents and read them; how many passages that made."""
    from django.core.files.base import ContentFile

    from pramana.documents.models import Passage
    from pramana.documents.services import add_file
    from pramana.jobs.testing import drain_jobs

    there = Passage.objects.in_scope(scope).count()
    for number in range(count):
        text = writer.text(PASSAGES_PER_DOCUMENT * WORDS)
        add_file(scope, f"{number}.txt", ContentFile(text.encode()))
    drain_jobs(at_most=1_000_000)
    return Passage.objects.in_scope(scope).count() - there


def questions(scope: Scope, writer: Writer, passages: int, asked: int) -> dict[str, Any]:
    """The cost of a search of one tenant, at half the size and at the whole."""
    from pramana.llm.embeddings.encoder import configured_encoder

    encoder = configured_encoder()
    lines = writer.lines(encoder.dimension if encoder else 384)
    costs: dict[int, list[float]] = {}
    graph_ms = 0.0
    for size in (passages // 2, passages):
        _fill(scope, lines, size - max(costs, default=0))
        graph_ms = graph_ms or _graph(scope) / size
        _analyse()
        costs[size] = _costs(scope, writer, asked)
    return {
        "question_cpu_ms": {size: round(mean(found), 2) for size, found in costs.items()},
        "question_costs_ms": [round(each, 2) for each in costs[passages]],
        "graph_cpu_ms_per_vector": round(graph_ms, 2),
        "bytes_per_passage": per_passage(SEARCHED, passages),
    }


def _fill(scope: Scope, lines: Iterator[Line], count: int) -> None:
    from bench.retrieval import index

    with _without_index():
        for start in range(0, count, 1000):
            index(scope, [next(lines) for _ in range(min(1000, count - start))])


def _costs(scope: Scope, writer: Writer, asked: int) -> list[float]:
    from bench.retrieval import asked_cost

    for _ in range(10):
        asked_cost(scope, writer.question(), "balanced")
    found = [asked_cost(scope, writer.question(), "balanced") for _ in range(asked)]
    return [cost["embedding"] + cost["process"] + cost["database"] for cost in found]


def _graph(scope: Scope) -> float:
    """Build the graph, whatever the size; the CPU time it took, all of it in this session."""
    from django.db import connection

    from bench.retrieval import SPACE
    from pramana.llm.embeddings.encoder import configured_encoder
    from pramana.retrieval.postgres.vectors import build_graph
    from pramana.retrieval.stores import index_store

    model, encoder = index_store().active_model(scope, SPACE), configured_encoder()
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_maintenance_workers = 0")
    before = _cpu_time.session_ms()
    if model and encoder:
        build_graph(model, encoder.dimension)
    return _cpu_time.session_ms() - before


def per_passage(tables: tuple[str, ...], passages: int) -> dict[str, dict[str, int]]:
    """Bytes of each table, what is kept aside for it included, and of each of its indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(SIZES, {"tables": list(tables)})
        found = sorted(cursor.fetchall())
    sizes: dict[str, dict[str, int]] = {table: {} for table in tables}
    for table, name, size in found:
        named = "vector_graph" if name.startswith("vector_graph") else name
        sizes[table][named] = round(size / passages)
    return sizes
