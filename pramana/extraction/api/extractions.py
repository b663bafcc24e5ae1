"""Endpoints for extractions: run the agent, list, edit, approve, and read the history."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from ninja import Header, Query, Router
from ninja import Status as Answer

from pramana.extraction.api.extraction_schemas import (
    CorrectIn,
    ExtractIn,
    FieldEditIn,
    FieldPathIn,
    SharedIn,
)
from pramana.extraction.contracts.extractions import (
    CallView,
    ExtractionLine,
    ExtractionMode,
    ExtractionStatus,
    ExtractionView,
    FieldChangeView,
)
from pramana.extraction.selectors import extractions, history
from pramana.extraction.selectors.extractions import get_extraction, get_template
from pramana.extraction.services import extraction_fields
from pramana.extraction.services.extractions import (
    approve_extraction,
    correct_document,
    delete_extraction,
    lock_extraction,
    share_extraction,
    start_extraction,
    stop_run,
    unlock_extraction,
)
from pramana.extraction.streams import watch_run
from pramana.jobs.streams import EVENT_STREAM, stream
from pramana.kit.scope import Scope
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
    """Your extractions and the shared ones, newest first. Continue with `before` = the last
    `created_at`.
    """
    return extractions.extractions_page(
        request.scope, document_id=document_id, status=status, before=before, limit=limit
    )


@router.get("/extractions/{uuid:extraction_id}", response=ExtractionView, auth=needs(Role.VIEWER))
def show_extraction(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """One extraction with its fields, and the confidence, evidence and trust at each path."""
    return extractions.get_extraction(request.scope, extraction_id)


@router.delete("/extractions/{uuid:extraction_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete(request: ScopedRequest, extraction_id: UUID) -> Answer[None]:
    """Delete an extraction of yours with its history. A run on it is ended."""
    delete_extraction(request.scope, extraction_id)
    return Answer(204, None)


@router.get(
    "/extractions/{uuid:extraction_id}/calls",
    response=list[CallView],
    auth=needs(Role.VIEWER),
)
def list_calls(request: ScopedRequest, extraction_id: UUID, after: Number = 0) -> list[CallView]:
    """Every tool call in order, with its outcome. Continue with `after` = the last `order`."""
    return history.extraction_tool_calls(request.scope, extraction_id, after=after)


@router.get(
    "/extractions/{uuid:extraction_id}/changes",
    response=list[FieldChangeView],
    auth=needs(Role.VIEWER),
)
def list_changes(
    request: ScopedRequest, extraction_id: UUID, before: Number | None = None
) -> list[FieldChangeView]:
    """Every change, newest first, value by value. Continue with `before` = the last `number`."""
    return history.field_changes(request.scope, extraction_id, before=before)


@router.patch(
    "/extractions/{uuid:extraction_id}/fields",
    response=ExtractionView,
    auth=needs(Role.REVIEWER),
)
def edit_value(request: ScopedRequest, extraction_id: UUID, body: FieldEditIn) -> ExtractionView:
    """Write a value by hand at a path like `items[2].price`. Runs keep it unless told otherwise."""
    return extraction_fields.edit_field(request.scope, extraction_id, body.path, body.value)


@router.post(
    "/extractions/{uuid:extraction_id}/fields/remove",
    response=ExtractionView,
    auth=needs(Role.REVIEWER),
)
def remove_value(request: ScopedRequest, extraction_id: UUID, body: FieldPathIn) -> ExtractionView:
    """Remove a field by hand. No run puts it back unless asked to."""
    return extraction_fields.remove_field_by_hand(request.scope, extraction_id, body.path)


@router.post(
    "/extractions/{uuid:extraction_id}/changes/{uuid:field_change_id}/undo",
    response=ExtractionView,
    auth=needs(Role.REVIEWER),
)
def undo_change(
    request: ScopedRequest, extraction_id: UUID, field_change_id: UUID
) -> ExtractionView:
    """Restore the value before a change. 409 if that path has been changed again since."""
    return extraction_fields.undo_field_change(request.scope, extraction_id, field_change_id)


@router.post(
    "/extractions/{uuid:extraction_id}/stop", response=ExtractionView, auth=needs(Role.REVIEWER)
)
def stop(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """Stop the current run; what it saved stays. 409 if there is none."""
    return stop_run(request.scope, extraction_id)


@router.post(
    "/extractions/{uuid:extraction_id}/approve",
    response=ExtractionView,
    auth=needs(Role.REVIEWER),
)
def approve(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """Approve an extraction. 409 unless it is complete."""
    return approve_extraction(request.scope, extraction_id)


@router.post(
    "/extractions/{uuid:extraction_id}/lock", response=ExtractionView, auth=needs(Role.REVIEWER)
)
def lock(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """Prevent all changes to an extraction, by hand or by run."""
    return lock_extraction(request.scope, extraction_id)


@router.post(
    "/extractions/{uuid:extraction_id}/unlock", response=ExtractionView, auth=needs(Role.REVIEWER)
)
def unlock(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """Allow changes to an extraction again."""
    return unlock_extraction(request.scope, extraction_id)


@router.post(
    "/extractions/{uuid:extraction_id}/share", response=ExtractionView, auth=needs(Role.REVIEWER)
)
def share(request: ScopedRequest, extraction_id: UUID, body: SharedIn) -> ExtractionView:
    """Share an extraction of yours with everyone in the tenant, or stop sharing it."""
    return share_extraction(request.scope, extraction_id, shared=body.shared)


BIGGEST = 2_000_000_000
After = Annotated[int, Query(ge=0, le=BIGGEST)]
LastEvent = Annotated[int | None, Header(alias="Last-Event-ID", ge=0, le=BIGGEST)]


@router.post("/extract", auth=needs(Role.REVIEWER), openapi_extra=EVENT_STREAM)
async def extract(request: ScopedRequest, body: ExtractIn) -> StreamingHttpResponse:
    """Let the agent read a document into fields, and stream its progress: `{"text"}`, `{"tool",
    "input"}`, then `{"complete": true, "extraction_id", "cost", …}` or `{"error"}`.

    A form with the same names is accepted too. The record exists before the stream begins
    (`X-Extraction-ID`), and the run goes on when the client disconnects.
    """
    extraction = await sync_to_async(_start_extraction)(request.scope, body)
    return await _stream(request.scope, extraction)


@router.post("/correct", auth=needs(Role.REVIEWER), openapi_extra=EVENT_STREAM)
async def correct(request: ScopedRequest, body: CorrectIn) -> StreamingHttpResponse:
    """Let the agent change your last extraction of a document as you say in words."""
    extraction = await sync_to_async(correct_document)(
        request.scope,
        body.document_id,
        body.instruction,
        overwrite=body.overwrite,
        matter=body.matter,
    )
    return await _stream(request.scope, extraction)


@router.get(
    "/extractions/{uuid:extraction_id}/stream",
    auth=needs(Role.VIEWER),
    openapi_extra=EVENT_STREAM,
)
async def watch(
    request: ScopedRequest,
    extraction_id: UUID,
    after: After = 0,
    last_event_id: LastEvent = None,
) -> StreamingHttpResponse:
    """Stream the last run of an extraction, from the beginning or from a frame. A frame's `id` is
    its number.
    """
    extraction = await sync_to_async(get_extraction)(request.scope, extraction_id)
    return await _stream(request.scope, extraction, max(after, last_event_id or 0))


def _start_extraction(scope: Scope, body: ExtractIn) -> ExtractionView:
    specs, mode = body.specs, body.mode
    if body.template_id:
        specs, mode = list(get_template(scope, body.template_id).fields), ExtractionMode.CUSTOM
    return start_extraction(
        scope,
        body.document_id,
        mode=mode,
        custom_fields=specs,
        overwrite=body.overwrite,
        matter=body.matter,
    )


async def _stream(
    scope: Scope, extraction: ExtractionView, after: int = 0
) -> StreamingHttpResponse:
    answer = await stream(watch_run(scope, extraction, after))
    answer["X-Extraction-ID"] = str(extraction.id)
    return answer
