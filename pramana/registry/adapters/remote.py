"""The registry of another entity service, asked over HTTP as its documentation says."""

from collections.abc import Mapping, Sequence
from typing import Any

from pramana.kit.scope import Scope
from pramana.registry.adapters.wire import Wire
from pramana.registry.candidates import Known, rank
from pramana.registry.contracts import Check, EntityType, Found, RecordView
from pramana.registry.domain.foreign import read_entity
from pramana.registry.domain.ids import read_id, type_of
from pramana.registry.errors import InvalidRecord, RegistryUnreachable
from pramana.registry.selectors.search import found

AT_ONCE = 25
"""How many ids the service takes in one request."""

POOL = 50
"""How many of its answers are compared with the name asked for."""


class RemoteRegistry:
    """Its records have one id form; a short id like person_7 is passed on as it is."""

    def __init__(self, scope: Scope, base_url: str, *, timeout: float = 10) -> None:
        self.wire = Wire(scope, base_url, timeout)

    def search(
        self,
        name: str,
        *,
        entity_type: EntityType | None = None,
        attributes: Mapping[str, Any] | None = None,
        limit: int = 10,
    ) -> list[Found]:
        asked: dict[str, str] = {"query": name, "limit": str(POOL)}
        if entity_type:
            asked["entity_type"] = entity_type
        records = self._records(self.wire.get("/entities", asked))
        return _ranked(name, attributes, records, limit)

    def get(self, record_id: str) -> RecordView | None:
        asked = read_id(record_id)
        if asked is None:
            return None
        said = self.wire.get(f"/entities/{asked}", {}, missing=None)
        return None if said is None else _read(said)

    def find(self, ids: Sequence[str]) -> dict[str, RecordView]:
        asked = [each for each in dict.fromkeys(ids) if read_id(each) is not None]
        found: dict[str, RecordView] = {}
        for start in range(0, len(asked), AT_ONCE):
            part = asked[start : start + AT_ONCE]
            for record in self._records(self.wire.get("/entities", {"ids": ",".join(part)})):
                keys = (record.entity_id, record.nes_id)
                found.update({each: record for each in part if each in keys})
        return found

    def check(self, record_id: str, entity_type: EntityType | None = None) -> Check:
        asked = read_id(record_id)
        if asked is None or type_of(asked) is None:
            return Check.MALFORMED
        if entity_type not in (None, type_of(asked)):
            return Check.OTHER_TYPE
        try:
            return Check.KNOWN if self.get(record_id) else Check.UNKNOWN
        except RegistryUnreachable:
            return Check.UNVERIFIED

    def _records(self, said: Any) -> list[RecordView]:
        listed = said.get("entities") if isinstance(said, Mapping) else None
        if not isinstance(listed, list):
            raise RegistryUnreachable("its answer holds no entities")
        return [_read(each) for each in listed]


def _read(said: Any) -> RecordView:
    try:
        return read_entity(said)
    except InvalidRecord as error:
        raise RegistryUnreachable(f"it sent a record we cannot read ({error})") from None


def _ranked(
    name: str, attributes: Mapping[str, Any] | None, records: Sequence[RecordView], limit: int
) -> list[Found]:
    """In our own order, with our own reasons: the service gives neither."""
    by_id = {record.id: record for record in records}
    return [
        found(by_id[each.record_id], each)
        for each in rank(
            name, attributes, [_known(record) for record in by_id.values()], limit=limit
        )
    ]


def _known(record: RecordView) -> Known:
    texts = [each.text for each in record.data.spellings()]
    return Known(record.id, record.type, texts, record.data.attributes)
