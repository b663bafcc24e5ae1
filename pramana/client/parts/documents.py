"""Documents: upload, wait, list, read, search, delete."""

from collections.abc import Sequence

from pramana.client.calls import Call, Id, given, many, nothing, one
from pramana.client.errors import WorkFailed
from pramana.client.models.documents import (
    Collection,
    Document,
    DocumentPage,
    DocumentText,
    Hit,
    Status,
    Uploaded,
)
from pramana.client.operations import Async, Sync, operation, paging
from pramana.client.pages import MOST, Pages, from_place
from pramana.client.parts.files import FileLike, file_of
from pramana.client.parts.waiting import wait_until, wait_until_async

Hits = list[Hit]
Collections = list[Collection]
PATH = "/api/documents/"


class DocumentOperations:
    @operation
    def upload(self, file: FileLike, *, collection_id: Id | None = None) -> Call[Uploaded]:
        """Take in a file, given as a path or as a name and bytes; it is read in the background."""
        return Call(
            "POST",
            PATH,
            one(Uploaded),
            files={"file": file_of(file)},
            data=given(collection_id=collection_id),
        )

    @operation
    def get(self, document_id: Id) -> Call[Document]:
        return Call("GET", f"{PATH}{document_id}", one(Document))

    @operation
    def list(
        self,
        *,
        query: str = "",
        status: Status | None = None,
        collection_id: Id | None = None,
        after: str = "",
        limit: int = 50,
    ) -> Call[DocumentPage]:
        """Newest first. Continue with `after` = the `next` of the page before."""
        params = given(
            query=query, status=status, collection_id=collection_id, after=after, limit=limit
        )
        return Call("GET", PATH, one(DocumentPage), params=params)

    @paging
    def every(
        self, *, query: str = "", status: Status | None = None, collection_id: Id | None = None
    ) -> Pages[DocumentPage, Document]:
        """All of them, newest first, page after page as they are read."""
        params = given(query=query, status=status, collection_id=collection_id, limit=MOST)
        return Pages(
            Call("GET", PATH, one(DocumentPage), params=params),
            lambda page: page.documents,
            lambda page: from_place("after", page.next),
        )

    @operation
    def text(
        self, document_id: Id, *, start: int = 0, end: int | None = None
    ) -> Call[DocumentText]:
        """The text that every offset counts in, or a part of it."""
        return Call(
            "GET",
            f"{PATH}{document_id}/text",
            one(DocumentText),
            params=given(start=start, end=end),
        )

    @operation
    def delete(self, document_id: Id) -> Call[None]:
        """Remove a document with everything drawn from it."""
        return Call("DELETE", f"{PATH}{document_id}", nothing)

    @operation
    def search(
        self,
        query: str,
        *,
        limit: int = 20,
        document_ids: Sequence[Id] | None = None,
        collection_ids: Sequence[Id] | None = None,
        recipe: str = "balanced",
    ) -> Call[Hits]:
        """Passages for a query, best first."""
        filters = given(document_ids=document_ids, collection_ids=collection_ids)
        body = given(query=query, limit=limit, recipe=recipe, filters=filters)
        return Call("POST", "/api/search", many(Hit, "hits"), json=body, repeatable=True)

    @operation
    def collections(self) -> Call[Collections]:
        return Call("GET", "/api/collections/", many(Collection, "collections"))

    @operation
    def create_collection(self, name: str) -> Call[Collection]:
        return Call("POST", "/api/collections/", one(Collection), json={"name": name})


class Documents(DocumentOperations, Sync):
    def wait(self, document_id: Id, *, timeout: float = 300) -> Document:
        """The document, once it can be searched. Raises `WorkFailed` with why it cannot."""
        return _read(wait_until(lambda: self.get(document_id), _is_over, timeout=timeout))


class AsyncDocuments(DocumentOperations, Async):
    async def wait(self, document_id: Id, *, timeout: float = 300) -> Document:
        """The document, once it can be searched. Raises `WorkFailed` with why it cannot."""
        found = await wait_until_async(lambda: self.get(document_id), _is_over, timeout=timeout)
        return _read(found)


def _is_over(document: Document) -> bool:
    return document.status in ("completed", "failed")


def _read(document: Document) -> Document:
    if document.status == "failed":
        raise WorkFailed(document.error)
    return document
