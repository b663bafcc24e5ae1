"""Tags and properties of documents, the trash, and saved views of the library."""

from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Schema
from ninja import Status as Answer
from pydantic import Field

from pramana.documents import selectors, services
from pramana.documents.contracts import DocumentView, PropertyKind, PropertyView, SavedViewItem
from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import TagCount
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()

Name = Annotated[str, Field(min_length=1, max_length=60)]


class TagsOut(Schema):
    tags: list[TagCount]


class PropertiesOut(Schema):
    properties: list[PropertyView]


class PropertyIn(Schema):
    name: Name
    kind: PropertyKind = PropertyKind.TEXT


class TrashOut(Schema):
    documents: list[DocumentView]
    total: int


class SavedViewsOut(Schema):
    views: list[SavedViewItem]


class SavedViewIn(Schema):
    """`query` is the query string of the library's address: `tag=bridge&sort=title`."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    query: Annotated[str, Field(max_length=2000)] = ""


@router.get("/documents/tags", response=TagsOut, auth=needs(Role.VIEWER))
def list_tags(request: ScopedRequest) -> dict[str, list[TagCount]]:
    """The tenant's tags with the number of documents, the most frequent first."""
    return {"tags": selectors.tag_counts(request.scope)}


@router.get("/documents/properties", response=PropertiesOut, auth=needs(Role.VIEWER))
def list_properties(request: ScopedRequest) -> dict[str, list[PropertyView]]:
    """The properties that documents may have, by name."""
    return {"properties": selectors.properties_of(request.scope)}


@router.post("/documents/properties", response={201: PropertyView}, auth=needs(Role.REVIEWER))
def add_property(request: ScopedRequest, body: PropertyIn) -> Answer[PropertyView]:
    """Add a property. 409 if one with that name exists."""
    return Answer(201, services.define_property(request.scope, body.name, body.kind))


@router.delete(
    "/documents/properties/{uuid:property_id}", response={204: None}, auth=needs(Role.ADMIN)
)
def delete_property(request: ScopedRequest, property_id: UUID) -> Answer[None]:
    """Delete a property and its value in every document."""
    services.delete_property(request.scope, property_id)
    return Answer(204, None)


@router.get("/documents/trash", response=TrashOut, auth=needs(Role.VIEWER))
def list_trash(
    request: ScopedRequest,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, object]:
    """Documents in the trash, the newest there first. Each is erased after thirty days."""
    scope = request.scope
    found = selectors.trash_page(scope, offset=offset, limit=limit)
    return {"documents": found, "total": selectors.trash_count(scope)}


@router.post(
    "/documents/{uuid:document_id}/trash", response=DocumentView, auth=needs(Role.REVIEWER)
)
def move_to_trash(request: ScopedRequest, document_id: UUID) -> DocumentView:
    """Move a document to the trash: it leaves lists, search, answers and stacks at once."""
    if not services.trash_documents(request.scope, [document_id]):
        raise DocumentNotFound()
    return selectors.get_trashed(request.scope, document_id)


@router.post(
    "/documents/{uuid:document_id}/restore", response=DocumentView, auth=needs(Role.REVIEWER)
)
def restore(request: ScopedRequest, document_id: UUID) -> DocumentView:
    """Take a document out of the trash, with everything derived from it."""
    if not services.restore_documents(request.scope, [document_id]):
        raise DocumentNotFound()
    return selectors.get_document(request.scope, document_id)


@router.get("/documents/views", response=SavedViewsOut, auth=needs(Role.VIEWER))
def list_views(request: ScopedRequest) -> dict[str, list[SavedViewItem]]:
    """The saved views of the library, by name."""
    return {"views": selectors.saved_views(request.scope)}


@router.post("/documents/views", response={201: SavedViewItem}, auth=needs(Role.REVIEWER))
def save_view(request: ScopedRequest, body: SavedViewIn) -> Answer[SavedViewItem]:
    """Save filters and order under a name; a view of that name is replaced."""
    return Answer(201, services.save_view(request.scope, body.name, body.query))


@router.delete("/documents/views/{uuid:view_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete_view(request: ScopedRequest, view_id: UUID) -> Answer[None]:
    """Delete a saved view; no document changes."""
    services.delete_view(request.scope, view_id)
    return Answer(204, None)
