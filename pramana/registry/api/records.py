"""Records, their versions, the search by name and imported files, over HTTP.

Ids hold slashes, so `/api/entities/{id}/versions` must be declared before `/api/entities/{id}`.
"""

from typing import Annotated, Any, Literal

from ninja import File, Form, Query, Schema
from ninja import Status as Answer
from ninja.files import UploadedFile

from pramana.registry import selectors, services
from pramana.registry.adapters import registry_for
from pramana.registry.api.schemas import (
    MAX_VERSION,
    EntityId,
    Ids,
    Limit,
    Note,
    Number,
    Offset,
    RecordIn,
    RecordOut,
    RecordPatchIn,
    RecordVersionOut,
    SearchText,
    Type,
    patch_operations,
)
from pramana.registry.contracts import SUB_TYPES, RecordFilter, RecordMatch, RecordType
from pramana.registry.domain.json_patch import to_json_patch, to_lines
from pramana.registry.domain.nes_format import entity_json, version_json
from pramana.registry.errors import SubTypeMismatch
from pramana.registry.exchange import MAX_IMPORT_BYTES, FileFormat, import_content
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

router = AreaRouter("registry_records")


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
    """All versions of a record, oldest first: who changed it, when and why."""
    page, total = selectors.versions_of(request.scope, entity_id, limit=limit, offset=offset)
    versions = [version_json(each) for each in page]
    return {"versions": versions, "total": total, "limit": limit, "offset": offset}


@router.get(
    "/api/entities/{path:entity_id}/differences",
    response=RecordDifferenceOut,
    auth=needs(Role.VIEWER),
)
def differences(
    request: ScopedRequest,
    entity_id: EntityId,
    before: Annotated[int, Query(ge=0, le=MAX_VERSION)] | None = None,
    after: Annotated[int, Query(ge=1, le=MAX_VERSION)] | None = None,
) -> dict[str, Any]:
    """What changed from one version to another: as JSON Patch, and a line for each change.

    `after` is the newest version by default, `before` the one before it.
    """
    after = after or selectors.get_record(request.scope, entity_id).version
    before = after - 1 if before is None else before
    changes = selectors.version_differences(request.scope, entity_id, before, after)
    return {
        "before": before,
        "after": after,
        "patch": to_json_patch(changes),
        "lines": to_lines(changes),
    }


@router.post(
    "/api/entities/{path:entity_id}/restore", response=RecordOut, auth=needs(Role.REVIEWER)
)
def restore(request: ScopedRequest, entity_id: EntityId, body: RecordRestoreIn) -> dict[str, Any]:
    """Restore the data of an earlier version, as a new version."""
    services.restore_version(
        request.scope,
        entity_id,
        body.version,
        author=request.principal.user_name,
        description=body.description,
        expected_version=body.expected_version,
    )
    return entity_json(selectors.get_record(request.scope, entity_id))


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
    query: SearchText | None = None,
    entity_type: Type | None = None,
    sub_type: SearchText | None = None,
    tag: SearchText | None = None,
    attribute: SearchText | None = None,
    bookmarked: bool = False,
    ids: Ids | None = None,
    limit: Limit = 100,
    offset: Offset = 0,
) -> dict[str, Any]:
    """Records by title, or those that match a name in either script, best first.

    `tag`, `attribute` (`district`, or `district=Kaski`) and `bookmarked` narrow the list. With
    `ids`, exactly those records, and a list of the unknown ids.
    """
    if ids is not None:
        return _by_ids(request, ids.split(","))
    page = selectors.search_records(
        request.scope,
        query or "",
        RecordFilter(
            entity_type=RecordType(entity_type) if entity_type else None,
            sub_type=sub_type,
            tag=tag or "",
            attribute=attribute or "",
            is_bookmarked=bookmarked,
        ),
        limit=limit,
        offset=offset,
    )
    entities = [entity_json(record) for record in page.records]
    return {"entities": entities, "total": page.total, "limit": limit, "offset": offset}


def _by_ids(request: ScopedRequest, ids: list[str]) -> dict[str, Any]:
    known = selectors.find_records(request.scope, ids)
    records = {each.entity_id: each for each in known.values()}
    return {
        "entities": [entity_json(record) for record in records.values()],
        "total": len(records),
        "requested": len(ids),
        "not_found": [each for each in ids if each not in known],
    }


