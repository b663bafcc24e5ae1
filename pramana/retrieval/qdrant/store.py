"""The store with a cluster: rows in PostgreSQL, mirrored to Qdrant, which finds the candidates.

Triggers record the changes, from the moment that a cluster is configured. Changed rows are read
again and their points replaced.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from pgvector import HalfVector, SparseVector

from pramana.jobs.queue import push
from pramana.kit.scope import Scope
from pramana.kit.texts import innermost_heading
from pramana.retrieval.contracts import Embeddings, IndexEntry
from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.ports import MIRROR_LANE, CandidateQuery, EntryCandidate, EntryRemoval
from pramana.retrieval.postgres import PostgresStore
from pramana.retrieval.postgres import candidates as by_rows
from pramana.retrieval.postgres.sql import execute, fetch_rows
from pramana.retrieval.qdrant.cluster import (
    WORDS,
    any_of,
    cluster_client,
    cluster_filter,
    collection_of,
    ensure_model,
    ensure_words,
    model_collections,
)

if TYPE_CHECKING:
    from qdrant_client import QdrantClient
    from qdrant_client.models import PointStruct

BATCH = 256
ALONE = "SELECT pg_advisory_xact_lock(hashtext('retrieval mirror'), hashtext(%(tenant)s::text))"
CHANGED = """
    SELECT id, entry_id FROM retrieval_mirrorchange
     WHERE tenant_id = %(tenant)s ORDER BY number LIMIT %(batch)s
"""
DONE = "DELETE FROM retrieval_mirrorchange WHERE tenant_id = %(tenant)s AND id = ANY(%(ids)s)"
ENTRIES = """
    SELECT id, space, collection_id, parent_id, section, kind, language, date, weights::text
      FROM retrieval_entry WHERE tenant_id = %(tenant)s AND id = ANY(%(entries)s)
"""
VECTORS = """
    SELECT entry_id, model, vector::text FROM retrieval_vector
     WHERE tenant_id = %(tenant)s AND entry_id = ANY(%(entries)s) AND vector IS NOT NULL
"""
PENDING = """
    SELECT count(*) FROM (SELECT FROM retrieval_mirrorchange
                           WHERE tenant_id = %(tenant)s LIMIT %(most)s) AS waiting
"""


def pending_changes(scope: Scope, most: int) -> int:
    """How many changes the cluster does not have yet, counted up to `most`."""
    return int(fetch_rows(PENDING, {"tenant": scope.tenant_id, "most": most})[0][0])


def mirror_changes(scope: Scope) -> int:
    """Bring the cluster up to date with a tenant's rows; return how many entries were sent.

    The changes of a batch are deleted only after the cluster has it, so a crash sends it again. A
    tenant is mirrored one batch at a time, or an older state could overwrite a newer one.
    """
    sent = 0
    while batch := _mirror_batch(scope):
        sent += batch
    return sent


@transaction.atomic
def _mirror_batch(scope: Scope) -> int:
    parameters: dict[str, Any] = {"tenant": scope.tenant_id, "batch": BATCH}
    fetch_rows(ALONE, parameters)
    changed = fetch_rows(CHANGED, parameters)
    if not changed:
        return 0
    entries = sorted({entry for _, entry in changed})
    parameters["entries"] = entries
    with cluster_client() as qdrant:
        _send(
            qdrant, scope, entries, fetch_rows(ENTRIES, parameters), fetch_rows(VECTORS, parameters)
        )
    execute(DONE, parameters | {"ids": [change for change, _ in changed]})
    return len(entries)


def _send(
    qdrant: "QdrantClient",
    scope: Scope,
    changed: Sequence[UUID],
    entries: Sequence[tuple[Any, ...]],
    vectors: Sequence[tuple[UUID, str, str]],
) -> None:
    payloads = {row[0]: _payload(scope, row) for row in entries}
    points: dict[str, list[PointStruct]] = defaultdict(list)
    ensure_words(qdrant)
    for row in entries:
        points[WORDS].append(_point(row[0], _sparse_words(row[-1]), payloads[row[0]]))
    for entry, model, literal in vectors:
        dense = HalfVector.from_text(literal).to_list()
        name = ensure_model(qdrant, model, len(dense))
        points[name].append(_point(entry, {"dense": dense}, payloads[entry]))
    for name in {WORDS, *model_collections(qdrant)}:
        _replace(qdrant, name, changed, points[name])


def _replace(
    qdrant: "QdrantClient", name: str, changed: Sequence[UUID], points: "Sequence[PointStruct]"
) -> None:
    gone = {str(each) for each in changed} - {str(point.id) for point in points}
    if gone:
        qdrant.delete(name, points_selector=sorted(gone), wait=True)
    if points:
        qdrant.upsert(name, points=list(points), wait=True)


def _point(entry: UUID, vector: dict[str, Any], payload: dict[str, Any]) -> "PointStruct":
    from qdrant_client.models import PointStruct

    return PointStruct(id=str(entry), vector=vector, payload=payload)


def _sparse_words(literal: str) -> dict[str, Any]:
    from qdrant_client import models

    weights = SparseVector.from_text(literal)
    return {"words": models.SparseVector(indices=weights.indices(), values=weights.values())}


def _payload(scope: Scope, row: tuple[Any, ...]) -> dict[str, Any]:
    _, space, collection, parent, section, kind, language, date, _ = row
    return {
        "tenant_id": str(scope.tenant_id),
        "space": space,
        "collection_id": collection and str(collection),
        "parent_id": str(parent),
        "section": sorted({section, innermost_heading(section)}),
        "kind": kind,
        "language": language,
        "day": date and date.toordinal(),
    }


def forget_points(scope: Scope) -> None:
    """Remove every point of a tenant."""
    from qdrant_client.models import Filter, FilterSelector

    theirs = FilterSelector(filter=Filter(must=[any_of("tenant_id", [str(scope.tenant_id)])]))
    with cluster_client() as qdrant:
        ensure_words(qdrant)
        for name in {WORDS, *model_collections(qdrant)}:
            qdrant.delete(name, points_selector=theirs, wait=True)


TABLES = ("retrieval_entry", "retrieval_vector")
NOTED = """
    SELECT count(*) FROM pg_trigger
     WHERE tgrelid = to_regclass('retrieval_entry') AND tgname LIKE 'mirror_%%' AND tgenabled <> 'D'
