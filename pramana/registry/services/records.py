"""Records: made, changed by a patch, brought back to an earlier version, deleted."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.contracts import NewRecord, RecordData, VersionView
from pramana.registry.domain.ids import SlugId
from pramana.registry.domain.patches import apply_patch
from pramana.registry.domain.reading import dumped, read_data, read_new
from pramana.registry.errors import InvalidRecord, PatchDoesNotFit, RecordChanged, SlugTaken
from pramana.registry.models import Record, Relationship
from pramana.registry.selectors.records import get_row, view
from pramana.registry.selectors.versions import get_version, version_for
from pramana.registry.services.counting import note_change, take_serials
from pramana.registry.services.relationships import bring_back
from pramana.registry.services.slugs import free_slug, is_taken
from pramana.registry.services.writing import Writing, write_version
from pramana.tenancy.services import audit


@transaction.atomic
def create_record(
    scope: Scope,
    data: Mapping[str, Any] | NewRecord,
    *,
    author: str = "",
    description: str = "",
    source_key: str | None = None,
) -> VersionView:
    """Write a new record. The same `source_key` a second time gives the same version.

    Taking the serial locks the type's counter, so two records cannot take one slug, nor two tries
    one key.
    """
    if known := version_for(scope, source_key):
        return known
    new = data if isinstance(data, NewRecord) else read_new(data)
    [serial] = take_serials(scope, new.type)
    if known := version_for(scope, source_key):
        return known
    row = Record(
        tenant_id=scope.tenant_id,
        entity_type=new.type,
        sub_type=new.sub_type or "",
        slug=_slug(scope, new, serial),
        serial=serial,
    )
    return write_version(scope, row, new.data(), Writing(author, description, source_key))


def _slug(scope: Scope, new: NewRecord, serial: int) -> str:
    if new.slug is None:
        return free_slug(scope, new, serial)
    if is_taken(scope, new, new.slug):
        raise SlugTaken(str(SlugId(new.type, new.sub_type, new.slug)))
    return new.slug


@transaction.atomic
def update_record(
    scope: Scope,
    record_id: str | UUID,
    patch: Sequence[Mapping[str, Any]],
    *,
    author: str = "",
    description: str = "",
    source_key: str | None = None,
    expected_version: int | None = None,
) -> VersionView:
    """Change what a record says by a JSON Patch, all of it or nothing.

    With `expected_version`, a record that someone changed since is refused with its newer version.
    The same `source_key` a second time changes nothing and gives the same version.
    """
    row = get_row(scope, record_id, lock=True)
    if known := version_for(scope, source_key):
        return known
    _refuse_if_changed(row, expected_version)
    return _write(scope, row, _patched(row, patch), Writing(author, description, source_key))


@transaction.atomic
def replace_record(
    scope: Scope,
    record_id: str | UUID,
    data: Mapping[str, Any],
    *,
    author: str = "",
    description: str = "",
    expected_version: int | None = None,
) -> VersionView:
    """Let a record say this and nothing else; what it is and which one stays."""
    row = get_row(scope, record_id, lock=True)
    _refuse_if_changed(row, expected_version)
    return _write(scope, row, read_data(data), Writing(author, description))


@transaction.atomic
def restore_version(
    scope: Scope,
    record_id: str | UUID,
    number: int,
    *,
    author: str = "",
    description: str = "",
    expected_version: int | None = None,
) -> VersionView:
    """Let a record say again what it said then, with the relations it had. That is a new version.

    A relation to a record that is gone by now stays gone.
    """
    row = get_row(scope, record_id, lock=True)
    _refuse_if_changed(row, expected_version)
    kept = dict(get_version(scope, row.pk, number).snapshot)
    bring_back(scope, row, kept.pop("relationships", []))
    said = description or f"Back to version {number}."
    return write_version(scope, row, read_data(kept), Writing(author, said))


@transaction.atomic
def delete_record(scope: Scope, record_id: str | UUID, *, author: str = "") -> None:
    """Erase a record with its versions, names and relations. Its serial is never given again."""
    row = get_row(scope, record_id, lock=True)
    seen = view(row)
    sources = _related_to(scope, row)
    candidates.remove_names(scope, row.pk)
    row.delete()
    writing = Writing(author, f"{seen.nes_id} was deleted.")
    for source in sources:
        write_version(scope, source, RecordData.model_validate(source.data), writing)
    note_change(scope)
    audit(scope, "record.deleted", "record", seen.entity_id, nes_id=seen.nes_id)


def _related_to(scope: Scope, row: Record) -> list[Record]:
    """Records whose relations lead here, locked in one order."""
    links = Relationship.objects.in_scope(scope).filter(target=row).values("source_id")
    rows = Record.objects.in_scope(scope).filter(pk__in=links)
    return list(rows.select_for_update().order_by("pk"))


def _write(scope: Scope, row: Record, data: RecordData, writing: Writing) -> VersionView:
    """A change that changes nothing leaves no version, unless it was asked for under a key."""
    if dumped(data) == row.data and not writing.source_key:
        return get_version(scope, row.pk, row.version)
    return write_version(scope, row, data, writing)


def _patched(row: Record, patch: Sequence[Mapping[str, Any]]) -> RecordData:
    try:
        return read_data(apply_patch(row.data, patch))
    except InvalidRecord as error:
        raise PatchDoesNotFit(error.message.rstrip(".")) from None


def _refuse_if_changed(row: Record, expected: int | None) -> None:
    if expected is not None and expected != row.version:
        raise RecordChanged(row.version, row.data)
