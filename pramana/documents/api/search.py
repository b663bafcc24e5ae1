from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from ninja import Router, Schema
from pydantic import ConfigDict, Field

from pramana.documents.contracts import Hit
from pramana.documents.search import search
from pramana.retrieval.filters import Filters
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["search"])

Prefix = Annotated[str, Field(pattern=r"^(/|https?://)", max_length=2000)]
Word = Annotated[str, Field(min_length=1, max_length=500)]


class FiltersIn(Schema):
    """What may be found at all. A filter that is not known is refused, never dropped."""

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
    hits: list[Hit]


@router.post("/search", response=HitsOut, auth=needs(Role.VIEWER))
def find(request: ScopedRequest, body: SearchIn) -> dict[str, list[Hit]]:
    """Passages for the query, best first, each with its scores, why it is here and where."""
    found = search(
        request.scope,
        body.query,
        filters=_filters(body.filters),
        limit=body.limit,
        recipe=body.recipe,
    )
    return {"hits": found}


def _filters(asked: FiltersIn) -> Filters:
    given = asked.model_dump(exclude_none=True)
    documents = given.pop("document_ids", None)
    if documents is not None:
        given["parent_ids"] = documents
    return Filters.read(given)
