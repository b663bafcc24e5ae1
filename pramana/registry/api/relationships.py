"""Relationships between records, over HTTP."""

from datetime import date
from typing import Any
from uuid import UUID

from ninja import Schema
from ninja import Status as Answer
from pydantic import Field

from pramana.kit.clock import utcnow
from pramana.registry import selectors, services
from pramana.registry.api.schemas import (
    Attributes,
    Day,
    EntityId,
    Limit,
    Note,
    Offset,
    RelationshipOut,
    Word,
)
from pramana.registry.contracts import NewRelationship, RelationshipType
from pramana.registry.domain.nes_format import relationship_json
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

router = AreaRouter("registry_relationships")


class RelationshipsOut(Schema):
    relationships: list[RelationshipOut]
    total: int
    limit: int
    offset: int


class RelationshipIn(Schema):
    type: RelationshipType
    target: Word
    start_date: Day = None
    end_date: Day = None
    attributes: Attributes = Field(default_factory=dict)
    description: Note = ""


@router.get(
    "/api/entities/{path:entity_id}/relationships",
    response=RelationshipsOut,
    auth=needs(Role.VIEWER),
)
def list_relationships(
    request: ScopedRequest,
    entity_id: EntityId,
    relationship_type: RelationshipType | None = None,
    currently_active: bool = False,
    limit: Limit = 100,
    offset: Offset = 0,
) -> dict[str, Any]:
    """Relationships from and to a record; `currently_active` leaves out those that have ended."""
    page, total = selectors.relationships_of(
        request.scope,
        entity_id,
        type=relationship_type,
        on=utcnow().date() if currently_active else None,
        limit=limit,
        offset=offset,
    )
    relationships = [relationship_json(each) for each in page]
    return {"relationships": relationships, "total": total, "limit": limit, "offset": offset}


class OfficeHolderOut(Schema):
    id: str
    nes_id: str
    name: str
    start_date: date | None
    end_date: date | None


class OfficeOut(Schema):
    title: str
    holders: list[OfficeHolderOut]


class OfficesOut(Schema):
    offices: list[OfficeOut]


@router.get("/api/entities/{path:entity_id}/offices", response=OfficesOut, auth=needs(Role.VIEWER))
def list_offices(request: ScopedRequest, entity_id: EntityId) -> dict[str, Any]:
    """The offices of a body with their holders over time, the newest first.

    An office is the `position` among the attributes of a relationship to the body.
    """
    return {
        "offices": [
            {
                "title": office.title,
                "holders": [
                    {
                        "id": holder.record.entity_id,
                        "nes_id": holder.record.nes_id,
                        "name": holder.record.title(),
                        "start_date": holder.start_date,
                        "end_date": holder.end_date,
                    }
                    for holder in office.holders
                ],
            }
            for office in selectors.offices_of(request.scope, entity_id)
        ]
    }


@router.post(
    "/api/entities/{path:entity_id}/relationships",
    response={201: RelationshipOut},
    auth=needs(Role.REVIEWER),
)
def add_relationship(
    request: ScopedRequest, entity_id: EntityId, body: RelationshipIn
) -> Answer[dict[str, Any]]:
    """Add a relationship to another record. 409 if it exists already."""
    new = NewRelationship(
        body.type, body.target, body.start_date, body.end_date, dict(body.attributes)
    )
    relationship = services.add_relationship(
        request.scope,
        entity_id,
        new,
        author=request.principal.user_name,
        description=body.description,
    )
    return Answer(201, relationship_json(relationship))


@router.delete(
    "/api/entities/{path:entity_id}/relationships/{uuid:relationship_id}",
    response={204: None},
    auth=needs(Role.REVIEWER),
)
def remove_relationship(
    request: ScopedRequest, entity_id: EntityId, relationship_id: UUID
) -> Answer[None]:
    """Delete a relationship of its source record; earlier versions still contain it."""
    services.remove_relationship(
        request.scope, entity_id, relationship_id, author=request.principal.user_name
    )
    return Answer(204, None)
