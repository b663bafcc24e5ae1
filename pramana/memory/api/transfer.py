"""A group out and in, as JSON lines."""

from django.http import StreamingHttpResponse
from ninja import Router, Schema
from ninja import Status as Answer

from pramana.memory.services.transfer import export_lines, import_group
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()
JSON_LINES = "application/x-ndjson"
FILE_SCHEMA = {"schema": {"type": "string", "format": "binary"}}


class ImportResult(Schema):
    entities: int
    episodes: int
    facts: int
    messages: int
    """Sentences that are read in the background, because their export has no facts."""


@router.get(
    "/group/{group_id}/export",
    auth=needs(Role.VIEWER),
    openapi_extra={
        "responses": {
            200: {
                "description": "The group, one record per line.",
                "content": {JSON_LINES: FILE_SCHEMA},
            }
        }
    },
)
def export_group(request: ScopedRequest, group_id: str) -> StreamingHttpResponse:
    """Export a group as JSON lines, with both times, evidence and history."""
    answer = StreamingHttpResponse(export_lines(request.scope, group_id), content_type=JSON_LINES)
    answer.headers["Content-Disposition"] = f'attachment; filename="{group_id}.jsonl"'
    return answer


@router.post(
    "/group/{group_id}/import",
    response={201: ImportResult},
    auth=needs(Role.REVIEWER),
    openapi_extra={"requestBody": {"required": True, "content": {JSON_LINES: FILE_SCHEMA}}},
)
def import_into_group(request: ScopedRequest, group_id: str) -> Answer[ImportResult]:
    """Import an export of Pramana, Graphiti or mem0 into a group. Importing it twice adds nothing.

    All of the file is imported or nothing; 422 says which line is wrong.
    """
    counts = import_group(request.scope, group_id, request.body)
    return Answer(
        201,
        ImportResult(
            entities=counts.entities,
            episodes=counts.episodes,
            facts=counts.facts,
            messages=counts.messages,
        ),
    )
