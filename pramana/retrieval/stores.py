"""Which store is in use. Nothing else in the product knows which one it is."""

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.ports import IndexStore
from pramana.retrieval.store.postgres import PostgresStore


def index_store() -> IndexStore:
    """PostgreSQL; with a Qdrant cluster beside it where one is configured."""
    if settings.PRAMANA.qdrant_url:
        from pramana.retrieval.qdrant.store import QdrantStore

        return QdrantStore()
    return PostgresStore()


def forget_tenant(scope: Scope) -> None:
    """Remove a tenant's points from the cluster, if there is one; its rows go with the others.

    A cluster that is away stops the erasure: what cannot be removed must not be called gone.
    """
    if settings.PRAMANA.qdrant_url:
        from pramana.retrieval.qdrant.mirror import forget_points

        forget_points(scope)


def cluster_answers() -> bool:
    """Whether the configured cluster can be asked at this moment."""
    from pramana.retrieval.qdrant.client import asking

    try:
        with asking() as qdrant:
            qdrant.get_collections()
    except StoreFailed:
        return False
    return True
