"""Duplicates, merged records and their undoing, over HTTP."""

from typing import Any

from ninja import Router, Schema
from ninja import Status as Answer

from pramana.registry import selectors, services
from pramana.registry.api.schemas import EntityId, Limit, Offset, RecordOut, Type, Word
from pramana.registry.contracts import RecordType
from pramana.registry.domain.nes_format import entity_json
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


class OtherRecordIn(Schema):
    other: Word


class LikelyDuplicateOut(Schema):
    first: RecordOut
    second: RecordOut
    confidence: float
    reason: str


class LikelyDuplicatesOut(Schema):
    duplicates: list[LikelyDuplicateOut]
    total: int
    limit: int
    offset: int


class MergedRecordOut(Schema):
    entity: RecordOut
    author: str
    merged_at: str


class MergedRecordsOut(Schema):
    merged: list[MergedRecordOut]


@router.get("/api/registry/duplicates", response=LikelyDuplicatesOut, auth=needs(Role.VIEWER))
def list_duplicates(
    request: ScopedRequest, entity_type: Type | None = None, limit: Limit = 50, offset: Offset = 0
) -> dict[str, Any]:
    """Pairs of records that may be the same thing, likeliest first; judged pairs are left out."""
    pairs, total = selectors.likely_duplicates(
        request.scope,
        entity_type=RecordType(entity_type) if entity_type else None,
        limit=limit,
        offset=offset,
    )
    duplicates = [
        {
            "first": entity_json(each.first),
            "second": entity_json(each.second),
            "confidence": round(each.score, 4),
            "reason": "; ".join(each.reasons),
        }
        for each in pairs
    ]
    return {"duplicates": duplicates, "total": total, "limit": limit, "offset": offset}


@router.get(
    "/api/entities/{path:entity_id}/merged", response=MergedRecordsOut, auth=needs(Role.VIEWER)
)
def list_merged(request: ScopedRequest, entity_id: EntityId) -> dict[str, Any]:
    """The records that were merged into this one, newest first."""
    return {
        "merged": [
            {
                "entity": entity_json(each.record),
                "author": each.author,
                "merged_at": each.merged_at.isoformat(),
            }
            for each in selectors.merged_records(request.scope, entity_id)
        ]
    }


@router.post("/api/entities/{path:entity_id}/merge", response=RecordOut, auth=needs(Role.REVIEWER))
def merge(request: ScopedRequest, entity_id: EntityId, body: OtherRecordIn) -> dict[str, Any]:
    """Merge the other record into this one. Its ids then lead here. 409 if the types differ."""
    services.merge_records(request.scope, entity_id, body.other, author=request.principal.user_name)
    return entity_json(selectors.get_record(request.scope, entity_id))


@router.post(
    "/api/entities/{path:entity_id}/unmerge", response=RecordOut, auth=needs(Role.REVIEWER)
)
def unmerge(request: ScopedRequest, entity_id: EntityId) -> dict[str, Any]:
    """Take a merged record out again, by an id of its own. 409 if it is not merged."""
    services.undo_merge(request.scope, entity_id, author=request.principal.user_name)
    return entity_json(selectors.get_record(request.scope, entity_id))


@router.post(
    "/api/entities/{path:entity_id}/separate", response={204: None}, auth=needs(Role.REVIEWER)
)
def separate(request: ScopedRequest, entity_id: EntityId, body: OtherRecordIn) -> Answer[None]:
    """Say that two records are different things, so that they are not suggested again."""
    services.keep_separate(request.scope, entity_id, body.other, author=request.principal.user_name)
    return Answer(204, None)
