"""Bookmarks, saved views and edits of many records, over HTTP."""

from typing import Annotated, Any
from uuid import UUID

from ninja import Router, Schema
from ninja import Status as Answer
from pydantic import Field

from pramana.registry import selectors, services
from pramana.registry.api.schemas import Key, Note, Text, Word
from pramana.registry.errors import RegistryViewNotFound
from pramana.registry.services.working_sets import BulkEdit
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()

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


@router.post("/api/registry/bookmarks", response={204: None}, auth=needs(Role.VIEWER))
def set_bookmark(request: ScopedRequest, body: BookmarkIn) -> Answer[None]:
    """Bookmark a record for yourself, or remove the bookmark."""
    services.set_bookmark(request.scope, body.entity, is_set=body.bookmarked)
    return Answer(204, None)


@router.get("/api/registry/views", response=RegistryViewsOut, auth=needs(Role.VIEWER))
def list_views(request: ScopedRequest) -> dict[str, Any]:
    """Your saved views of the registry's list, by name."""
    return {"views": selectors.saved_views(request.scope)}


@router.post("/api/registry/views", response={201: RegistryViewOut}, auth=needs(Role.VIEWER))
def save_view(request: ScopedRequest, body: RegistryViewIn) -> Answer[Any]:
    """Keep filters of the list under a name; the same name again replaces them."""
    return Answer(201, services.save_view(request.scope, body.name, body.filters))


@router.delete("/api/registry/views/{uuid:view_id}", response={204: None}, auth=needs(Role.VIEWER))
def delete_view(request: ScopedRequest, view_id: UUID) -> Answer[None]:
    """Delete one of your saved views."""
    if not services.delete_view(request.scope, view_id):
        raise RegistryViewNotFound()
    return Answer(204, None)


@router.post("/api/registry/edit", response=BulkEditOut, auth=needs(Role.REVIEWER))
def edit_records(request: ScopedRequest, body: BulkEditIn) -> dict[str, int]:
    """Change tags and attributes of up to 500 records, all or none; null removes an attribute."""
    edit = BulkEdit(
        tuple(body.add_tags), tuple(body.remove_tags), body.attributes, body.change_description
    )
    author = request.principal.user_name
    return {"changed": services.edit_records(request.scope, body.ids, edit, author=author)}
