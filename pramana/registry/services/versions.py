"""The only way a record changes: its row, its version, its names and its identifiers together."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.registry import candidates
from pramana.registry.contracts import RecordData, RecordType, VersionOrigin, VersionView
from pramana.registry.domain.validation import dump_data
from pramana.registry.models import Record, RecordIdentifier, RecordVersion
from pramana.registry.selectors.records import relationship_snapshots, version_view
from pramana.registry.selectors.search import CHANGE_COUNTER

MAX_TITLE = 300

GROW = """
    INSERT INTO registry_counter (id, tenant_id, name, value)
    VALUES (gen_random_uuid(), %s, %s, %s)
    ON CONFLICT (tenant_id, name) DO UPDATE SET value = registry_counter.value + excluded.value
    RETURNING value
"""


@dataclass(frozen=True)
class Authorship:
    """Who makes a change and why; with a `source_key` it is written only once."""

    author: str = ""
    description: str = ""
    source_key: str | None = None

    @property
    def origin(self) -> VersionOrigin:
        return VersionOrigin.CHANGE if self.source_key else VersionOrigin.PERSON


def write_version(
    scope: Scope, row: Record, data: RecordData, authorship: Authorship
) -> VersionView:
    """Save the row with new data, and store that state as a version."""
    before = row.data
    update_row(
        row, data, authorship.origin, author=authorship.author, description=authorship.description
    )
    row.save(force_insert=row._state.adding, force_update=not row._state.adding)
    if before != row.data:
        _index(scope, row, data)
    version = build_version(scope, row, record_snapshot(scope, row), authorship.source_key)
    version.save(force_insert=True)
    count_change(scope)
    return version_view(row, version)


def update_row(
    row: Record,
    data: RecordData,
    origin: VersionOrigin,
    *,
    author: str,
    description: str,
    at: datetime | None = None,
) -> None:
    """Set the row to its new data. The caller saves it."""
    at = at or utcnow()
    row.version = 1 if row._state.adding else row.version + 1
    row.created_at = at if row._state.adding else row.created_at
    row.data, row.title = dump_data(data), with_visible_overrides(data.title())[:MAX_TITLE]
    row.author, row.description, row.origin = author[:150], description[:5000], origin
    row.updated_at = at


def build_version(
    scope: Scope, row: Record, snapshot: Mapping[str, Any], source_key: str | None = None
) -> RecordVersion:
    """A version of the row's current state. The caller saves it."""
    return RecordVersion(
        tenant_id=scope.tenant_id,
        record=row,
        number=row.version,
        snapshot=snapshot,
        author=row.author,
        author_id=scope.actor_id,
        description=row.description,
        origin=row.origin,
        source_key=source_key or None,
        created_at=row.updated_at,
    )


def record_snapshot(scope: Scope, row: Record) -> dict[str, Any]:
    relationships = relationship_snapshots(scope, row)
    return {**row.data, "relationships": relationships} if relationships else dict(row.data)


def _index(scope: Scope, row: Record, data: RecordData) -> None:
    """Make the record findable by exactly its current names and identifiers."""
    candidates.index_names(scope, row.pk, RecordType(row.entity_type), data.spellings())
    RecordIdentifier.objects.in_scope(scope).filter(record=row).delete()
    RecordIdentifier.objects.bulk_create(identifier_rows(scope, row, data))


def identifier_rows(scope: Scope, row: Record, data: RecordData) -> list[RecordIdentifier]:
    identifiers = {(each.scheme, each.value) for each in data.identifiers}
    return [
        RecordIdentifier(tenant_id=scope.tenant_id, record=row, scheme=scheme, value=value)
        for scheme, value in sorted(identifiers)
    ]


def take_serials(scope: Scope, entity_type: RecordType, count: int = 1) -> range:
    """Take the next serials of a type. The counter is locked until the transaction ends."""
    last = _grow(scope, entity_type, count)
    return range(last - count + 1, last + 1)


def count_change(scope: Scope) -> None:
    """Count a change. Called last, so that other writers wait as briefly as possible."""
    _grow(scope, CHANGE_COUNTER, 1)


def _grow(scope: Scope, name: str, by: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(GROW, [scope.tenant_id, str(name), by])
        (value,) = cursor.fetchone()
    return int(value)
