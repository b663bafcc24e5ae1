"""Documents over HTTP: upload, list, read, change, delete; and the pages they are fetched from."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.db import transaction
from ninja import File, Form, Query, Schema
from ninja import Status as Answer
from ninja.files import UploadedFile
from pydantic import ConfigDict, Field

from pramana.documents import selectors, services
from pramana.documents.contracts import (
    BatchResult,
    DocumentChanges,
    DocumentView,
    PropertyValue,
    SourceView,
    Status,
)
from pramana.documents.selectors import LibraryPage, LibraryQuery, Sort, WordMatches
from pramana.kit.texts import ADDRESS, NO_NUL
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

router = AreaRouter("documents_documents")

Tag = Annotated[str, Field(min_length=1, max_length=60, pattern=NO_NUL)]
Offset = Annotated[int, Query(ge=0, le=1_000_000_000, description="An offset in the text.")]


class AcceptedOut(Schema):
    id: UUID
    filename: str
    status: Status
    source_url: str
    run_id: UUID | None
    duplicate_of: UUID | None


class RefusedFileOut(Schema):
    filename: str
    error_code: str
    message: str


class SeveralOut(Schema):
    documents: list[AcceptedOut]
    refused: list[RefusedFileOut]


class PageOfDocumentsOut(Schema):
    documents: list[DocumentView]
    next: str | None


class TextOut(Schema):
    id: UUID
    text: str


@router.post("/documents/", response={202: AcceptedOut | SeveralOut}, auth=needs(Role.REVIEWER))
def upload(
    request: ScopedRequest,
    file: File[list[UploadedFile]],
    collection_id: Form[UUID | None] = None,
) -> Answer[DocumentView | BatchResult]:
    """Upload one or more files; each is read in the background.

    Of several files, the good ones are taken and the others are named in `refused`.
    """
    files = [(item.name or "", item) for item in file]
    batch = services.add_batch(request.scope, files, collection_id=collection_id)
    return Answer(202, batch.documents[0] if len(files) == 1 else batch)


class LibraryQueryIn(Schema):
    """Which documents to list. Continue with `after` = the `next` of the last response."""

    query: Annotated[str, Field(max_length=200)] = ""
    status: Status | None = None
    collection_id: UUID | None = None
    tag: Annotated[list[Tag], Field(max_length=20, default_factory=list)]
    kind: Annotated[str, Field(pattern=r"^[a-z]*$", max_length=16)] = ""
    language: Annotated[str, Field(pattern=r"^[a-z-]*$", max_length=8)] = ""
    sort: Sort = Sort.NEWEST
    after: Annotated[str, Field(max_length=600)] = ""
    before: datetime | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50


@router.get("/documents/", response=PageOfDocumentsOut, auth=needs(Role.VIEWER))
def list_documents(request: ScopedRequest, filters: Query[LibraryQueryIn]) -> LibraryPage:
    """The tenant's documents, newest first by default."""
    query = LibraryQuery(
        words=filters.query,
        status=filters.status,
        collection_id=filters.collection_id,
        tags=tuple(filters.tag),
        kind=filters.kind,
        language=filters.language,
        sort=filters.sort,
        before=filters.before,
    )
    return selectors.library_page(request.scope, query, after=filters.after, limit=filters.limit)


@router.get("/documents/{uuid:document_id}", response=DocumentView, auth=needs(Role.VIEWER))
def get_document(request: ScopedRequest, document_id: UUID) -> DocumentView:
    """One document and the status of its reading."""
    return selectors.get_document(request.scope, document_id)


@router.get(
    "/documents/{uuid:document_id}/",
    response=DocumentView,
    auth=needs(Role.VIEWER),
    include_in_schema=False,
)
def get_document_with_slash(request: ScopedRequest, document_id: UUID) -> DocumentView:
    """The same, for clients that end every path with a slash."""
    return selectors.get_document(request.scope, document_id)


class DocumentChangesIn(Schema):
    """What to change; what is left out stays as it is.

    `properties` names only those that change; null removes a value.
    """

    model_config = ConfigDict(extra="forbid")

    title: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    tags: Annotated[list[Tag], Field(max_length=50)] | None = None
    notes: Annotated[str, Field(max_length=20_000)] | None = None
    properties: Annotated[dict[str, PropertyValue | None], Field(max_length=100)] | None = None
    collection_id: UUID | None = None


