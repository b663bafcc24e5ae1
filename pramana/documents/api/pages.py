"""A document as it looks, over HTTP: its pages, its outline, and the original file."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import IO, Annotated, Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header
from ninja import Path, Query, Schema

from pramana.documents import page_images, selectors
from pramana.documents.contracts import PageView
from pramana.documents.page_images import ImageSize
from pramana.documents.selectors import HeadingView, stored_file
from pramana.kit.scope import Scope
from pramana.postgres.loans import release_connections
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs
from pramana.tenancy.services import open_file

router = AreaRouter("documents_pages")

Number = Annotated[int, Path(ge=0, le=1_000_000, description="Pages are counted from 0.")]
Offset = Annotated[int, Query(ge=0, le=1_000_000_000, description="An offset in the text.")]


class PagesOut(Schema):
    pages: list[PageView]


class BoxesOut(Schema):
    boxes: list[tuple[str, float, float, float, float]]


class WordsOut(Schema):
    words: list[tuple[str, int, int, float, float, float, float]]


class LayoutOut(Schema):
    pages: list[tuple[float, float, int]]


class OutlineOut(Schema):
    headings: list[HeadingView]


@router.get("/documents/{uuid:document_id}/pages", response=PagesOut, auth=needs(Role.VIEWER))
def list_pages(
    request: ScopedRequest,
    document_id: UUID,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
) -> dict[str, list[PageView]]:
    """Each page's range in the text, and how it was read."""
    return {"pages": selectors.pages_of(request.scope, document_id, first=first, limit=limit)}


@router.get(
    "/documents/{uuid:document_id}/pages/{int:number}/image",
    auth=needs(Role.VIEWER),
    openapi_extra={
        "responses": {
            200: {
                "description": "An image of the page.",
                "content": {"image/webp": {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
def page_image(
    request: ScopedRequest,
    document_id: UUID,
    number: Number,
    small: bool = False,
    size: ImageSize = ImageSize.NORMAL,
) -> HttpResponse:
    """An image of a page of a PDF or image file; `size` says how many pixels it has.

    `small=true` is an older way to ask for `size=small`.
    """
    wanted = ImageSize.SMALL if small else size
    image = page_images.page_image(request.scope, document_id, number, wanted)
    return HttpResponse(
        image, content_type="image/webp", headers={"Cache-Control": "private, max-age=86400"}
    )


@router.get(
    "/documents/{uuid:document_id}/page-layout", response=LayoutOut, auth=needs(Role.VIEWER)
)
def page_layout(request: ScopedRequest, document_id: UUID) -> dict[str, Any]:
    """Each page of a PDF or image file: its width, its height, and where its text begins."""
    return {"pages": page_images.page_layout(request.scope, document_id)}


@router.get(
    "/documents/{uuid:document_id}/pages/{int:number}/words",
    response=WordsOut,
    auth=needs(Role.VIEWER),
)
def page_words(request: ScopedRequest, document_id: UUID, number: Number) -> dict[str, Any]:
    """The words of a page's text: each with its range in the document's text and its box."""
    return {"words": page_images.words_on_page(request.scope, document_id, number)}


@router.get(
    "/documents/{uuid:document_id}/pages/{int:number}/boxes",
    response=BoxesOut,
    auth=needs(Role.VIEWER),
)
def page_boxes(
    request: ScopedRequest,
    document_id: UUID,
    number: Number,
    start: Offset | None = None,
    end: Offset | None = None,
) -> dict[str, Any]:
    """The words of a page with their boxes, as fractions of its size from the top left.

    With `start` and `end`, only the words between these offsets, joined to one box per line.
    """
    if start is None or end is None:
        return {"boxes": page_images.word_boxes(request.scope, document_id, number)}
    return {"boxes": page_images.quote_boxes(request.scope, document_id, number, start, end)}


@router.get("/documents/{uuid:document_id}/outline", response=OutlineOut, auth=needs(Role.VIEWER))
def outline(request: ScopedRequest, document_id: UUID) -> dict[str, list[HeadingView]]:
    """The document's section headings, and where each begins."""
    return {"headings": selectors.outline_of(request.scope, document_id)}


files_router = AreaRouter("documents_files")

CONTENT_TYPE = "application/octet-stream"
CHUNK = 256 * 1024


@files_router.get(
    "/documents/{uuid:document_id}/file",
    auth=needs(Role.VIEWER),
    openapi_extra={
        "responses": {
            200: {
                "description": "The file, byte for byte.",
                "content": {CONTENT_TYPE: {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
async def original(request: ScopedRequest, document_id: UUID) -> StreamingHttpResponse:
    """The file as uploaded or fetched, always as a download: it may contain scripts."""
    open_files = ExitStack()
    file, name = await sync_to_async(_open)(request.scope, document_id, open_files)
    return StreamingHttpResponse(
        _chunks(file, open_files),
        content_type=CONTENT_TYPE,
        headers={
            "Content-Disposition": content_disposition_header(True, name) or "attachment",
            "Cache-Control": "private, no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


def _open(scope: Scope, document_id: UUID, open_files: ExitStack) -> tuple[IO[Any], str]:
    """The open file and its name. The database connection is released before sending."""
    stored = stored_file(scope, document_id)
    file = open_files.enter_context(open_file(scope, stored.id))
    release_connections()
    return file, stored.name


async def _chunks(file: IO[Any], open_files: ExitStack) -> AsyncIterator[bytes]:
    with open_files:
        while part := await asyncio.to_thread(file.read, CHUNK):
            yield part
