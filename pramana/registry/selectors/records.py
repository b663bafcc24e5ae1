"""Records, their versions and relationships, by id in any form; the offices of a body."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.fields.json import KeyTextTransform, KeyTransform

from pramana.kit.scope import Scope
from pramana.registry.candidates.terms import POSITION
from pramana.registry.contracts import (
    ALL_RECORDS,
    Office,
    OfficeHolder,
    RecordData,
    RecordFilter,
    RecordPage,
    RecordType,
    RecordView,
    RelationshipType,
    RelationshipView,
    VersionDifference,
    VersionOrigin,
    VersionView,
)
from pramana.registry.domain.ids import RecordId, SerialId, SlugId, nearest_sub_type, parse_id
from pramana.registry.domain.json_patch import changes_between
from pramana.registry.domain.nes_format import NES_SCHEME
from pramana.registry.errors import RecordNotFound, RelationshipNotFound, VersionNotFound
from pramana.registry.models import (
    Record,
    RecordBookmark,
    RecordIdentifier,
    RecordVersion,
    Relationship,
)


def get_record(scope: Scope, record_id: str | UUID) -> RecordView:
    """The record with this id in either form, or uuid. Raises RecordNotFound."""
    return record_view(get_row(scope, record_id))


def get_row(
    scope: Scope, record_id: str | UUID, *, lock: bool = False, follow: bool = True
) -> Record:
    """The row with this id; of a merged record the one it was merged into, unless not `follow`."""
    parsed = record_id if isinstance(record_id, UUID) else parse_id(record_id)
    if parsed is None:
        raise RecordNotFound()
    rows = Record.objects.in_scope(scope)
    if lock:
        rows = rows.select_for_update(of=("self",))
    row = rows.filter(_id_filter(parsed)).first()
    if row is None and (imported := _records_by_nes_id(scope, [parsed])):
        row = rows.filter(pk__in=imported.values()).first()
    if row is None:
        raise RecordNotFound()
    while follow and row.merged_into_id:
        row = rows.get(pk=row.merged_into_id)
    return row


def record_with_merged(scope: Scope, record_id: str | UUID) -> list[RecordView]:
    """A record, followed by those that were merged into it, directly or through another one."""
    level = rows = [get_row(scope, record_id)]
    while level := list(Record.objects.in_scope(scope).filter(merged_into__in=level)):
        rows = [*rows, *level]
    return [record_view(row) for row in rows]


def find_records(scope: Scope, ids: Sequence[str]) -> dict[str, RecordView]:
    """The known ones of these ids, each with its record."""
    parsed = {text: record_id for text in ids if (record_id := parse_id(text)) is not None}
    if not parsed:
        return {}
    imported = _records_by_nes_id(scope, parsed.values())
    condition = Q(pk__in=imported.values())
    for each in set(parsed.values()):
        condition |= _id_filter(each)
    rows = list(Record.objects.in_scope(scope).filter(condition))
    views = _views_by_row(scope, rows)
    known = {key: views[row.pk] for row in rows for key in _ids(record_view(row))}
    known |= {text: known[str(pk)] for text, pk in imported.items() if str(pk) in known}
    return {text: known[str(each)] for text, each in parsed.items() if str(each) in known}


def records_by_id(scope: Scope, ids: Iterable[UUID]) -> dict[UUID, RecordView]:
    """Records by id; a merged one is answered with the record it was merged into."""
    return _views_by_row(scope, list(Record.objects.in_scope(scope).filter(pk__in=list(ids))))


def _ids(record: RecordView) -> tuple[str, str, str]:
    return str(record.id), record.nes_id, record.entity_id


def _views_by_row(scope: Scope, rows: Sequence[Record]) -> dict[UUID, RecordView]:
    return {
        row.pk: record_view(get_row(scope, row.pk) if row.merged_into_id else row) for row in rows
    }


def records_page(
    scope: Scope,
    chosen: RecordFilter = ALL_RECORDS,
    *,
    limit: int = 100,
    offset: int = 0,
) -> RecordPage:
    """A page of records, ordered by title."""
    rows = filtered_rows(scope, chosen)
    records = [record_view(row) for row in rows[offset : offset + limit]]
    return RecordPage(records, rows.count())


def filtered_rows(scope: Scope, chosen: RecordFilter) -> QuerySet[Record]:
    """The rows of records that were not merged and that a filter lets through."""
    rows = Record.objects.in_scope(scope).filter(merged_into=None)
    if chosen.entity_type:
        rows = rows.filter(entity_type=chosen.entity_type)
    if chosen.sub_type:
        rows = rows.filter(sub_type=chosen.sub_type)
    if chosen.tag:
        rows = rows.filter(data__tags__contains=[chosen.tag])
    if chosen.attribute:
        key, _, value = (part.strip() for part in chosen.attribute.partition("="))
        if not key[:1].isalpha():
            return rows.none()  # PostgreSQL would read a number as a place in a list
        text = KeyTextTransform(key, KeyTransform("attributes", "data"))
        rows = rows.annotate(stated=text).filter(stated__icontains=value)
    if chosen.is_bookmarked:
        own = RecordBookmark.objects.in_scope(scope).filter(user_id=scope.actor_id)
        kept = records_by_id(scope, own.values_list("record_id", flat=True)).values()
        rows = rows.filter(pk__in={each.id for each in kept})
    return rows


def record_count(scope: Scope) -> int:
    return Record.objects.in_scope(scope).filter(merged_into=None).count()


def record_view(row: Record) -> RecordView:
    entity_type = RecordType(row.entity_type)
    return RecordView(
        id=row.id,
        nes_id=str(SerialId(entity_type, row.serial)),
        entity_id=str(SlugId(entity_type, row.sub_type or None, row.slug)),
        type=entity_type,
        sub_type=row.sub_type or None,
        slug=row.slug,
        data=RecordData.model_validate(row.data),
        version=row.version,
        author=row.author,
        description=row.description,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _id_filter(record_id: RecordId) -> Q:
    if isinstance(record_id, UUID):
        return Q(pk=record_id)
    if isinstance(record_id, SerialId):
        return Q(entity_type=record_id.type, serial=record_id.serial)
    slug, sub_type = record_id.slug, record_id.sub_type or ""
    return Q(entity_type=record_id.type, sub_type=sub_type, slug=slug)


def _records_by_nes_id(scope: Scope, ids: Iterable[RecordId]) -> dict[str, UUID]:
    """Records imported from another service with an id that ours cannot express, by that id."""
    nes_ids = [str(each) for each in ids if isinstance(each, SlugId) and _is_nes_id(each)]
    if not nes_ids:
        return {}
    rows = RecordIdentifier.objects.in_scope(scope).filter(scheme=NES_SCHEME, value__in=nes_ids)
    return dict(rows.values_list("value", "record_id"))


def _is_nes_id(record_id: SlugId) -> bool:
    sub_type = record_id.sub_type
    return sub_type is not None and nearest_sub_type(record_id.type, sub_type) != sub_type


EMPTY_RECORD: dict[str, Any] = {}


def versions_of(
    scope: Scope, record_id: str | UUID, *, limit: int = 100, offset: int = 0
) -> tuple[list[VersionView], int]:
    """A record's versions, oldest first, and how many there are."""
    row = get_row(scope, record_id)
    rows = RecordVersion.objects.in_scope(scope).filter(record=row)
    return [version_view(row, each) for each in rows[offset : offset + limit]], row.version


