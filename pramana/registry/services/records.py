"""Records are created, updated by a patch, restored to an earlier version, and deleted."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.language.names import to_latin
from pramana.registry import candidates
from pramana.registry.contracts import (
    NewRecord,
    NewRelationship,
    RecordData,
    RelationshipType,
    RelationshipView,
    VersionView,
)
from pramana.registry.domain.ids import PREFIXES, SlugId, numbered_slug, slug_for
from pramana.registry.domain.json_patch import apply_patch
from pramana.registry.domain.validation import (
    check_storable,
    dump_data,
    parse_new_record,
    parse_record_data,
)
from pramana.registry.errors import (
    InvalidRecord,
    PatchDoesNotFit,
    RecordChanged,
    RecordNotFound,
    RelatedToItself,
    RelationshipExists,
    SlugTaken,
)
from pramana.registry.models import (
    Record,
    RecordBookmark,
    RecordPair,
    RecordVersion,
    RegistryView,
    Relationship,
)
from pramana.registry.selectors.records import (
    get_relationship,
    get_row,
    get_version,
    record_view,
    relationship_view,
    version_by_source_key,
)
from pramana.registry.services.versions import Authorship, count_change, take_serials, write_version
from pramana.tenancy.services import audit


@transaction.atomic
def add_relationship(
    scope: Scope,
    record_id: str | UUID,
    new: NewRelationship,
    *,
    author: str = "",
    description: str = "",
) -> RelationshipView:
    """Add a relationship from a record to another."""
    source = get_row(scope, record_id, lock=True)
    target = get_row(scope, new.target)
    row = build_relationship(scope, source, target, new)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise RelationshipExists() from None
    text = description or f"Now {_type_text(new.type)} {target.title}."
    _write_version(scope, source, Authorship(author, text))
    return relationship_view(row)


@transaction.atomic
def remove_relationship(
    scope: Scope,
    record_id: str | UUID,
    relationship_id: UUID,
    *,
    author: str = "",
    description: str = "",
) -> None:
    """Delete a relationship; the record's earlier versions still contain it."""
    source = get_row(scope, record_id, lock=True)
    row = get_relationship(scope, source, relationship_id)
    text = description or f"No longer {_type_text(row.type)} {row.target.title}."
    row.delete()
    _write_version(scope, source, Authorship(author, text))


def build_relationship(
    scope: Scope, source: Record, target: Record, new: NewRelationship
) -> Relationship:
    """A valid row, not saved yet. Raises RelatedToItself and InvalidRecord."""
    if source.pk == target.pk:
        raise RelatedToItself()
    if new.start_date and new.end_date and new.end_date < new.start_date:
        raise InvalidRecord("end_date: a relation cannot end before it starts.")
    check_storable(dict(new.attributes))
    return Relationship(
        tenant_id=scope.tenant_id,
        source=source,
        target=target,
        type=new.type,
        start_date=new.start_date,
        end_date=new.end_date,
        attributes=dict(new.attributes),
        created_at=utcnow(),
    )


def restore_relationships(
    scope: Scope, row: Record, snapshots: Iterable[Mapping[str, Any]]
) -> None:
    """Replace a record's relationships by those of an earlier version."""
    Relationship.objects.in_scope(scope).filter(source=row).delete()
    for snapshot in snapshots:
        new = relationship_from_snapshot(snapshot)
        try:
            target = get_row(scope, new.target)
        except RecordNotFound:
            continue
        build_relationship(scope, row, target, new).save(force_insert=True)


def relationship_from_snapshot(snapshot: Mapping[str, Any]) -> NewRelationship:
    """A relationship as a version stores it."""
    start, end = snapshot.get("start_date"), snapshot.get("end_date")
    return NewRelationship(
        type=RelationshipType(snapshot["type"]),
        target=snapshot["target"],
        start_date=date.fromisoformat(start) if start else None,
        end_date=date.fromisoformat(end) if end else None,
        attributes=snapshot.get("attributes") or {},
    )


def _type_text(type: str) -> str:
    """
    >>> _type_text("MEMBER_OF")
    'member of'
    """
    return type.lower().replace("_", " ")


def _write_version(scope: Scope, row: Record, authorship: Authorship) -> None:
    write_version(scope, row, RecordData.model_validate(row.data), authorship)


