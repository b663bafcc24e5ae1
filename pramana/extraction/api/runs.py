"""The agent at work, as the document has it: ask, and watch it in a stream of flat objects."""

from typing import Annotated
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from ninja import Header, Query, Router

from pramana.extraction.api.shapes import CorrectIn, ExtractIn
from pramana.extraction.contracts.states import ExtractionMode
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.templates import get_template
from pramana.extraction.services.starting import correct_document, start_extraction
from pramana.extraction.streams import watched
from pramana.jobs.frames import EVENT_STREAM
from pramana.jobs.streams import stream
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()

BIGGEST = 2_000_000_000
After = Annotated[int, Query(ge=0, le=BIGGEST)]
LastEvent = Annotated[int | None, Header(alias="Last-Event-ID", ge=0, le=BIGGEST)]


@router.post("/extract", auth=needs(Role.REVIEWER), openapi_extra=EVENT_STREAM)
async def extract(request: ScopedRequest, body: ExtractIn) -> StreamingHttpResponse:
    """Have the agent read a document into fields, and watch it: `{"text"}`, `{"tool", "input"}`,
    then `{"complete": true, "extraction_id", "cost", …}` or `{"error"}`.

    A form with the same names is taken as well. The record exists before the stream begins
    (`X-Extraction-ID`), and the run goes on when the client leaves.
    """
    started = await sync_to_async(_started)(request.scope, body)
    return await _stream(request.scope, started)


@router.post("/correct", auth=needs(Role.REVIEWER), openapi_extra=EVENT_STREAM)
async def correct(request: ScopedRequest, body: CorrectIn) -> StreamingHttpResponse:
    """Have the agent change your last extraction of a document as you say in words."""
    started = await sync_to_async(correct_document)(
        request.scope,
        body.document_id,
        body.instruction,
        overwrite=body.overwrite,
        matter=body.matter,
    )
    return await _stream(request.scope, started)


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
    """Watch the last run of an extraction, again or further: each frame's `id` is its number."""
    found = await sync_to_async(get_extraction)(request.scope, extraction_id)
    return await _stream(request.scope, found, max(after, last_event_id or 0))


def _started(scope: Scope, body: ExtractIn) -> ExtractionView:
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


async def _stream(scope: Scope, found: ExtractionView, after: int = 0) -> StreamingHttpResponse:
    answer = await stream(watched(scope, found, after))
    answer["X-Extraction-ID"] = str(found.id)
    return answer