def get_version(scope: Scope, record_id: str | UUID, number: int) -> VersionView:
    row = get_row(scope, record_id)
    version = RecordVersion.objects.in_scope(scope).filter(record=row, number=number).first()
    if version is None:
        raise VersionNotFound()
    return version_view(row, version)


def version_differences(
    scope: Scope, record_id: str | UUID, before: int, after: int
) -> list[VersionDifference]:
    """What changed from one version to another; version 0 is the empty record."""
    return changes_between(
        get_version(scope, record_id, before).snapshot if before else EMPTY_RECORD,
        get_version(scope, record_id, after).snapshot,
    )


def version_by_source_key(scope: Scope, source_key: str | None) -> VersionView | None:
    """The version that was written with this source key, if any."""
    if not source_key:
        return None
    rows = RecordVersion.objects.in_scope(scope).select_related("record")
    version = rows.filter(source_key=source_key).first()
    return version_view(version.record, version) if version else None


def version_view(row: Record, version: RecordVersion) -> VersionView:
    entity_type = RecordType(row.entity_type)
    return VersionView(
        record_id=row.pk,
        nes_id=str(SerialId(entity_type, row.serial)),
        entity_id=str(SlugId(entity_type, row.sub_type or None, row.slug)),
        number=version.number,
        author=version.author,
        author_id=version.author_id,
        description=version.description,
        origin=VersionOrigin(version.origin),
        source_key=version.source_key or "",
        created_at=version.created_at,
        snapshot=version.snapshot,
    )


