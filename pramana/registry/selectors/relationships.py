"""Relationships between records, and the offices of a body with those who held them."""

from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q

from pramana.kit.scope import Scope
from pramana.registry.candidates.terms import POSITION
from pramana.registry.contracts import Office, OfficeHolder, RelationshipType, RelationshipView
from pramana.registry.errors import RelationshipNotFound
from pramana.registry.models import Record, Relationship
from pramana.registry.selectors.records import RECORDS_AT_ONCE, get_row, record_view


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
