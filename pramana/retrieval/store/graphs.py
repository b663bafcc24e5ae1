"""One HNSW graph per model, over the vectors of all tenants, built without stopping anyone."""

from hashlib import blake2b

from django.db import connection
from psycopg import sql

from pramana.kit.errors import ContextError
from pramana.retrieval.store.sql import execute, rows

MOST_DIMENSIONS = 4_000
"""What pgvector's graph can hold in half precision; longer vectors are always compared."""

FOUND = """
    SELECT greatest(class.reltuples, 0)::bigint, state.indisvalid
      FROM pg_class class JOIN pg_index state ON state.indexrelid = class.oid
     WHERE class.relname = %(name)s AND pg_table_is_visible(class.oid)
"""
ALL_GRAPHS = """
    SELECT relname FROM pg_class
     WHERE relkind = 'i' AND relname LIKE 'vector\\_graph\\_%%' AND pg_table_is_visible(oid)
"""
IN_USE = "SELECT DISTINCT model, dimension FROM retrieval_spacemodel"
ALONE = "SELECT pg_try_advisory_lock(hashtextextended('pramana/retrieval/graphs', 33))"
DONE = "SELECT pg_advisory_unlock(hashtextextended('pramana/retrieval/graphs', 33))"
BUILD = """
    CREATE INDEX CONCURRENTLY {name} ON retrieval_vector
    USING hnsw ((vector::halfvec({dimension})) halfvec_cosine_ops) WHERE model = {model}
"""


def graph_name(model: str, dimension: int) -> str:
    return "vector_graph_" + blake2b(f"{model}/{dimension}".encode(), digest_size=8).hexdigest()


def vectors_in_graph(model: str, dimension: int) -> int | None:
    """How many vectors the model's graph holds, about; None while there is no whole graph."""
    found = rows(FOUND, {"name": graph_name(model, dimension)})
    return int(found[0][0]) if found and found[0][1] else None


def build_graph(model: str, dimension: int) -> None:
    """Build the model's graph if it is not there; begin anew where a build was killed.

    Others go on reading and writing meanwhile. Cannot run inside a transaction.
    """
    if connection.in_atomic_block:
        raise ContextError("A graph is built outside of any transaction.")
    if dimension > MOST_DIMENSIONS or not rows(ALONE, {})[0][0]:
        return
    try:
        name = graph_name(model, dimension)
        found = rows(FOUND, {"name": name})
        if found and not found[0][1]:
            _drop(name)
        if not found or not found[0][1]:
            _run(
                BUILD,
                name=sql.Identifier(name),
                dimension=sql.Literal(dimension),
                model=sql.Literal(model),
            )
    finally:
        execute(DONE, {})


def drop_unused_graphs() -> None:
    """Remove the graphs of models that answer nowhere any more."""
    if not rows(ALONE, {})[0][0]:
        return
    try:
        used = {graph_name(model, dimension) for model, dimension in rows(IN_USE, {})}
        for (name,) in rows(ALL_GRAPHS, {}):
            if name not in used:
                _drop(name)
    finally:
        execute(DONE, {})


def _drop(name: str) -> None:
    _run("DROP INDEX CONCURRENTLY IF EXISTS {name}", name=sql.Identifier(name))


def _run(statement: str, **parts: sql.Composable) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(statement).format(**parts))
