"""Documents, their collections, their text, and search for passages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    FileLike,
    Id,
    Pages,
    Polling,
    continue_from,
    file_of,
    many,
    nothing,
    one,
    present_values,
)
from pramana.client.errors import WorkFailedError
from pramana.client.operations import C, Part, operation, page_operation, wait_operation

Status = Literal["queued", "reading", "ocr_complete", "completed", "failed"]


class UploadedDocument(ApiModel):
    id: UUID
    filename: str
    status: Status
    source_url: str
    run_id: UUID | None = None
    duplicate_of: UUID | None = None


class UploadedDocumentInfo(ApiModel):
    id: UUID
    title: str
    filename: str
    kind: str
    status: Status
    error: str
    size: int
    language: str
    page_count: int | None
    passage_count: int
    created_at: datetime
    run_id: UUID | None
    collection_id: UUID | None
    source_url: str
    duplicate_of: UUID | None = None


class DocumentPage(ApiModel):
    documents: list[UploadedDocumentInfo]
    next: str | None


class DocumentText(ApiModel):
    id: UUID
    text: str


class CollectionInfo(ApiModel):
    id: UUID
    name: str
    document_count: int
    created_at: datetime


class HitInfo(ApiModel):
    """A passage found by a query. Offsets count code points of the document's text."""

    document_id: UUID
    passage_id: UUID
    title: str
    source_url: str
    section: str
    page: int
    text: str
    start: int
    end: int
    marks: list[tuple[int, int]]
    score: float
    strength: float
    match: Literal["vector", "lexical"]
    why: str
    outside: bool = False


Hits = list[HitInfo]
Collections = list[CollectionInfo]
PATH = "/api/documents/"


class Documents(Part[C]):
    @operation
    def upload(
        self, file: FileLike, *, collection_id: Id | None = None
    ) -> ApiCall[UploadedDocument]:
        """Upload a file, given as a path or as name and bytes; it is read in the background."""
        return ApiCall(
            "POST",
            PATH,
            one(UploadedDocument),
            files={"file": file_of(file)},
            data=present_values(collection_id=collection_id),
        )

    @operation
    def get(self, document_id: Id) -> ApiCall[UploadedDocumentInfo]:
        return ApiCall("GET", f"{PATH}{document_id}", one(UploadedDocumentInfo))

    @operation
    def list(
        self,
        *,
        query: str = "",
        status: Status | None = None,
        collection_id: Id | None = None,
        after: str = "",
        limit: int = 50,
    ) -> ApiCall[DocumentPage]:
        """One page, newest first. Pass the page's `next` as `after` to continue."""
        params = present_values(
            query=query, status=status, collection_id=collection_id, after=after, limit=limit
        )
        return ApiCall("GET", PATH, one(DocumentPage), params=params)

    @page_operation
    def every(
        self, *, query: str = "", status: Status | None = None, collection_id: Id | None = None
    ) -> Pages[DocumentPage, UploadedDocumentInfo]:
        """All documents, newest first, fetched page by page."""
        params = present_values(query=query, status=status, collection_id=collection_id, limit=MOST)
        return Pages(
            ApiCall("GET", PATH, one(DocumentPage), params=params),
            lambda page: page.documents,
            lambda page: continue_from("after", page.next),
        )

    @operation
    def text(
        self, document_id: Id, *, start: int = 0, end: int | None = None
    ) -> ApiCall[DocumentText]:
        """The text that offsets refer to, or a part of it."""
        return ApiCall(
            "GET",
            f"{PATH}{document_id}/text",
            one(DocumentText),
            params=present_values(start=start, end=end),
        )

    @operation
    def delete(self, document_id: Id) -> ApiCall[None]:
        """Delete a document with everything derived from it."""
        return ApiCall("DELETE", f"{PATH}{document_id}", nothing)

    @operation
    def search(
        self,
        query: str,
        *,
        limit: int = 20,
        document_ids: Sequence[Id] | None = None,
        collection_ids: Sequence[Id] | None = None,
        recipe: str = "balanced",
    ) -> ApiCall[Hits]:
        """Passages for a query, best first."""
        filters = present_values(document_ids=document_ids, collection_ids=collection_ids)
        body = present_values(query=query, limit=limit, recipe=recipe, filters=filters)
        return ApiCall("POST", "/api/search", many(HitInfo, "hits"), json=body, repeatable=True)

    @operation
    def collections(self) -> ApiCall[Collections]:
        return ApiCall("GET", "/api/collections/", many(CollectionInfo, "collections"))

    @operation
    def create_collection(self, name: str) -> ApiCall[CollectionInfo]:
        return ApiCall("POST", "/api/collections/", one(CollectionInfo), json={"name": name})

    @wait_operation
    def wait(self, document_id: Id, *, timeout: float = 300) -> Polling[UploadedDocumentInfo]:
        """Wait until the document can be searched. Raises `WorkFailedError` if reading fails."""
        return Polling(Documents.get.build(self, document_id), _is_read, timeout)


def _is_read(document: UploadedDocumentInfo) -> bool:
    if document.status == "failed":
        raise WorkFailedError(document.error)
    return document.status == "completed"
