"""The store in use, and the registered spaces. Nothing else knows which store it is.

Retrieval stores words and vectors, never texts. To embed again, or for a scorer to read, it gets
the texts from the capability that owns them.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.conf import settings

from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.ports import IndexStore, Texts
from pramana.retrieval.postgres import PostgresStore

_texts: dict[str, Texts] = {}


def register_space(space: str, texts: Texts) -> None:
    """Register where the texts of a space's items come from. Call it when the app is ready."""
    _texts[space] = texts


def is_registered(space: str) -> bool:
    return space in _texts


def texts_of(scope: Scope, space: str, item_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """The texts of the items that still exist."""
    try:
        read = _texts[space]
    except KeyError:
        raise ContextError(f"No texts are registered for the space {space!r}.") from None
    return read(scope, item_ids)


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
        from pramana.retrieval.qdrant.store import forget_points

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
