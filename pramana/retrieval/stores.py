"""Which store is in use. Nothing else in the product knows which one it is."""

from django.conf import settings

from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.ports import IndexStore
from pramana.retrieval.store.postgres import PostgresStore


def index_store() -> IndexStore:
    """PostgreSQL; with a Qdrant cluster beside it where one is configured."""
    if settings.PRAMANA.qdrant_url:
        from pramana.retrieval.qdrant.store import QdrantStore

        return QdrantStore()
    return PostgresStore()


def cluster_answers() -> bool:
    """Whether the configured cluster can be asked at this moment."""
    from pramana.retrieval.qdrant.client import asking

    try:
        with asking() as qdrant:
            qdrant.get_collections()
    except StoreFailed:
        return False
    return True
