"""All names at once, for matchers that look for them in texts."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.registry.contracts import EntityType, NameKind
from pramana.registry.models import Counter, NameEntry

AT_ONCE = 2000
CHANGES = "changes"
"""The counter that grows with every change of the tenant's records."""


@dataclass(frozen=True)
class GazetteerName:
    record_id: UUID
    type: EntityType
    text: str
    language: str
    kind: NameKind


def gazetteer(scope: Scope) -> Iterator[GazetteerName]:
    """Every name of every record, streamed."""
    rows = NameEntry.objects.in_scope(scope).values_list(
        "record_id", "entity_type", "text", "language", "kind"
    )
    for record_id, entity_type, text, language, kind in rows.iterator(chunk_size=AT_ONCE):
        yield GazetteerName(record_id, EntityType(entity_type), text, language, NameKind(kind))


def gazetteer_stamp(scope: Scope) -> int:
    """A number that grows whenever a record changes: the same number, the same names."""
    rows = Counter.objects.in_scope(scope).filter(name=CHANGES)
    return rows.values_list("value", flat=True).first() or 0
