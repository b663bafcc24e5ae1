from typing import Annotated, Any

from ninja import Query, Router, Schema

from pramana.registry import selectors, services
from pramana.registry.api.fields import BIGGEST, EntityId, Limit, Note, Number, Offset
from pramana.registry.api.shapes import RecordOut, RecordVersionOut
from pramana.registry.domain.differences import as_lines, as_patch
from pramana.registry.domain.shapes import entity_json, version_json
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


class RecordVersionsOut(Schema):
    versions: list[RecordVersionOut]
    total: int
    limit: int
    offset: int


class RecordDifferenceOut(Schema):
    before: int
    after: int
    patch: list[dict[str, Any]]
    lines: list[str]


class RecordRestoreIn(Schema):
    version: Number
    description: Note = ""
    expected_version: Number | None = None


@router.get(
    "/api/entities/{path:entity_id}/versions", response=RecordVersionsOut, auth=needs(Role.VIEWER)
)
def list_versions(
    request: ScopedRequest, entity_id: EntityId, limit: Limit = 100, offset: Offset = 0
) -> dict[str, Any]:
    """Every state a record had, oldest first: who changed it, when and why."""
    found, total = selectors.versions_of(request.scope, entity_id, limit=limit, offset=offset)
    versions = [version_json(each) for each in found]
    return {"versions": versions, "total": total, "limit": limit, "offset": offset}


@router.get(
    "/api/entities/{path:entity_id}/differences",
    response=RecordDifferenceOut,
    auth=needs(Role.VIEWER),
)
def differences(
    request: ScopedRequest,
    entity_id: EntityId,
    before: Annotated[int, Query(ge=0, le=BIGGEST)] | None = None,
    after: Annotated[int, Query(ge=1, le=BIGGEST)] | None = None,
) -> dict[str, Any]:
    """What changed from one version to another: as JSON Patch, and a line for each change.

    Without `after`, up to the newest; without `before`, since the one before.
    """
    after = after or selectors.get_record(request.scope, entity_id).version
    before = after - 1 if before is None else before
    found = selectors.changes_from(request.scope, entity_id, before, after)
    return {"before": before, "after": after, "patch": as_patch(found), "lines": as_lines(found)}


@router.post(
    "/api/entities/{path:entity_id}/restore", response=RecordOut, auth=needs(Role.REVIEWER)
)
def restore(request: ScopedRequest, entity_id: EntityId, body: RecordRestoreIn) -> dict[str, Any]:
    """Let a record say again what it said in an earlier version; that is a new version."""
    services.restore_version(
        request.scope,
        entity_id,
        body.version,
        author=request.principal.user_name,
        description=body.description,
        expected_version=body.expected_version,
    )
    return entity_json(selectors.get_record(request.scope, entity_id))
