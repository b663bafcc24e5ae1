"""Endpoints for extractions: run the agent, list, edit, approve, and read the history.

A run is streamed as flat objects: `{text}`, `{tool, input}`, then `{complete}` or `{error}`.
"""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from datetime import datetime
from typing import Annotated, Any, ParamSpec, TypeVar, cast
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import HttpResponse, StreamingHttpResponse
from ninja import Header, Query
from ninja import Status as Answer

from pramana.extraction.api.schemas import (
    CorrectIn,
    CorrectionPlanOut,
    CorrectionPreviewIn,
    ExtractIn,
    FieldEditIn,
    FieldPathIn,
    SharedIn,
)
from pramana.extraction.api.stacks import FILES, TYPES, ExportFormat
from pramana.extraction.contracts.extractions import (
    CallView,
    CorrectionPlan,
    ExtractionLine,
    ExtractionStatus,
    ExtractionView,
    FieldChangeView,
)
from pramana.extraction.selectors import extractions, history
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.history import frames_after
from pramana.extraction.services import extraction_fields
from pramana.extraction.services.corrections import preview_correction
from pramana.extraction.services.exports import export_extraction
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
from pramana.jobs.contracts import RunEventView
from pramana.jobs.streams import EVENT_STREAM, EventFrame, stream
from pramana.jobs.subscriptions import follow
from pramana.kit.scope import Scope
from pramana.postgres.loans import releases_connections
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

P = ParamSpec("P")
Result = TypeVar("Result")

ENDED_MESSAGE = "The run ended without a word. See the extraction for what was saved."
router = AreaRouter("extraction_extractions")

BIGGEST = 2_000_000_000
Number = Annotated[int, Query(ge=0, le=BIGGEST)]
LastEvent = Annotated[int | None, Header(alias="Last-Event-ID", ge=0, le=BIGGEST)]


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


@router.get(
    "/extractions/{uuid:extraction_id}/export", auth=needs(Role.VIEWER), openapi_extra=FILES
)
def export(
    request: ScopedRequest, extraction_id: UUID, format: ExportFormat = ExportFormat.JSON
) -> HttpResponse:
    """One extraction as a file: every value with its trust and its source. XLSX has a sheet for
    each list of rows. In CSV and XLSX no text from a document can become a formula."""
    content = export_extraction(get_extraction(request.scope, extraction_id), format.value)
    answer = HttpResponse(content, content_type=TYPES[format.value])
    answer.headers["Content-Disposition"] = f'attachment; filename="extraction.{format.value}"'
    return answer


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


@router.post("/extract", auth=needs(Role.REVIEWER), openapi_extra=EVENT_STREAM)
async def extract(request: ScopedRequest, body: ExtractIn) -> StreamingHttpResponse:
    """Let the agent read a document into fields, and stream its progress: `{"text"}`, `{"tool",
    "input"}`, then `{"complete": true, "extraction_id", "cost", …}` or `{"error"}`.

    A form with the same names is accepted too. The record exists before the stream begins
    (`X-Extraction-ID`), and the run goes on when the client disconnects.
    """
    extraction = await sync_to_async(start_extraction)(
        request.scope,
        body.document_id,
        mode=body.mode,
        custom_fields=body.specs,
        template_id=body.template_id,
        overwrite=body.overwrite,
        matter=body.matter,
    )
    return await _stream(request.scope, extraction)


@router.post("/correct", auth=needs(Role.REVIEWER), openapi_extra=EVENT_STREAM)
async def correct(request: ScopedRequest, body: CorrectIn) -> StreamingHttpResponse:
    """Change your last extraction of a document as you say in words.

    What is clear is changed and kept by every later run. The last frame lists the changes made
    (`applied`), doubtful ones that are made only with `confirm` (`proposed`), and words that were
    not understood (`unclear`), with reasons.
    """
    extraction = await sync_to_async(correct_document)(
        request.scope,
        body.document_id,
        body.instruction,
        overwrite=body.overwrite,
        confirm=body.confirm,
        matter=body.matter,
    )
    return await _stream(request.scope, extraction)


@router.post(
    "/extractions/{uuid:extraction_id}/correct/preview",
    response=CorrectionPlanOut,
    auth=needs(Role.VIEWER),
)
def preview(
    request: ScopedRequest, extraction_id: UUID, body: CorrectionPreviewIn
) -> CorrectionPlan:
    """The changes that an instruction in words asks for. Nothing is changed."""
    return preview_correction(
        request.scope, extraction_id, body.instruction, overwrite=body.overwrite
    )


@router.get(
    "/extractions/{uuid:extraction_id}/stream",
    auth=needs(Role.VIEWER),
    openapi_extra=EVENT_STREAM,
)
async def watch(
    request: ScopedRequest,
    extraction_id: UUID,
    after: Number = 0,
    last_event_id: LastEvent = None,
) -> StreamingHttpResponse:
    """Stream the last run of an extraction, from the beginning or from a frame. A frame's `id` is
    its number.
    """
    extraction = await sync_to_async(get_extraction)(request.scope, extraction_id)
    return await _stream(request.scope, extraction, max(after, last_event_id or 0))


async def _stream(
    scope: Scope, extraction: ExtractionView, after: int = 0
) -> StreamingHttpResponse:
    answer = await stream(watch_run(scope, extraction, after))
    answer["X-Extraction-ID"] = str(extraction.id)
    return answer


async def watch_run(
    scope: Scope, extraction: ExtractionView, after: int = 0
) -> AsyncGenerator[EventFrame, None]:
    """Yield the frames of the extraction's last run after number `after`, stored and new ones.

    A client that disconnects can continue from the last frame's number. The run goes on meanwhile.
    """
    run_id = extraction.run_id
    if run_id is None:
        yield EventFrame({"error": extraction.error or ENDED_MESSAGE})
        return
    async with aclosing(_signals(scope, run_id)) as signals:
        async for has_ended in signals:
            for number, data in await _query(frames_after, scope, extraction.id, run_id, after):
                yield EventFrame(data, id=number)
                after = number
                if is_last(data):
                    return
            if has_ended:
                if after == 0 or not await _was_last(scope, extraction.id, run_id, after):
                    current = await _query(get_extraction, scope, extraction.id)
                    yield EventFrame({"error": current.error or ENDED_MESSAGE})
                return


def is_last(data: Mapping[str, Any]) -> bool:
    return "complete" in data or "error" in data


async def _was_last(scope: Scope, extraction_id: UUID, run_id: UUID, number: int) -> bool:
    """Whether the client had already received the last frame."""
    frames = await _query(frames_after, scope, extraction_id, run_id, number - 1)
    return any(is_last(data) for _, data in frames)


async def _signals(scope: Scope, run_id: UUID) -> AsyncGenerator[bool, None]:
    """Yield False at once and at each event; yield True when the run has ended."""
    yield False
    opened = cast(AsyncGenerator[RunEventView, None], follow(scope, run_id))
    async with aclosing(opened) as events:
        async for event in events:
            yield event.is_terminal
    yield True


async def _query(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Query the database without keeping a connection open, because a stream may wait for long."""
    return await sync_to_async(releases_connections(function))(*args, **kwargs)
