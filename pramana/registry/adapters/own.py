"""The registry in our own tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from pramana.kit.scope import Scope
from pramana.registry import selectors
from pramana.registry.contracts import IdCheck, RecordMatch, RecordType, RecordView
from pramana.registry.domain.ids import parse_id
from pramana.registry.errors import RecordNotFound


class OwnRegistry:
    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def search(
        self,
        name: str,
        *,
        entity_type: RecordType | None = None,
        attributes: Mapping[str, Any] | None = None,
        limit: int = 10,
    ) -> list[RecordMatch]:
        return selectors.candidates_for(
            self.scope, name, entity_type=entity_type, attributes=attributes, limit=limit
        )

    def get(self, record_id: str) -> RecordView | None:
        try:
            return selectors.get_record(self.scope, record_id)
        except RecordNotFound:
            return None

    def find(self, ids: Sequence[str]) -> dict[str, RecordView]:
        return selectors.find_records(self.scope, ids)

    def check(self, record_id: str, entity_type: RecordType | None = None) -> IdCheck:
        if parse_id(record_id) is None:
            return IdCheck.MALFORMED
        record = self.get(record_id)
        if record is None:
            return IdCheck.UNKNOWN
        return IdCheck.KNOWN if entity_type in (None, record.type) else IdCheck.OTHER_TYPE
