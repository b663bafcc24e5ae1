"""What other capabilities need from a registry, and which registry the settings choose."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Protocol

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.registry.adapters import OwnRegistry, RemoteRegistry
from pramana.registry.contracts import IdCheck, RecordMatch, RecordType, RecordView


class EntityRegistry(Protocol):
    """Our own tables, or another entity service over HTTP (NES_API_BASE_URL)."""

    def search(
        self,
        name: str,
        *,
        entity_type: RecordType | None = None,
        attributes: Mapping[str, Any] | None = None,
        limit: int = 10,
        on: date | None = None,
    ) -> list[RecordMatch]:
        """Records that a name may mean, likeliest first, each with its reasons.

        `on` is the date of the document that states the attributes.
        """
        ...

    def get(self, record_id: str) -> RecordView | None:
        """The record with this id, in either form."""
        ...

    def find(self, ids: Sequence[str]) -> dict[str, RecordView]:
        """The records of those ids that are known."""
        ...

    def check(self, record_id: str, entity_type: RecordType | None = None) -> IdCheck:
        """What is known about an id. It does not raise if the registry cannot be reached."""
        ...


def registry_for(scope: Scope) -> EntityRegistry:
    """The configured registry, as this tenant sees it."""
    url = settings.PRAMANA.nes_api_base_url
    if url:
        return RemoteRegistry(scope, url, timeout=settings.PRAMANA.nes_api_timeout)
    return OwnRegistry(scope)
