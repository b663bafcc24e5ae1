"""Entries that stand in another collection from now on; their words and vectors stay."""

from collections.abc import Collection
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.retrieval.stores import index_store


def move(
    scope: Scope, space: str, parent_ids: Collection[UUID], collection_id: UUID | None
) -> None:
    """In the caller's transaction, so that a filter never sees half of it."""
    index_store().move(scope, space, parent_ids, collection_id)
