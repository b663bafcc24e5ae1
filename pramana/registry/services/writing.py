"""The one way a record changes: its row, its version, its names and its identifiers together."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.contracts import EntityType, Origin, RecordData, VersionView
from pramana.registry.domain.reading import dumped
from pramana.registry.models import Record, RecordIdentifier, RecordVersion
from pramana.registry.selectors.relationships import outgoing
from pramana.registry.selectors.versions import version_view
from pramana.registry.services.counting import note_change

LONGEST_TITLE = 300


@dataclass(frozen=True)
class Writing:
    """Who changes something, why, and the key under which it counts only once."""

    author: str = ""
    description: str = ""
    source_key: str | None = None

    @property
    def origin(self) -> Origin:
        return Origin.CHANGE if self.source_key else Origin.PERSON


def write_version(scope: Scope, row: Record, data: RecordData, writing: Writing) -> VersionView:
    """Save the row with what it says now, and keep that state for ever."""
    before = row.data
    fill(row, data, writing.origin, author=writing.author, description=writing.description)
    row.save(force_insert=row._state.adding, force_update=not row._state.adding)
    if before != row.data:
        _find_by(scope, row, data)
    version = kept_version(scope, row, snapshot_of(scope, row), writing.source_key)
    version.save(force_insert=True)
    note_change(scope)
    return version_view(row, version)


def fill(
    row: Record,
    data: RecordData,
    origin: Origin,
    *,
    author: str,
    description: str,
    at: datetime | None = None,
) -> None:
    """Put into the row what it says from now on."""
    at = at or utcnow()
    row.version = 1 if row._state.adding else row.version + 1
    row.created_at = at if row._state.adding else row.created_at
    row.data, row.title = dumped(data), data.title()[:LONGEST_TITLE]
    row.author, row.description, row.origin = author[:150], description[:5000], origin
    row.updated_at = at


def kept_version(
    scope: Scope, row: Record, snapshot: Mapping[str, Any], source_key: str | None = None
) -> RecordVersion:
    """The version that keeps a row as it stands."""
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


def snapshot_of(scope: Scope, row: Record) -> dict[str, Any]:
    related = outgoing(scope, row)
    return {**row.data, "relationships": related} if related else dict(row.data)


def _find_by(scope: Scope, row: Record, data: RecordData) -> None:
    """Make the record findable by the names and identifiers it has now, and by no others."""
    candidates.index_names(scope, row.pk, EntityType(row.entity_type), data.spellings())
    RecordIdentifier.objects.in_scope(scope).filter(record=row).delete()
    RecordIdentifier.objects.bulk_create(identifier_rows(scope, row, data))


def identifier_rows(scope: Scope, row: Record, data: RecordData) -> list[RecordIdentifier]:
    named = {(each.scheme, each.value) for each in data.identifiers}
    return [
        RecordIdentifier(tenant_id=scope.tenant_id, record=row, scheme=scheme, value=value)
        for scheme, value in sorted(named)
    ]
