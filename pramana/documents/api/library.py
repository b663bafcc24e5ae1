"""The library over HTTP: collections, tags, properties, the trash, saved views, and search."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from ninja import Query, Schema
from ninja import Status as Answer
from pydantic import ConfigDict, Field

from pramana.documents import selectors, services
from pramana.documents.contracts import (
    CollectionView,
    DocumentView,
    PassageHit,
    PropertyKind,
    PropertyView,
    SavedViewItem,
)
from pramana.documents.errors import DocumentNotFound
from pramana.documents.search import search
from pramana.documents.selectors import TagCount
from pramana.retrieval.contracts import Filters
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

collections_router = AreaRouter("documents_collections", tags=["collections"])


class CollectionIn(Schema):
    name: Annotated[str, Field(min_length=1, max_length=200)]


class CollectionsOut(Schema):
    collections: list[CollectionView]


@collections_router.get("/collections/", response=CollectionsOut, auth=needs(Role.VIEWER))
def list_collections(request: ScopedRequest) -> dict[str, list[CollectionView]]:
    """The tenant's collections by name."""
    return {"collections": selectors.collections_of(request.scope)}


@collections_router.post("/collections/", response={201: CollectionView}, auth=needs(Role.REVIEWER))
def create(request: ScopedRequest, body: CollectionIn) -> Answer[CollectionView]:
    """Create a collection. 409 if one with that name exists."""
    made = services.create_collection(request.scope, body.name)
    return Answer(201, selectors.get_collection(request.scope, made))


@collections_router.get(
    "/collections/{uuid:collection_id}", response=CollectionView, auth=needs(Role.VIEWER)
)
def get(request: ScopedRequest, collection_id: UUID) -> CollectionView:
    """One collection."""
    return selectors.get_collection(request.scope, collection_id)


@collections_router.patch(
    "/collections/{uuid:collection_id}", response=CollectionView, auth=needs(Role.REVIEWER)
)
def rename(request: ScopedRequest, collection_id: UUID, body: CollectionIn) -> CollectionView:
    """Rename a collection."""
    services.rename_collection(request.scope, collection_id, body.name)
    return selectors.get_collection(request.scope, collection_id)


@collections_router.delete(
    "/collections/{uuid:collection_id}", response={204: None}, auth=needs(Role.REVIEWER)
)
def delete(
    request: ScopedRequest, collection_id: UUID, with_documents: bool = True
) -> Answer[None]:
    """Delete a collection with its documents; with `with_documents=false` they stay."""
    services.delete_collection(request.scope, collection_id, with_documents=with_documents)
    return Answer(204, None)


details_router = AreaRouter("documents_details")

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


@details_router.get("/documents/tags", response=TagsOut, auth=needs(Role.VIEWER))
def list_tags(request: ScopedRequest) -> dict[str, list[TagCount]]:
    """The tenant's tags with the number of documents, the most frequent first."""
    return {"tags": selectors.tag_counts(request.scope)}


@details_router.get("/documents/properties", response=PropertiesOut, auth=needs(Role.VIEWER))
def list_properties(request: ScopedRequest) -> dict[str, list[PropertyView]]:
    """The properties that documents may have, by name."""
    return {"properties": selectors.properties_of(request.scope)}


@details_router.post(
    "/documents/properties", response={201: PropertyView}, auth=needs(Role.REVIEWER)
)
def add_property(request: ScopedRequest, body: PropertyIn) -> Answer[PropertyView]:
    """Add a property. 409 if one with that name exists."""
    return Answer(201, services.define_property(request.scope, body.name, body.kind))


@details_router.delete(
    "/documents/properties/{uuid:property_id}", response={204: None}, auth=needs(Role.ADMIN)
)
def delete_property(request: ScopedRequest, property_id: UUID) -> Answer[None]:
    """Delete a property and its value in every document."""
    services.delete_property(request.scope, property_id)
    return Answer(204, None)