@transaction.atomic
def create_record(
    scope: Scope,
    data: Mapping[str, Any] | NewRecord,
    *,
    author: str = "",
    description: str = "",
    source_key: str | None = None,
) -> VersionView:
    """Create a record. A second call with the same `source_key` returns the first version.

    Taking the serial locks the type's counter, so two records cannot take the same slug, nor two
    calls the same key.
    """
    if known := version_by_source_key(scope, source_key):
        return known
    new = data if isinstance(data, NewRecord) else parse_new_record(data)
    [serial] = take_serials(scope, new.type)
    if known := version_by_source_key(scope, source_key):
        return known
    row = Record(
        tenant_id=scope.tenant_id,
        entity_type=new.type,
        sub_type=new.sub_type or "",
        slug=_slug(scope, new, serial),
        serial=serial,
    )
    return write_version(scope, row, new.data(), Authorship(author, description, source_key))


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
    """Apply a JSON Patch to a record, all of it or nothing.

    With `expected_version`, a record that was changed since raises RecordChanged. A second call
    with the same `source_key` changes nothing and returns the first version.
    """
    row = get_row(scope, record_id, lock=True)
    if known := version_by_source_key(scope, source_key):
        return known
    _refuse_if_changed(row, expected_version)
    return _write_if_changed(
        scope, row, _apply_patch(row, patch), Authorship(author, description, source_key)
    )


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
    """Replace all data of a record; its type and its ids stay."""
    row = get_row(scope, record_id, lock=True)
    _refuse_if_changed(row, expected_version)
    return _write_if_changed(scope, row, parse_record_data(data), Authorship(author, description))


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
    """Write the data and relationships of an earlier version again, as a new version.

    A relationship to a record that was deleted since is not restored.
    """
    row = get_row(scope, record_id, lock=True)
    _refuse_if_changed(row, expected_version)
    snapshot = dict(get_version(scope, row.pk, number).snapshot)
    restore_relationships(scope, row, snapshot.pop("relationships", []))
    authorship = Authorship(author, description or f"Back to version {number}.")
    return write_version(scope, row, parse_record_data(snapshot), authorship)


@transaction.atomic
def delete_record(scope: Scope, record_id: str | UUID, *, author: str = "") -> None:
    """Delete a record with its versions, names and relationships. Its serial is not reused."""
    row = get_row(scope, record_id, lock=True)
    record = record_view(row)
    sources = _lock_records_related_to(scope, row)
    candidates.remove_names(scope, row.pk)
    row.delete()
    authorship = Authorship(author, f"{record.nes_id} was deleted.")
    for source in sources:
        write_version(scope, source, RecordData.model_validate(source.data), authorship)
    count_change(scope)
    audit(scope, "record.deleted", "record", record.entity_id, nes_id=record.nes_id)


def _lock_records_related_to(scope: Scope, row: Record) -> list[Record]:
    """Lock the records with a relationship to this one, always in the same order."""
    links = Relationship.objects.in_scope(scope).filter(target=row).values("source_id")
    rows = Record.objects.in_scope(scope).filter(pk__in=links)
    return list(rows.select_for_update().order_by("pk"))


def _write_if_changed(
    scope: Scope, row: Record, data: RecordData, authorship: Authorship
) -> VersionView:
    """Write a version unless nothing changed; with a source key, always."""
    if dump_data(data) == row.data and not authorship.source_key:
        return get_version(scope, row.pk, row.version)
    return write_version(scope, row, data, authorship)


def _apply_patch(row: Record, patch: Sequence[Mapping[str, Any]]) -> RecordData:
    try:
        return parse_record_data(apply_patch(row.data, patch))
    except InvalidRecord as error:
        raise PatchDoesNotFit(error.message.rstrip(".")) from None


def _refuse_if_changed(row: Record, expected: int | None) -> None:
    if expected is not None and expected != row.version:
        raise RecordChanged(row.version, row.data)


def _slug(scope: Scope, new: NewRecord, serial: int) -> str:
    if new.slug is None:
        return free_slug(scope, new, serial)
    if is_slug_taken(scope, new, new.slug):
        raise SlugTaken(str(SlugId(new.type, new.sub_type, new.slug)))
    return new.slug


def preferred_slug(new: NewRecord, serial: int) -> str:
    """A slug from its name in Latin letters, or from its serial if that yields none."""
    latin = to_latin(new.title("ne"))
    return slug_for(new, latin, otherwise=f"{PREFIXES[new.type]}-{serial}")


def free_slug(scope: Scope, new: NewRecord, serial: int) -> str:
    """The preferred slug, with a number if other records have it."""
    slug, number = preferred_slug(new, serial), 1
    while is_slug_taken(scope, new, numbered_slug(slug, number)):
        number += 1
    return numbered_slug(slug, number)


def is_slug_taken(scope: Scope, new: NewRecord, slug: str) -> bool:
    rows = Record.objects.in_scope(scope).filter(entity_type=new.type, slug=slug)
    return rows.filter(sub_type=new.sub_type or "").exists()


ERASED = "erased"


def erase_author(user_id: UUID, user_name: str) -> None:
    """Remove a person's name from the records and versions they wrote."""
    versions = RecordVersion.objects.unscoped("a person is erased")
    versions.filter(author=user_name).update(author=ERASED, author_id=None)
    Record.objects.unscoped("a person is erased").filter(author=user_name).update(author=ERASED)
    pairs = RecordPair.objects.unscoped("a person is erased").filter(author=user_name)
    pairs.update(author=ERASED)
    RecordBookmark.objects.unscoped("a person is erased").filter(user_id=user_id).delete()
    RegistryView.objects.unscoped("a person is erased").filter(user_id=user_id).delete()