RECORDS_AT_ONCE = 500


def all_records(scope: Scope) -> Iterator[RecordView]:
    """Every record of the tenant, by type and serial."""
    rows = Record.objects.in_scope(scope).filter(merged_into=None)
    rows = rows.order_by("entity_type", "serial")
    for row in rows.iterator(chunk_size=RECORDS_AT_ONCE):
        yield record_view(row)


def relationships_of(
    scope: Scope,
    record_id: str | UUID,
    *,
    type: RelationshipType | None = None,
    on: date | None = None,
    limit: int = 100,
    offset: int = 0,
) -> tuple[list[RelationshipView], int]:
    """Relationships from and to a record, and how many there are; `on` selects those of one day."""
    row = get_row(scope, record_id)
    rows = Relationship.objects.in_scope(scope).filter(Q(source=row) | Q(target=row))
    rows = rows.filter(source__merged_into=None, target__merged_into=None)
    if type:
        rows = rows.filter(type=type)
    if on:
        rows = rows.filter(Q(start_date=None) | Q(start_date__lte=on))
        rows = rows.filter(Q(end_date=None) | Q(end_date__gte=on))
    page = rows.select_related("source", "target")[offset : offset + limit]
    return [relationship_view(each) for each in page], rows.count()


def get_relationship(scope: Scope, row: Record, relationship_id: UUID) -> Relationship:
    relationship = (
        Relationship.objects.in_scope(scope).filter(source=row, pk=relationship_id).first()
    )
    if relationship is None:
        raise RelationshipNotFound()
    return relationship


def relationship_view(row: Relationship) -> RelationshipView:
    return RelationshipView(
        id=row.id,
        type=RelationshipType(row.type),
        source=record_view(row.source),
        target=record_view(row.target),
        start_date=row.start_date,
        end_date=row.end_date,
        attributes=row.attributes,
        created_at=row.created_at,
    )


def relationship_snapshots(scope: Scope, row: Record) -> list[dict[str, Any]]:
    """A record's outgoing relationships as its versions store them."""
    rows = Relationship.objects.in_scope(scope).filter(source=row, target__merged_into=None)
    rows = rows.select_related("target")
    return [_relationship_snapshot(each) for each in rows]


def _relationship_snapshot(row: Relationship) -> dict[str, Any]:
    fields = {
        "type": row.type,
        "target": record_view(row.target).entity_id,
        "name": row.target.title,
        "start_date": row.start_date.isoformat() if row.start_date else None,
        "end_date": row.end_date.isoformat() if row.end_date else None,
        "attributes": row.attributes or None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def all_relationships(scope: Scope) -> Iterator[RelationshipView]:
    rows = Relationship.objects.in_scope(scope).select_related("source", "target").order_by("pk")
    rows = rows.filter(source__merged_into=None, target__merged_into=None)
    for row in rows.iterator(chunk_size=RECORDS_AT_ONCE):
        yield relationship_view(row)


def offices_of(scope: Scope, record_id: str | UUID) -> list[Office]:
    """The offices that relationships to this body name, by name; the newest holder first."""
    body = get_row(scope, record_id)
    rows = Relationship.objects.in_scope(scope).filter(target=body, source__merged_into=None)
    named = rows.filter(attributes__has_key=POSITION).select_related("source")
    holders: dict[str, list[OfficeHolder]] = {}
    titles: dict[str, str] = {}
    for row in named.order_by("start_date", "created_at"):
        title = str(row.attributes[POSITION]).strip()
        if title:
            titles.setdefault(title.casefold(), title)
            holder = OfficeHolder(record_view(row.source), row.start_date, row.end_date)
            holders.setdefault(title.casefold(), []).append(holder)
    return [Office(titles[key], tuple(holders[key][::-1])) for key in sorted(holders)]