@details_router.get("/documents/trash", response=TrashOut, auth=needs(Role.VIEWER))
def list_trash(
    request: ScopedRequest,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, object]:
    """Documents in the trash, the newest there first. Each is erased after thirty days."""
    scope = request.scope
    found = selectors.trash_page(scope, offset=offset, limit=limit)
    return {"documents": found, "total": selectors.trash_count(scope)}


@details_router.post(
    "/documents/{uuid:document_id}/trash", response=DocumentView, auth=needs(Role.REVIEWER)
)
def move_to_trash(request: ScopedRequest, document_id: UUID) -> DocumentView:
    """Move a document to the trash: it leaves lists, search, answers and stacks at once."""
    if not services.trash_documents(request.scope, [document_id]):
        raise DocumentNotFound()
    return selectors.get_trashed(request.scope, document_id)


@details_router.post(
    "/documents/{uuid:document_id}/restore", response=DocumentView, auth=needs(Role.REVIEWER)
)
def restore(request: ScopedRequest, document_id: UUID) -> DocumentView:
    """Take a document out of the trash, with everything derived from it."""
    if not services.restore_documents(request.scope, [document_id]):
        raise DocumentNotFound()
    return selectors.get_document(request.scope, document_id)


@details_router.get("/documents/views", response=SavedViewsOut, auth=needs(Role.VIEWER))
def list_views(request: ScopedRequest) -> dict[str, list[SavedViewItem]]:
    """The saved views of the library, by name."""
    return {"views": selectors.saved_views(request.scope)}


@details_router.post("/documents/views", response={201: SavedViewItem}, auth=needs(Role.REVIEWER))
def save_view(request: ScopedRequest, body: SavedViewIn) -> Answer[SavedViewItem]:
    """Save filters and order under a name; a view of that name is replaced."""
    return Answer(201, services.save_view(request.scope, body.name, body.query))


@details_router.delete(
    "/documents/views/{uuid:view_id}", response={204: None}, auth=needs(Role.REVIEWER)
)
def delete_view(request: ScopedRequest, view_id: UUID) -> Answer[None]:
    """Delete a saved view; no document changes."""
    services.delete_view(request.scope, view_id)
    return Answer(204, None)


search_router = AreaRouter("documents_search", tags=["search"])

Prefix = Annotated[str, Field(pattern=r"^(/|https?://)", max_length=2000)]
Word = Annotated[str, Field(min_length=1, max_length=500)]


class FiltersIn(Schema):
    """Limits what is searched. An unknown filter is an error, never ignored."""

    model_config = ConfigDict(extra="forbid")

    collection_ids: list[UUID] | None = None
    document_ids: list[UUID] | None = None
    source_url_prefix: Prefix | None = None
    section: Word | None = None
    kind: Word | None = None
    language: Annotated[str, Field(min_length=2, max_length=8)] | None = None
    date_from: date | None = None
    date_to: date | None = None


class SearchIn(Schema):
    query: Annotated[str, Field(min_length=1, max_length=1000)]
    filters: FiltersIn = FiltersIn()
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    recipe: Literal["fast", "balanced", "thorough"] = "balanced"


class HitsOut(Schema):
    hits: list[PassageHit]


@search_router.post("/search", response=HitsOut, auth=needs(Role.VIEWER))
def find(request: ScopedRequest, body: SearchIn) -> dict[str, list[PassageHit]]:
    """Passages that match the query, best first, with scores, reasons and matching words."""
    found = search(
        request.scope,
        body.query,
        filters=_filters(body.filters),
        limit=body.limit,
        recipe=body.recipe,
    )
    return {"hits": found}


def _filters(body: FiltersIn) -> Filters:
    filters = body.model_dump(exclude_none=True)
    documents = filters.pop("document_ids", None)
    if documents is not None:
        filters["parent_ids"] = documents
    return Filters.read(filters)
