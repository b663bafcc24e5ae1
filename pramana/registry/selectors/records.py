"""Records by their ids, in whichever form they come."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Q

from pramana.kit.scope import Scope
from pramana.registry.contracts import EntityType, RecordData, RecordPage, RecordView
from pramana.registry.domain.foreign import NES
from pramana.registry.domain.ids import RecordId, SerialId, SlugId, known_sub_type, read_id
from pramana.registry.errors import RecordNotFound
from pramana.registry.models import Record, RecordIdentifier


def get_record(scope: Scope, record_id: str | UUID) -> RecordView:
    """The record with this id, of either form, or our own uuid."""
    return view(get_row(scope, record_id))


def get_row(scope: Scope, record_id: str | UUID, *, lock: bool = False) -> Record:
    asked = record_id if isinstance(record_id, UUID) else read_id(record_id)
    if asked is None:
        raise RecordNotFound()
    rows = Record.objects.in_scope(scope)
    if lock:
        rows = rows.select_for_update(of=("self",))
    row = rows.filter(_is(asked)).first()
    if row is None and (abroad := _abroad(scope, [asked])):
        row = rows.filter(pk__in=abroad.values()).first()
    if row is None:
        raise RecordNotFound()
    return row


def find_records(scope: Scope, ids: Sequence[str]) -> dict[str, RecordView]:
    """The records of those ids that are known, by the id they were asked for."""
    asked = {text: found for text in ids if (found := read_id(text)) is not None}
    if not asked:
        return {}
    wanted = Q(pk__in=(abroad := _abroad(scope, asked.values())).values())
    for each in set(asked.values()):
        wanted |= _is(each)
    views = [view(row) for row in Record.objects.in_scope(scope).filter(wanted)]
    known = {key: each for each in views for key in (str(each.id), each.nes_id, each.entity_id)}
    known |= {text: known[str(pk)] for text, pk in abroad.items() if str(pk) in known}
    return {text: known[str(found)] for text, found in asked.items() if str(found) in known}


def records_by_id(scope: Scope, ids: Iterable[UUID]) -> dict[UUID, RecordView]:
    rows = Record.objects.in_scope(scope).filter(pk__in=list(ids))
    return {row.pk: view(row) for row in rows}


def records_page(
    scope: Scope,
    *,
    entity_type: EntityType | None = None,
    sub_type: str | None = None,
    limit: int = 100,
    offset: int = 0,
) -> RecordPage:
    """Records by title."""
    rows = Record.objects.in_scope(scope)
    if entity_type:
        rows = rows.filter(entity_type=entity_type)
    if sub_type:
        rows = rows.filter(sub_type=sub_type)
    found = [view(row) for row in rows[offset : offset + limit]]
    return RecordPage(found, rows.count())


def record_count(scope: Scope) -> int:
    return Record.objects.in_scope(scope).count()


def view(row: Record) -> RecordView:
    entity_type = EntityType(row.entity_type)
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


def _is(asked: RecordId) -> Q:
    if isinstance(asked, UUID):
        return Q(pk=asked)
    if isinstance(asked, SerialId):
        return Q(entity_type=asked.type, serial=asked.serial)
    return Q(entity_type=asked.type, sub_type=asked.sub_type or "", slug=asked.slug)


def _abroad(scope: Scope, asked: Iterable[RecordId]) -> dict[str, UUID]:
    """Records that came from another entity service under a longer id, by that id."""
    outside = [str(each) for each in asked if isinstance(each, SlugId) and _is_foreign(each)]
    if not outside:
        return {}
    rows = RecordIdentifier.objects.in_scope(scope).filter(scheme=NES, value__in=outside)
    return dict(rows.values_list("value", "record_id"))


def _is_foreign(asked: SlugId) -> bool:
    return asked.sub_type is not None and (
        known_sub_type(asked.type, asked.sub_type) != asked.sub_type
    )
