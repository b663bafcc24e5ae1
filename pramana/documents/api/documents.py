from datetime import datetime
from typing import Annotated
from uuid import UUID

from ninja import File, Form, Query, Router, Schema
from ninja import Status as Answer
from ninja.files import UploadedFile
from pydantic import Field

from pramana.documents import selectors, services
from pramana.documents.contracts import DocumentView, Status
from pramana.documents.selectors import Found, Shelf, ShelfPage, Sort
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()

Offset = Annotated[int, Query(ge=0, le=1_000_000_000, description="A place in the text.")]


class AcceptedOut(Schema):
    id: UUID
    filename: str
    status: Status
    source_url: str
    run_id: UUID | None
    duplicate_of: UUID | None


class SeveralOut(Schema):
    documents: list[AcceptedOut]


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
) -> Answer[DocumentView | dict[str, list[DocumentView]]]:
    """Take in one file or several; each is read in the background."""
    added = services.add_files(
        request.scope, [(item.name or "", item) for item in file], collection_id=collection_id
    )
    return Answer(202, added[0] if len(added) == 1 else {"documents": added})


class ShelfIn(Schema):
    """Which documents are wanted. Continue with `after` = the `next` of the answer before."""

    query: Annotated[str, Field(max_length=200)] = ""
    status: Status | None = None
    collection_id: UUID | None = None
    kind: Annotated[str, Field(pattern=r"^[a-z]*$", max_length=16)] = ""
    language: Annotated[str, Field(pattern=r"^[a-z-]*$", max_length=8)] = ""
    sort: Sort = Sort.NEWEST
    after: Annotated[str, Field(max_length=600)] = ""
    before: datetime | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50


@router.get("/documents/", response=PageOfDocumentsOut, auth=needs(Role.VIEWER))
def list_documents(request: ScopedRequest, wanted: Query[ShelfIn]) -> ShelfPage:
    """The tenant's documents, newest first unless another order is asked for."""
    shelf = Shelf(
        words=wanted.query,
        status=wanted.status,
        collection_id=wanted.collection_id,
        kind=wanted.kind,
        language=wanted.language,
        sort=wanted.sort,
        before=wanted.before,
    )
    return selectors.library_page(request.scope, shelf, after=wanted.after, limit=wanted.limit)


@router.get("/documents/{uuid:document_id}", response=DocumentView, auth=needs(Role.VIEWER))
def get_document(request: ScopedRequest, document_id: UUID) -> DocumentView:
    """One document and how far its reading has come."""
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


@router.get("/documents/{uuid:document_id}/text", response=TextOut, auth=needs(Role.VIEWER))
def get_text(
    request: ScopedRequest,
    document_id: UUID,
    start: Offset = 0,
    end: Offset | None = None,
) -> dict[str, object]:
    """The stored text that every offset counts in, or a part of it. 409 until it has been read."""
    if end is None:
        text = selectors.document_text(request.scope, document_id)[start:]
    else:
        text = selectors.text_between(request.scope, document_id, start, end)
    return {"id": document_id, "text": text}


@router.get("/documents/{uuid:document_id}/find", response=Found, auth=needs(Role.VIEWER))
def find(
    request: ScopedRequest,
    document_id: UUID,
    q: Annotated[str, Query(max_length=500)] = "",
    after: Annotated[int, Query(ge=-1, le=1_000_000_000)] = -1,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> Found:
    """Where the words stand in this document. Continue with `after` = the answer's `next`."""
    return selectors.find_in(request.scope, document_id, q, after=after, limit=limit)


@router.post(
    "/documents/{uuid:document_id}/retry",
    response={202: DocumentView},
    auth=needs(Role.REVIEWER),
)
def retry(request: ScopedRequest, document_id: UUID) -> Answer[DocumentView]:
    """Read a document again whose reading failed. 409 otherwise."""
    return Answer(202, services.retry_document(request.scope, document_id))


@router.delete("/documents/{uuid:document_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete(request: ScopedRequest, document_id: UUID) -> Answer[None]:
    """Remove a document with everything drawn from its text, and its file."""
    services.delete_document(request.scope, document_id)
    return Answer(204, None)
