"""What a review needs from a registry, wherever that registry is."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pramana.registry.contracts import Check, EntityType, Found, RecordView


class EntityRegistry(Protocol):
    """Our own tables, or another entity service over HTTP (NES_API_BASE_URL)."""

    def search(
        self,
        name: str,
        *,
        entity_type: EntityType | None = None,
        attributes: Mapping[str, Any] | None = None,
        limit: int = 10,
    ) -> list[Found]:
        """Records that a name may mean, likeliest first, each with its reasons."""
        ...

    def get(self, record_id: str) -> RecordView | None:
        """The record with this id, in either form."""
        ...

    def find(self, ids: Sequence[str]) -> dict[str, RecordView]:
        """Those of the ids that are known."""
        ...

    def check(self, record_id: str, entity_type: EntityType | None = None) -> Check:
        """Whether an id can be matched to; never raises because a registry is away."""
        ...
