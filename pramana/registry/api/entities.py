from typing import Any

from ninja import Router, Schema
from ninja import Status as Answer

from pramana.registry import selectors, services
from pramana.registry.api.bodies import RecordIn, RecordPatchIn, operations
from pramana.registry.api.fields import Asked, EntityId, Ids, Limit, Offset, Type
from pramana.registry.api.shapes import RecordOut
from pramana.registry.contracts import SUB_TYPES, EntityType
from pramana.registry.domain.shapes import entity_json
from pramana.registry.errors import KindsDisagree
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


class RecordsOut(Schema):
    entities: list[RecordOut]
    total: int
    limit: int
    offset: int


class RecordsByIdOut(Schema):
    entities: list[RecordOut]
    total: int
    requested: int
    not_found: list[str]


@router.get("/api/entities", response=RecordsByIdOut | RecordsOut, auth=needs(Role.VIEWER))
def list_entities(
    request: ScopedRequest,
    query: Asked | None = None,
    entity_type: Type | None = None,
    sub_type: Asked | None = None,
    ids: Ids | None = None,
    limit: Limit = 100,
    offset: Offset = 0,
) -> dict[str, Any]:
    """Records by title, or those that fit a name in either script, best first.

    With `ids`, exactly those records, and which of them are not known.
    """
    if ids is not None:
        return _by_ids(request, ids.split(","))
    page = selectors.search_records(
        request.scope,
        query or "",
        entity_type=EntityType(entity_type) if entity_type else None,
        sub_type=sub_type,
        limit=limit,
        offset=offset,
    )
    entities = [entity_json(record) for record in page.records]
    return {"entities": entities, "total": page.total, "limit": limit, "offset": offset}


def _by_ids(request: ScopedRequest, ids: list[str]) -> dict[str, Any]:
    known = selectors.find_records(request.scope, ids)
    found = {each.entity_id: each for each in known.values()}
    return {
        "entities": [entity_json(record) for record in found.values()],
        "total": len(found),
        "requested": len(ids),
        "not_found": [each for each in ids if each not in known],
    }


@router.post("/api/entities", response={201: RecordOut}, auth=needs(Role.REVIEWER))
def create_entity(request: ScopedRequest, body: RecordIn) -> Answer[dict[str, Any]]:
    """A new record. Without a slug it gets one from its name; a slug that is taken is a 409."""
    if body.sub_type and body.sub_type not in SUB_TYPES[EntityType(body.type)]:
        raise KindsDisagree(body.type, body.sub_type)
    given = body.model_dump(mode="json", exclude_none=True)
    description = given.pop("change_description", "")
    made = services.create_record(
        request.scope, given, author=request.principal.user_name, description=description
    )
    return Answer(201, entity_json(selectors.get_record(request.scope, made.record_id)))


@router.get("/api/entities/{path:entity_id}", response=RecordOut, auth=needs(Role.VIEWER))
def get_entity(request: ScopedRequest, entity_id: EntityId) -> dict[str, Any]:
    """One record, by any of its ids."""
    return entity_json(selectors.get_record(request.scope, entity_id))


@router.patch("/api/entities/{path:entity_id}", response=RecordOut, auth=needs(Role.REVIEWER))
def update_entity(
    request: ScopedRequest, entity_id: EntityId, body: RecordPatchIn
) -> dict[str, Any]:
    """Change a record by JSON Patch, all of it or nothing. Id, slug, type and creation stay.

    With `expected_version`, a record that someone changed since is a 409; so is a patch that does
    not fit.
    """
    services.update_record(
        request.scope,
        entity_id,
        operations(body),
        author=request.principal.user_name,
        description=body.change_description,
        expected_version=body.expected_version,
    )
    return entity_json(selectors.get_record(request.scope, entity_id))


@router.delete("/api/entities/{path:entity_id}", response={204: None}, auth=needs(Role.ADMIN))
def delete_entity(request: ScopedRequest, entity_id: EntityId) -> Answer[None]:
    """Erase a record with its versions, names and relations."""
    services.delete_record(request.scope, entity_id, author=request.principal.user_name)
    return Answer(204, None)
