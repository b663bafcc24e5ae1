"""Extractions: what there is, one of them, and what happened to it."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from ninja import Query, Router
from ninja import Status as Answer

from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.contracts.views import (
    CallView,
    ExtractionLine,
    ExtractionView,
    FieldChangeView,
)
from pramana.extraction.selectors import extractions, history
from pramana.extraction.services.deleting import delete_extraction
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()

Number = Annotated[int, Query(ge=0, le=2_000_000_000)]


@router.get("/extractions", response=list[ExtractionLine], auth=needs(Role.VIEWER))
def list_extractions(
    request: ScopedRequest,
    document_id: UUID | None = None,
    status: ExtractionStatus | None = None,
    before: datetime | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[ExtractionLine]:
    """Yours and those shared with you, newest first. Continue with `before` = the last
    `created_at`."""
    return extractions.extractions_page(
        request.scope, document_id=document_id, status=status, before=before, limit=limit
    )


@router.get("/extractions/{uuid:extraction_id}", response=ExtractionView, auth=needs(Role.VIEWER))
def get_extraction(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """One extraction with its fields, and at each path confidence, evidence and trust."""
    return extractions.get_extraction(request.scope, extraction_id)


@router.delete("/extractions/{uuid:extraction_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete(request: ScopedRequest, extraction_id: UUID) -> Answer[None]:
    """Erase an extraction of yours with its history. A run on it is ended."""
    delete_extraction(request.scope, extraction_id)
    return Answer(204, None)


@router.get(
    "/extractions/{uuid:extraction_id}/calls",
    response=list[CallView],
    auth=needs(Role.VIEWER),
)
def list_calls(request: ScopedRequest, extraction_id: UUID, after: Number = 0) -> list[CallView]:
    """Every use of a tool, in order, with its outcome. Continue with `after` = the last `order`."""
    return history.calls_of(request.scope, extraction_id, after=after)


@router.get(
    "/extractions/{uuid:extraction_id}/changes",
    response=list[FieldChangeView],
    auth=needs(Role.VIEWER),
)
def list_changes(
    request: ScopedRequest, extraction_id: UUID, before: Number | None = None
) -> list[FieldChangeView]:
    """Every change, newest first, value by value. Continue with `before` = the last `number`."""
    return history.changes_of(request.scope, extraction_id, before=before)
