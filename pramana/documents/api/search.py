from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from ninja import Router, Schema
from pydantic import ConfigDict, Field

from pramana.documents.contracts import PassageHit
from pramana.documents.search import search
from pramana.retrieval.contracts import Filters
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["search"])

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


@router.post("/search", response=HitsOut, auth=needs(Role.VIEWER))
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
