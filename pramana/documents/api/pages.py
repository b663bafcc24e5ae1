from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from ninja import Path, Query, Router, Schema

from pramana.documents import pictures, selectors
from pramana.documents.contracts import PageView
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()

Number = Annotated[int, Path(ge=0, le=1_000_000, description="Pages are counted from 0.")]


class PagesOut(Schema):
    pages: list[PageView]


class BoxesOut(Schema):
    boxes: list[tuple[str, float, float, float, float]]


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
                "description": "A picture of the page.",
                "content": {"image/webp": {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
def page_image(request: ScopedRequest, document_id: UUID, number: Number) -> HttpResponse:
    """A picture of a page of a PDF or an image."""
    picture = pictures.page_picture(request.scope, document_id, number)
    return HttpResponse(
        picture, content_type="image/webp", headers={"Cache-Control": "private, max-age=86400"}
    )


@router.get(
    "/documents/{uuid:document_id}/pages/{int:number}/boxes",
    response=BoxesOut,
    auth=needs(Role.VIEWER),
)
def page_boxes(request: ScopedRequest, document_id: UUID, number: Number) -> dict[str, Any]:
    """The words of a page in places, as shares of its width and height from the top left."""
    return {"boxes": pictures.word_boxes(request.scope, document_id, number)}
