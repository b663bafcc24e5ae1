"""Vectors of entries, the model that is active in each space, and the HNSW graph of each model."""

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from uuid import UUID, uuid4

from django.db import connection, transaction
from psycopg import sql

from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.postgres.sql import copy_lines, vector_literal
from pramana.retrieval.contracts import Embeddings
from pramana.retrieval.ports import SpaceStatistics
from pramana.retrieval.postgres.sql import execute, fetch_rows, isolate_failure

COLUMNS = ("id", "tenant_id", "entry_id", "space", "model", "vector")
HOLD = """
    SELECT id, item_id FROM retrieval_entry
     WHERE tenant_id = %(tenant)s AND space = %(space)s AND item_id = ANY(%(items)s)
     ORDER BY id FOR NO KEY UPDATE
"""
CLEAR = """
    DELETE FROM retrieval_vector
     WHERE tenant_id = %(tenant)s AND model = %(model)s AND entry_id = ANY(%(entries)s)
"""
FIRST_MODEL = """
    INSERT INTO retrieval_spacemodel (id, tenant_id, space, model, dimension)
    VALUES (gen_random_uuid(), %(tenant)s, %(space)s, %(model)s, %(dimension)s)
    ON CONFLICT (tenant_id, space) DO NOTHING
"""
MISSING = """
    SELECT entry.item_id FROM retrieval_entry entry
     WHERE entry.tenant_id = %(tenant)s AND entry.space = %(space)s
       AND (%(parents)s::uuid[] IS NULL OR entry.parent_id = ANY(%(parents)s::uuid[]))
       AND NOT EXISTS (SELECT FROM retrieval_vector vector
                        WHERE vector.entry_id = entry.id AND vector.model = %(model)s)
     ORDER BY entry.id LIMIT %(limit)s
"""
ANSWER_WITH = """
    INSERT INTO retrieval_spacemodel (id, tenant_id, space, model, dimension)
    VALUES (gen_random_uuid(), %(tenant)s, %(space)s, %(model)s, %(dimension)s)
    ON CONFLICT (tenant_id, space) DO UPDATE SET model = %(model)s, dimension = %(dimension)s
"""
FORGET_OTHERS = """
    DELETE FROM retrieval_vector
     WHERE tenant_id = %(tenant)s AND space = %(space)s AND model <> %(model)s
"""
ANSWERING = """
    SELECT answers.space, answers.model, answers.dimension,
           (SELECT count(*) FROM retrieval_vector vector
             WHERE vector.tenant_id = answers.tenant_id AND vector.space = answers.space
               AND vector.model = answers.model)
      FROM retrieval_spacemodel answers
     WHERE answers.tenant_id = %(tenant)s AND answers.space = ANY(%(spaces)s)
"""
MODEL = "SELECT model FROM retrieval_spacemodel WHERE tenant_id = %(tenant)s AND space = %(space)s"


@transaction.atomic
def set_vectors(scope: Scope, space: str, embeddings: Embeddings) -> int:
    """Set the vectors of items that still exist; return how many those were.

    The first model that sets vectors in a space becomes its active model. The entries are locked
    meanwhile: one that is being removed is either already gone, or waits and takes its vector with
    it.
    """
    parameters = {"tenant": scope.tenant_id, "space": space, "model": embeddings.model}
    held = fetch_rows(HOLD, parameters | {"items": list(embeddings.vectors)})
    execute(CLEAR, parameters | {"entries": [entry for entry, _ in held]})
    copy_lines(
        "retrieval_vector", COLUMNS, [_line(scope, space, embeddings, *each) for each in held]
    )
    execute(FIRST_MODEL, parameters | {"dimension": embeddings.dimension})
    return len(held)


def _line(
    scope: Scope, space: str, embeddings: Embeddings, entry_id: UUID, item_id: UUID
) -> tuple[object, ...]:
    vector = embeddings.vectors[item_id]
    literal = None if vector is None else vector_literal(vector)
    return (uuid4(), scope.tenant_id, entry_id, space, embeddings.model, literal)


def items_without_vector(
    scope: Scope, space: str, model: str, parents: Collection[UUID] | None, limit: int
) -> list[UUID]:
    """Items without a vector of the model, of these parents or of the whole space."""
    parameters = {"tenant": scope.tenant_id, "space": space, "model": model, "limit": limit}
    found = fetch_rows(
        MISSING, parameters | {"parents": None if parents is None else list(parents)}
    )
    return [item for (item,) in found]


@transaction.atomic
def activate_model(scope: Scope, space: str, model: str, dimension: int) -> bool:
    """Make this the space's active model, unless some entries have no vector of it yet."""
    if items_without_vector(scope, space, model, None, 1):
        return False
    parameters = {"tenant": scope.tenant_id, "space": space, "model": model, "dimension": dimension}
    execute(ANSWER_WITH, parameters)
    execute(FORGET_OTHERS, parameters)
    return True


def active_model(scope: Scope, space: str) -> str | None:
    found = fetch_rows(MODEL, {"tenant": scope.tenant_id, "space": space})
    return str(found[0][0]) if found else None