@router.patch("/documents/{uuid:document_id}", response=DocumentView, auth=needs(Role.REVIEWER))
def change(request: ScopedRequest, document_id: UUID, body: DocumentChangesIn) -> DocumentView:
    """Rename a document, or change its tags, notes, properties or collection.

    A title that a person gave stays when the file is read again. `collection_id: null` takes the
    document out of its collection.
    """
    scope, sent = request.scope, body.model_dump(exclude_unset=True)
    moves = "collection_id" in sent
    collection_id = sent.pop("collection_id", None)
    with transaction.atomic():
        changed = services.change_document(scope, document_id, DocumentChanges(**sent))
        if moves:
            services.move_documents(scope, [document_id], collection_id)
    return selectors.get_document(scope, document_id) if moves else changed


@router.get("/documents/{uuid:document_id}/text", response=TextOut, auth=needs(Role.VIEWER))
def get_text(
    request: ScopedRequest,
    document_id: UUID,
    start: Offset = 0,
    end: Offset | None = None,
) -> dict[str, object]:
    """The stored text, to which all offsets refer, or a part of it. 409 until it has been read."""
    if end is None:
        text = selectors.document_text(request.scope, document_id)[start:]
    else:
        text = selectors.text_between(request.scope, document_id, start, end)
    return {"id": document_id, "text": text}


@router.get("/documents/{uuid:document_id}/find", response=WordMatches, auth=needs(Role.VIEWER))
def find(
    request: ScopedRequest,
    document_id: UUID,
    q: Annotated[str, Query(max_length=500)] = "",
    after: Annotated[int, Query(ge=-1, le=1_000_000_000)] = -1,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> WordMatches:
    """Find words in this document. Continue with `after` = the `next` of the last response."""
    return selectors.find_in_document(request.scope, document_id, q, after=after, limit=limit)


@router.post(
    "/documents/{uuid:document_id}/retry",
    response={202: DocumentView},
    auth=needs(Role.REVIEWER),
)
def retry(request: ScopedRequest, document_id: UUID) -> Answer[DocumentView]:
    """Read a document again after a failure. 409 if its reading did not fail."""
    return Answer(202, services.retry_document(request.scope, document_id))


@router.delete("/documents/{uuid:document_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete(request: ScopedRequest, document_id: UUID) -> Answer[None]:
    """Delete a document, everything derived from it, and its file. It does not go to the trash."""
    services.delete_document(request.scope, document_id)
    return Answer(204, None)


sources_router = AreaRouter("documents_sources", tags=["sources"])


class SourceIn(Schema):
    url: Annotated[str, Field(pattern=ADDRESS, max_length=2000)]
    site: bool = False
    """Whether to fetch the whole site: its sitemap, or the pages it links to."""
    collection_id: UUID | None = None


class SourcesOut(Schema):
    sources: list[SourceView]


@sources_router.get("/sources/", response=SourcesOut, auth=needs(Role.VIEWER))
def list_sources(request: ScopedRequest) -> dict[str, list[SourceView]]:
    """The pages and sites that documents are fetched from."""
    return {"sources": selectors.sources_of(request.scope)}


@sources_router.post("/sources/", response={202: SourceView}, auth=needs(Role.REVIEWER))
def add(request: ScopedRequest, body: SourceIn) -> Answer[SourceView]:
    """Fetch a page or a site in the background. 403 for an address that may not be fetched."""
    added = services.add_source(
        request.scope, body.url, whole_site=body.site, collection_id=body.collection_id
    )
    return Answer(202, added)


@sources_router.get("/sources/{uuid:source_id}", response=SourceView, auth=needs(Role.VIEWER))
def get(request: ScopedRequest, source_id: UUID) -> SourceView:
    """One source and the result of its last fetching."""
    return selectors.get_source(request.scope, source_id)


@sources_router.post(
    "/sources/{uuid:source_id}/fetch", response={202: SourceView}, auth=needs(Role.REVIEWER)
)
def again(request: ScopedRequest, source_id: UUID) -> Answer[SourceView]:
    """Fetch a source again; unchanged pages are not read again."""
    return Answer(202, services.fetch_again(request.scope, source_id))


@sources_router.delete(
    "/sources/{uuid:source_id}",
    response={204: None},
    auth=needs(Role.REVIEWER),
    operation_id="documents_sources_delete",
    summary="Delete",
)
def delete_source(request: ScopedRequest, source_id: UUID) -> Answer[None]:
    """Delete a source; the documents fetched from it stay."""
    services.delete_source(request.scope, source_id)
    return Answer(204, None)
