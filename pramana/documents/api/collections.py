from typing import Annotated
from uuid import UUID

from ninja import Router, Schema
from ninja import Status as Answer
from pydantic import Field

from pramana.documents import selectors, services
from pramana.documents.contracts import CollectionView
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["collections"])


class CollectionIn(Schema):
    name: Annotated[str, Field(min_length=1, max_length=200)]


class CollectionsOut(Schema):
    collections: list[CollectionView]


@router.get("/collections/", response=CollectionsOut, auth=needs(Role.VIEWER))
def list_collections(request: ScopedRequest) -> dict[str, list[CollectionView]]:
    """The tenant's collections by name."""
    return {"collections": selectors.collections_of(request.scope)}


@router.post("/collections/", response={201: CollectionView}, auth=needs(Role.REVIEWER))
def create(request: ScopedRequest, body: CollectionIn) -> Answer[CollectionView]:
    """Create a collection. 409 if one with that name exists."""
    made = services.create_collection(request.scope, body.name)
    return Answer(201, selectors.get_collection(request.scope, made))


@router.get("/collections/{uuid:collection_id}", response=CollectionView, auth=needs(Role.VIEWER))
def get(request: ScopedRequest, collection_id: UUID) -> CollectionView:
    """One collection."""
    return selectors.get_collection(request.scope, collection_id)


@router.patch(
    "/collections/{uuid:collection_id}", response=CollectionView, auth=needs(Role.REVIEWER)
)
def rename(request: ScopedRequest, collection_id: UUID, body: CollectionIn) -> CollectionView:
    """Rename a collection."""
    services.rename_collection(request.scope, collection_id, body.name)
    return selectors.get_collection(request.scope, collection_id)


@router.delete("/collections/{uuid:collection_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete(
    request: ScopedRequest, collection_id: UUID, with_documents: bool = True
) -> Answer[None]:
    """Delete a collection with its documents; with `with_documents=false` they stay."""
    services.delete_collection(request.scope, collection_id, with_documents=with_documents)
    return Answer(204, None)