"""
EVERYTHING = """
    INSERT INTO retrieval_mirrorchange (id, tenant_id, entry_id)
    SELECT gen_random_uuid(), tenant_id, id FROM retrieval_entry
"""
NOTHING = "DELETE FROM retrieval_mirrorchange"


def after_migrating(**_: Any) -> None:
    """Turn change tracking on or off as configured. `pramana migrate` runs this at every start."""
    if fetch_rows("SELECT to_regclass('retrieval_mirrorchange') IS NOT NULL", {})[0][0]:
        set_change_tracking(wanted=bool(settings.PRAMANA.qdrant_url))  # the table may not exist yet


@transaction.atomic
def set_change_tracking(*, wanted: bool) -> None:
    """Start tracking changes, with every existing entry as a first change; or stop."""
    noted = bool(fetch_rows(NOTED, {})[0][0])
    if noted == wanted:
        return
    _set_triggers("ENABLE" if wanted else "DISABLE")
    execute(EVERYTHING if wanted else NOTHING, {})


def _set_triggers(how: str) -> None:
    with connection.cursor() as cursor:
        for table in TABLES:
            for event in ("insert", "update", "delete"):
                cursor.execute(f"ALTER TABLE {table} {how} TRIGGER mirror_{event}")


BEHIND = "SELECT DISTINCT tenant_id FROM retrieval_mirrorchange"


class QdrantStore(PostgresStore):
    """PostgreSQL stores, Qdrant finds candidates. If Qdrant cannot or fails, PostgreSQL does it."""

    def write_entries(self, scope: Scope, space: str, entries: Sequence[IndexEntry]) -> int:
        return _enqueue_mirroring(scope, PostgresStore.write_entries(scope, space, entries))

    def remove_entries(self, scope: Scope, space: str | None, doomed: EntryRemoval) -> int:
        return _enqueue_mirroring(scope, PostgresStore.remove_entries(scope, space, doomed))

    def move_entries(
        self, scope: Scope, space: str, parents: Collection[UUID], collection_id: UUID | None
    ) -> int:
        return _enqueue_mirroring(
            scope, PostgresStore.move_entries(scope, space, parents, collection_id)
        )

    def set_vectors(self, scope: Scope, space: str, embeddings: Embeddings) -> int:
        return _enqueue_mirroring(scope, PostgresStore.set_vectors(scope, space, embeddings))

    def sync_cluster(self, scope: Scope) -> int:
        return mirror_changes(scope)

    def tenants_behind(self) -> list[UUID]:
        return [tenant for (tenant,) in fetch_rows(BEHIND, {})]

    def build_graph(self, model: str, dimension: int) -> None:
        """Do nothing: the cluster has its own graphs."""

    def find_candidates(self, scope: Scope, query: CandidateQuery) -> list[EntryCandidate]:
        """Find candidates in the cluster. If it fails, search by words goes to PostgreSQL.

        A query with vectors fails instead: the caller repeats it without them and flags that.
        """
        filters = query.filters
        if filters.matches_nothing or filters.source_url_prefix is not None:
            # PostgreSQL has an index on url prefixes.
            return PostgresStore.find_candidates(scope, query)
        try:
            return _from_cluster(scope, query)
        except StoreFailed:
            if query.dense:
                raise
            return PostgresStore.find_candidates(scope, query)


def _enqueue_mirroring(scope: Scope, done: int) -> int:
    push(scope, MIRROR_LANE, "retrieval.mirror")
    return done


def _from_cluster(scope: Scope, query: CandidateQuery) -> list[EntryCandidate]:
    if 0 < pending_changes(scope, BATCH + 1) <= BATCH:  # so that what was just written is found
        mirror_changes(scope)
    with cluster_client() as qdrant:
        found = {UUID(str(each)) for each in _query_points(qdrant, scope, query)}
    return by_rows.score_entries(scope, query, found)


def _query_points(
    qdrant: "QdrantClient", scope: Scope, query: CandidateQuery
) -> Iterator[int | str | UUID]:
    from qdrant_client import models

    if query.postings and qdrant.collection_exists(WORDS):
        numbers, weights = list(query.weights), list(query.weights.values())
        asked = qdrant.query_points(
            WORDS,
            query=models.SparseVector(indices=[n - 1 for n in numbers], values=weights),
            using="words",
            query_filter=cluster_filter(scope, query.spaces, query.filters),
            limit=query.recipe.candidates,
            with_payload=False,
        )
        yield from (point.id for point in asked.points)
    for vector_query in query.dense:
        name = collection_of(vector_query.model)
        if qdrant.collection_exists(name):
            near = qdrant.query_points(
                name,
                query=list(vector_query.vector),
                using="dense",
                query_filter=cluster_filter(scope, vector_query.spaces, query.filters),
                limit=query.recipe.candidates,
                with_payload=False,
            )
            yield from (point.id for point in near.points)