def vector_statistics(scope: Scope, spaces: Sequence[str]) -> dict[str, SpaceStatistics]:
    """The active model of each space and the number of its vectors, without word statistics."""
    with isolate_failure():
        found = fetch_rows(ANSWERING, {"tenant": scope.tenant_id, "spaces": list(spaces)})
    return {
        space: SpaceStatistics(entries, {}, {}, model, dimension)
        for space, model, dimension, entries in found
    }


MOST_DIMENSIONS = 4_000
"""The limit of pgvector's graph in half precision; longer vectors are always compared exactly."""

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


COUNT = "SELECT count(*) FROM retrieval_vector WHERE model = %(model)s AND vector IS NOT NULL"
PREPARE = """
    SELECT set_config('maintenance_work_mem', greatest(%(kilobytes)s, setting::bigint)::text, false)
      FROM pg_settings WHERE name = 'maintenance_work_mem'
"""
ALONE_BUILDER = "SET max_parallel_maintenance_workers = 0"
RESET = ("RESET maintenance_work_mem", "RESET max_parallel_maintenance_workers")
LINKS_BYTES = 900
"""What a vector takes in a graph that is being built, beside its numbers."""
MOST_OF_MEMORY = 0.25
"""The share of the machine's memory that building a graph may take."""
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - only its size is read


def graph_name(model: str, dimension: int) -> str:
    return "vector_graph_" + blake2b(f"{model}/{dimension}".encode(), digest_size=8).hexdigest()


def vectors_in_graph(model: str, dimension: int) -> int | None:
    """About how many vectors the model's graph contains; None while there is no complete graph."""
    found = fetch_rows(FOUND, {"name": graph_name(model, dimension)})
    return int(found[0][0]) if found and found[0][1] else None


def build_graph(model: str, dimension: int) -> None:
    """Build the model's graph if there is none; start again if a build was killed.

    Others can read and write meanwhile. This cannot run inside a transaction.
    """
    if connection.in_atomic_block:
        raise ContextError("A graph must be built outside of any transaction.")
    if dimension > MOST_DIMENSIONS or not fetch_rows(ALONE, {})[0][0]:
        return
    try:
        name = graph_name(model, dimension)
        found = fetch_rows(FOUND, {"name": name})
        if found and not found[0][1]:
            _drop(name)
        if not found or not found[0][1]:
            with _enough_memory(model, dimension):
                _run(
                    BUILD,
                    name=sql.Identifier(name),
                    dimension=sql.Literal(dimension),
                    model=sql.Literal(model),
                )
    finally:
        execute(DONE, {})


@contextmanager
def _enough_memory(model: str, dimension: int) -> Iterator[None]:
    """Let the database build a graph in memory; beyond it, each vector takes several times longer.

    Only a server on this machine is told so, because we do not know the memory of another one.
    """
    if not is_local_server():
        yield
        return
    vectors = fetch_rows(COUNT, {"model": model})[0][0]
    needed = graph_bytes(vectors, dimension, machine_memory())
    fetch_rows(PREPARE, {"kilobytes": needed // 1024})
    if needed > _shared_memory():
        # Several processes build in shared memory, which containers often have little of.
        execute(ALONE_BUILDER, {})
    try:
        yield
    finally:
        for statement in RESET:
            execute(statement, {})


def graph_bytes(vectors: int, dimension: int, memory: int) -> int:
    """The memory for building a graph, at most a quarter of what the machine has.

    >>> graph_bytes(1_000_000, 769, 64 << 30) >> 20
    2325
    >>> graph_bytes(1_000_000, 769, 4 << 30) >> 20
    1024
    """
    return min(vectors * (2 * dimension + LINKS_BYTES), int(memory * MOST_OF_MEMORY))


def is_local_server() -> bool:
    """Whether the database is reached through a socket in a folder of this machine."""
    connection.ensure_connection()
    return str(connection.connection.info.host).startswith("/")


def machine_memory() -> int:
    """The memory of this machine, or of the container if that is less."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):  # there is no limit, or no such file
        memory = min(memory, int(Path("/sys/fs/cgroup/memory.max").read_text("utf-8")))
    return memory


def _shared_memory() -> int:
    try:
        room = os.statvfs(SHARED_MEMORY)
    except OSError:
        return 0
    return room.f_bavail * room.f_frsize


def drop_unused_graphs() -> None:
    """Remove the graphs of models that are active nowhere any more."""
    if not fetch_rows(ALONE, {})[0][0]:
        return
    try:
        used = {graph_name(model, dimension) for model, dimension in fetch_rows(IN_USE, {})}
        for (name,) in fetch_rows(ALL_GRAPHS, {}):
            if name not in used:
                _drop(name)
    finally:
        execute(DONE, {})


def _drop(name: str) -> None:
    _run("DROP INDEX CONCURRENTLY IF EXISTS {name}", name=sql.Identifier(name))


def _run(statement: str, **parts: sql.Composable) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(statement).format(**parts))
