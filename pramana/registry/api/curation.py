"""Work on many records over HTTP: duplicates and merges, bookmarks, saved views and edits."""

from typing import Annotated, Any
from uuid import UUID

from ninja import Schema
from ninja import Status as Answer
from pydantic import Field

from pramana.registry import selectors, services
from pramana.registry.api.schemas import (
    EntityId,
    Key,
    Limit,
    Note,
    Offset,
    RecordOut,
    Text,
    Type,
    Word,
)
from pramana.registry.contracts import RecordType
from pramana.registry.domain.nes_format import entity_json
from pramana.registry.errors import RegistryViewNotFound
from pramana.registry.services.curation import BulkEdit
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

merges_router = AreaRouter("registry_merges")


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


@merges_router.get(
    "/api/registry/duplicates", response=LikelyDuplicatesOut, auth=needs(Role.VIEWER)
)
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


@merges_router.get(
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


@merges_router.post(
    "/api/entities/{path:entity_id}/merge", response=RecordOut, auth=needs(Role.REVIEWER)
)
def merge(request: ScopedRequest, entity_id: EntityId, body: OtherRecordIn) -> dict[str, Any]:
    """Merge the other record into this one. Its ids then lead here. 409 if the types differ."""
    services.merge_records(request.scope, entity_id, body.other, author=request.principal.user_name)
    return entity_json(selectors.get_record(request.scope, entity_id))


@merges_router.post(
    "/api/entities/{path:entity_id}/unmerge", response=RecordOut, auth=needs(Role.REVIEWER)
)
def unmerge(request: ScopedRequest, entity_id: EntityId) -> dict[str, Any]:
    """Take a merged record out again, by an id of its own. 409 if it is not merged."""
    services.undo_merge(request.scope, entity_id, author=request.principal.user_name)
    return entity_json(selectors.get_record(request.scope, entity_id))


@merges_router.post(
    "/api/entities/{path:entity_id}/separate", response={204: None}, auth=needs(Role.REVIEWER)
)
def separate(request: ScopedRequest, entity_id: EntityId, body: OtherRecordIn) -> Answer[None]:
    """Say that two records are different things, so that they are not suggested again."""
    services.keep_separate(request.scope, entity_id, body.other, author=request.principal.user_name)
    return Answer(204, None)


working_sets_router = AreaRouter("registry_working_sets")

Tags = Annotated[list[Word], Field(max_length=100)]


class BookmarkIn(Schema):
    entity: Word
    bookmarked: bool = True


class RegistryViewIn(Schema):
    name: Annotated[Word, Field(max_length=100)]
    filters: Annotated[dict[Key, Word], Field(max_length=10)] = Field(default_factory=dict)


class RegistryViewOut(Schema):
    id: UUID
    name: str
    filters: dict[str, str]


class RegistryViewsOut(Schema):
    views: list[RegistryViewOut]


class BulkEditIn(Schema):
    ids: Annotated[list[Word], Field(min_length=1, max_length=500)]
    add_tags: Tags = Field(default_factory=list)
    remove_tags: Tags = Field(default_factory=list)
    attributes: Annotated[dict[Key, Text | None], Field(max_length=50)] = Field(
        default_factory=dict
    )
    change_description: Note = ""


class BulkEditOut(Schema):
    changed: int


@working_sets_router.post("/api/registry/bookmarks", response={204: None}, auth=needs(Role.VIEWER))
def set_bookmark(request: ScopedRequest, body: BookmarkIn) -> Answer[None]:
    """Bookmark a record for yourself, or remove the bookmark."""
    services.set_bookmark(request.scope, body.entity, is_set=body.bookmarked)
    return Answer(204, None)


@working_sets_router.get("/api/registry/views", response=RegistryViewsOut, auth=needs(Role.VIEWER))
def list_views(request: ScopedRequest) -> dict[str, Any]:
    """Your saved views of the registry's list, by name."""
    return {"views": selectors.saved_views(request.scope)}


@working_sets_router.post(
    "/api/registry/views", response={201: RegistryViewOut}, auth=needs(Role.VIEWER)
)
def save_view(request: ScopedRequest, body: RegistryViewIn) -> Answer[Any]:
    """Keep filters of the list under a name; the same name again replaces them."""
    return Answer(201, services.save_view(request.scope, body.name, body.filters))


@working_sets_router.delete(
    "/api/registry/views/{uuid:view_id}", response={204: None}, auth=needs(Role.VIEWER)
)
def delete_view(request: ScopedRequest, view_id: UUID) -> Answer[None]:
    """Delete one of your saved views."""
    if not services.delete_view(request.scope, view_id):
        raise RegistryViewNotFound()
    return Answer(204, None)


@working_sets_router.post("/api/registry/edit", response=BulkEditOut, auth=needs(Role.REVIEWER))
def edit_records(request: ScopedRequest, body: BulkEditIn) -> dict[str, int]:
    """Change tags and attributes of up to 500 records, all or none; null removes an attribute."""
    edit = BulkEdit(
        tuple(body.add_tags), tuple(body.remove_tags), body.attributes, body.change_description
    )
    author = request.principal.user_name
    return {"changed": services.edit_records(request.scope, body.ids, edit, author=author)}
