"""The store with a cluster: rows in PostgreSQL, candidates from Qdrant."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from pramana.jobs.queue import push
from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Embeddings, IndexEntry
from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.ports import MIRROR_LANE, CandidateQuery, EntryCandidate, EntryRemoval
from pramana.retrieval.postgres import candidates as by_rows
from pramana.retrieval.postgres.sql import fetch_rows
from pramana.retrieval.postgres.store import PostgresStore
from pramana.retrieval.qdrant.cluster import WORDS, cluster_client, cluster_filter, collection_of
from pramana.retrieval.qdrant.mirror import BATCH, mirror_changes, pending_changes

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

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
            return PostgresStore.find_candidates(
                scope, query
            )  # PostgreSQL has an index on url prefixes
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
