"""The store with a cluster in it: rows as ever, candidates from the cluster."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from pramana.jobs.services import push
from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Embeddings, Entry
from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.ports import MIRROR_LANE, Candidate, Doomed, Legs
from pramana.retrieval.qdrant.client import asking
from pramana.retrieval.qdrant.collections import WORDS, collection_of
from pramana.retrieval.qdrant.filtering import condition
from pramana.retrieval.qdrant.mirror import BATCH, mirror, pending
from pramana.retrieval.store import legs as by_rows
from pramana.retrieval.store.postgres import PostgresStore
from pramana.retrieval.store.sql import rows

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

BEHIND = "SELECT DISTINCT tenant_id FROM retrieval_mirrorchange"


class QdrantStore(PostgresStore):
    """PostgreSQL keeps, Qdrant finds. What it cannot do, or does not answer, PostgreSQL does."""

    def write(self, scope: Scope, space: str, entries: Sequence[Entry]) -> int:
        return _asked(scope, PostgresStore.write(scope, space, entries))

    def remove(self, scope: Scope, space: str | None, doomed: Doomed) -> int:
        return _asked(scope, PostgresStore.remove(scope, space, doomed))

    def move(
        self, scope: Scope, space: str, parents: Collection[UUID], collection_id: UUID | None
    ) -> int:
        return _asked(scope, PostgresStore.move(scope, space, parents, collection_id))

    def put_vectors(self, scope: Scope, space: str, embeddings: Embeddings) -> int:
        return _asked(scope, PostgresStore.put_vectors(scope, space, embeddings))

    def catch_up(self, scope: Scope) -> int:
        return mirror(scope)

    def behind(self) -> list[UUID]:
        return [tenant for (tenant,) in rows(BEHIND, {})]

    def build_graph(self, model: str, dimension: int) -> None:
        """The cluster has its own."""

    def candidates(self, scope: Scope, legs: Legs) -> list[Candidate]:
        """From the cluster; words alone from the rows where it does not answer.

        With vectors asked for it must not pretend: the caller asks again without them and says so.
        """
        filters = legs.filters
        if filters.lets_nothing_through or filters.source_url_prefix is not None:
            return PostgresStore.candidates(scope, legs)  # the beginning of a url is an index there
        try:
            return _from_cluster(scope, legs)
        except StoreFailed:
            if legs.dense:
                raise
            return PostgresStore.candidates(scope, legs)


def _asked(scope: Scope, done: int) -> int:
    push(scope, MIRROR_LANE, "retrieval.mirror")
    return done


def _from_cluster(scope: Scope, legs: Legs) -> list[Candidate]:
    if 0 < pending(scope, BATCH + 1) <= BATCH:  # what was just written is found at once
        mirror(scope)
    with asking() as qdrant:
        found = {UUID(str(each)) for each in _found(qdrant, scope, legs)}
    return by_rows.scored(scope, legs, found)


def _found(qdrant: "QdrantClient", scope: Scope, legs: Legs) -> Iterator[int | str | UUID]:
    from qdrant_client import models

    if legs.postings and qdrant.collection_exists(WORDS):
        numbers, weights = list(legs.weights), list(legs.weights.values())
        asked = qdrant.query_points(
            WORDS,
            query=models.SparseVector(indices=[n - 1 for n in numbers], values=weights),
            using="words",
            query_filter=condition(scope, legs.spaces, legs.filters),
            limit=legs.recipe.candidates,
            with_payload=False,
        )
        yield from (point.id for point in asked.points)
    for leg in legs.dense:
        name = collection_of(leg.model)
        if qdrant.collection_exists(name):
            near = qdrant.query_points(
                name,
                query=list(leg.vector),
                using="dense",
                query_filter=condition(scope, leg.spaces, legs.filters),
                limit=legs.recipe.candidates,
                with_payload=False,
            )
            yield from (point.id for point in near.points)
