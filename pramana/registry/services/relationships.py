"""Relationships between records. Adding or removing one is a version of its source record."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.registry.contracts import (
    NewRelationship,
    RecordData,
    RelationshipType,
    RelationshipView,
)
from pramana.registry.domain.validation import check_storable
from pramana.registry.errors import (
    InvalidRecord,
    RecordNotFound,
    RelatedToItself,
    RelationshipExists,
)
from pramana.registry.models import Record, Relationship
from pramana.registry.selectors.records import get_relationship, get_row, relationship_view
from pramana.registry.services.versions import Authorship, write_version


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
