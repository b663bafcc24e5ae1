"""The store in use. Nothing else in the product knows which one it is."""

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.ports import IndexStore
from pramana.retrieval.postgres.store import PostgresStore


def index_store() -> IndexStore:
    """PostgreSQL, with a Qdrant cluster beside it if one is configured."""
    if settings.PRAMANA.qdrant_url:
        from pramana.retrieval.qdrant.store import QdrantStore

        return QdrantStore()
    return PostgresStore()


def forget_tenant(scope: Scope) -> None:
    """Remove a tenant's points from the cluster, if there is one. Its rows are erased elsewhere.

    If the cluster does not answer, the erasure fails: data that was not removed must not be
    reported as erased.
    """
    if settings.PRAMANA.qdrant_url:
        from pramana.retrieval.qdrant.mirror import forget_points

        forget_points(scope)


def is_cluster_available() -> bool:
    """Whether the configured cluster answers now."""
    from pramana.retrieval.qdrant.cluster import cluster_client

    try:
        with cluster_client() as qdrant:
            qdrant.get_collections()
    except StoreFailed:
        return False
    return True