@router.post("/api/entities", response={201: RecordOut}, auth=needs(Role.REVIEWER))
def create_entity(request: ScopedRequest, body: RecordIn) -> Answer[dict[str, Any]]:
    """Create a record. Without a slug it gets one from its name; a slug in use is a 409."""
    if body.sub_type and body.sub_type not in SUB_TYPES[RecordType(body.type)]:
        raise SubTypeMismatch(body.type, body.sub_type)
    data = body.model_dump(mode="json", exclude_none=True)
    description = data.pop("change_description", "")
    version = services.create_record(
        request.scope, data, author=request.principal.user_name, description=description
    )
    return Answer(201, entity_json(selectors.get_record(request.scope, version.record_id)))


@router.get("/api/entities/{path:entity_id}", response=RecordOut, auth=needs(Role.VIEWER))
def get_entity(request: ScopedRequest, entity_id: EntityId) -> dict[str, Any]:
    """One record, by any of its ids."""
    return entity_json(selectors.get_record(request.scope, entity_id))


@router.patch("/api/entities/{path:entity_id}", response=RecordOut, auth=needs(Role.REVIEWER))
def update_entity(
    request: ScopedRequest, entity_id: EntityId, body: RecordPatchIn
) -> dict[str, Any]:
    """Apply a JSON Patch, all of it or nothing. Id, slug, type and creation fields cannot change.

    With `expected_version`, a record that was changed since is a 409; so is a patch that does not
    fit.
    """
    services.update_record(
        request.scope,
        entity_id,
        patch_operations(body),
        author=request.principal.user_name,
        description=body.change_description,
        expected_version=body.expected_version,
    )
    return entity_json(selectors.get_record(request.scope, entity_id))


@router.delete("/api/entities/{path:entity_id}", response={204: None}, auth=needs(Role.ADMIN))
def delete_entity(request: ScopedRequest, entity_id: EntityId) -> Answer[None]:
    """Delete a record with its versions, names and relationships."""
    services.delete_record(request.scope, entity_id, author=request.principal.user_name)
    return Answer(204, None)


SearchType = Literal["PERSON", "ORGANIZATION", "LOCATION", "PROJECT"]


class RecordMatchNameOut(Schema):
    text: str
    language: str


class RecordMatchOut(Schema):
    nes_id: str
    id: str
    entity_type: str
    entity_sub_type: str | None
    names: list[RecordMatchNameOut]
    confidence: float
    reason: str


class RecordMatchesOut(Schema):
    results: list[RecordMatchOut]
    count: int


@router.get("/entities/search/", response=RecordMatchesOut, auth=needs(Role.VIEWER))
def search_entities(
    request: ScopedRequest,
    q: SearchText,
    type: SearchType | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> dict[str, Any]:
    """Records that a name may mean, likeliest first, from the configured registry."""
    kind = RecordType(type.lower()) if type else None
    matches = registry_for(request.scope).search(q, entity_type=kind, limit=limit)
    return {"results": [_match_json(each) for each in matches], "count": len(matches)}


def _match_json(match: RecordMatch) -> dict[str, Any]:
    record = match.record
    return {
        "nes_id": record.nes_id or record.entity_id,
        "id": record.entity_id,
        "entity_type": record.type.upper(),
        "entity_sub_type": record.sub_type,
        "names": [
            {"text": text, "language": language}
            for name in record.data.names
            for language, text in name.texts
        ],
        "confidence": round(match.score, 4),
        "reason": "; ".join(match.reasons),
    }


class ImportConflictOut(Schema):
    nes_id: str
    title: str
    lines: list[str]


class ImportOut(Schema):
    is_preview: bool
    created: int
    updated: int
    unchanged: int
    kept: int
    linked: int
    skipped: int
    refused: int
    problems: list[str]
    conflicts: list[ImportConflictOut]


@router.post("/api/registry/import", response=ImportOut, auth=needs(Role.ADMIN))
def import_file(
    request: ScopedRequest,
    file: Annotated[UploadedFile, File()],
    format: Annotated[Literal["jsonl", "nes", "csv", "ftm"] | None, Form()] = None,
    entity_type: Annotated[Type | None, Form()] = None,
    preview: Annotated[bool, Form()] = False,
) -> dict[str, Any]:
    """Import a file of records, up to 10 MB; with `preview`, only say what that would do.

    `kept` counts records that people or reviews changed: they stay, and `conflicts` lists what the
    file says otherwise. `entity_type` applies to CSV files without that column.
    """
    tally = import_content(
        request.scope,
        file.name or "",
        file.read(MAX_IMPORT_BYTES + 1),
        FileFormat(format) if format else None,
        type=entity_type or "",
        author=request.principal.user_name,
        is_preview=preview,
    )
    return {"is_preview": preview, **vars(tally)}
