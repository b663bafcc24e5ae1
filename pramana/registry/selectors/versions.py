"""What a record was, and how one state differs from another."""

from typing import Any
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.registry.contracts import Change, EntityType, Origin, VersionView
from pramana.registry.domain.differences import changes_between
from pramana.registry.domain.ids import SerialId, SlugId
from pramana.registry.errors import VersionNotFound
from pramana.registry.models import Record, RecordVersion
from pramana.registry.selectors.records import get_row

NO_CHANGES: dict[str, Any] = {}


def versions_of(
    scope: Scope, record_id: str | UUID, *, limit: int = 100, offset: int = 0
) -> tuple[list[VersionView], int]:
    """A record's versions, oldest first, and how many there are."""
    row = get_row(scope, record_id)
    rows = RecordVersion.objects.in_scope(scope).filter(record=row)
    return [version_view(row, each) for each in rows[offset : offset + limit]], row.version


def get_version(scope: Scope, record_id: str | UUID, number: int) -> VersionView:
    row = get_row(scope, record_id)
    found = RecordVersion.objects.in_scope(scope).filter(record=row, number=number).first()
    if found is None:
        raise VersionNotFound()
    return version_view(row, found)


def changes_from(scope: Scope, record_id: str | UUID, before: int, after: int) -> list[Change]:
    """What changed from one version to another; version 0 is before there was anything."""
    return changes_between(
        get_version(scope, record_id, before).snapshot if before else NO_CHANGES,
        get_version(scope, record_id, after).snapshot,
    )


def version_for(scope: Scope, source_key: str | None) -> VersionView | None:
    """The version that was written under this key, if it was."""
    if not source_key:
        return None
    rows = RecordVersion.objects.in_scope(scope).select_related("record")
    found = rows.filter(source_key=source_key).first()
    return version_view(found.record, found) if found else None


def version_view(row: Record, version: RecordVersion) -> VersionView:
    entity_type = EntityType(row.entity_type)
    return VersionView(
        record_id=row.pk,
        nes_id=str(SerialId(entity_type, row.serial)),
        entity_id=str(SlugId(entity_type, row.sub_type or None, row.slug)),
        number=version.number,
        author=version.author,
        author_id=version.author_id,
        description=version.description,
        origin=Origin(version.origin),
        source_key=version.source_key or "",
        created_at=version.created_at,
        snapshot=version.snapshot,
    )
