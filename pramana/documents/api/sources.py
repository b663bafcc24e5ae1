from typing import Annotated
from uuid import UUID

from ninja import Router, Schema
from ninja import Status as Answer
from pydantic import Field

from pramana.documents import selectors, services
from pramana.documents.contracts import SourceView
from pramana.kit.texts import ADDRESS
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["sources"])


class SourceIn(Schema):
    url: Annotated[str, Field(pattern=ADDRESS, max_length=2000)]
    site: bool = False
    """Whether to fetch the whole site: its sitemap, or the pages it links to."""
    collection_id: UUID | None = None


class SourcesOut(Schema):
    sources: list[SourceView]


@router.get("/sources/", response=SourcesOut, auth=needs(Role.VIEWER))
def list_sources(request: ScopedRequest) -> dict[str, list[SourceView]]:
    """The pages and sites that documents are fetched from."""
    return {"sources": selectors.sources_of(request.scope)}


@router.post("/sources/", response={202: SourceView}, auth=needs(Role.REVIEWER))
def add(request: ScopedRequest, body: SourceIn) -> Answer[SourceView]:
    """Fetch a page or a site in the background. 403 for an address that may not be fetched."""
    added = services.add_source(
        request.scope, body.url, whole_site=body.site, collection_id=body.collection_id
    )
    return Answer(202, added)


@router.get("/sources/{uuid:source_id}", response=SourceView, auth=needs(Role.VIEWER))
def get(request: ScopedRequest, source_id: UUID) -> SourceView:
    """One source and the result of its last fetching."""
    return selectors.get_source(request.scope, source_id)


@router.post(
    "/sources/{uuid:source_id}/fetch", response={202: SourceView}, auth=needs(Role.REVIEWER)
)
def again(request: ScopedRequest, source_id: UUID) -> Answer[SourceView]:
    """Fetch a source again; unchanged pages are not read again."""
    return Answer(202, services.fetch_again(request.scope, source_id))


@router.delete("/sources/{uuid:source_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete(request: ScopedRequest, source_id: UUID) -> Answer[None]:
    """Delete a source; the documents fetched from it stay."""
    services.delete_source(request.scope, source_id)
    return Answer(204, None)
