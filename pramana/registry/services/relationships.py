"""Relations between records: each is a version of the record it starts from."""

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
from pramana.registry.domain.reading import check_storable
from pramana.registry.errors import (
    InvalidRecord,
    RecordNotFound,
    RelatedToItself,
    RelationshipExists,
)
from pramana.registry.models import Record, Relationship
from pramana.registry.selectors.records import get_row
from pramana.registry.selectors.relationships import get_relationship, relationship_view
from pramana.registry.services.writing import Writing, write_version


@transaction.atomic
def link(
    scope: Scope,
    record_id: str | UUID,
    new: NewRelationship,
    *,
    author: str = "",
    description: str = "",
) -> RelationshipView:
    """Relate a record to another."""
    source = get_row(scope, record_id, lock=True)
    target = get_row(scope, new.target)
    row = related(scope, source, target, new)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise RelationshipExists() from None
    said = description or f"Now {_words(new.type)} {target.title}."
    _versioned(scope, source, Writing(author, said))
    return relationship_view(row)


@transaction.atomic
def unlink(
    scope: Scope,
    record_id: str | UUID,
    relationship_id: UUID,
    *,
    author: str = "",
    description: str = "",
) -> None:
    """End a relation as if it had not been said; the record's versions still know it."""
    source = get_row(scope, record_id, lock=True)
    row = get_relationship(scope, source, relationship_id)
    said = description or f"No longer {_words(row.type)} {row.target.title}."
    row.delete()
    _versioned(scope, source, Writing(author, said))


def related(scope: Scope, source: Record, target: Record, new: NewRelationship) -> Relationship:
    """The row of a relation, or why there cannot be one."""
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


def bring_back(scope: Scope, row: Record, kept: Iterable[Mapping[str, Any]]) -> None:
    """Give a record the relations of an earlier version in place of those it has."""
    Relationship.objects.in_scope(scope).filter(source=row).delete()
    for said in kept:
        new = from_snapshot(said)
        try:
            target = get_row(scope, new.target)
        except RecordNotFound:
            continue
        related(scope, row, target, new).save(force_insert=True)


def from_snapshot(said: Mapping[str, Any]) -> NewRelationship:
    """A relation as a version or a file says it."""
    start, end = said.get("start_date"), said.get("end_date")
    return NewRelationship(
        type=RelationshipType(said["type"]),
        target=said["target"],
        start_date=date.fromisoformat(start) if start else None,
        end_date=date.fromisoformat(end) if end else None,
        attributes=said.get("attributes") or {},
    )


def _words(type: str) -> str:
    """
    >>> _words("MEMBER_OF")
    'member of'
    """
    return type.lower().replace("_", " ")


def _versioned(scope: Scope, row: Record, writing: Writing) -> None:
    write_version(scope, row, RecordData.model_validate(row.data), writing)
