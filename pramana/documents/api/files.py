"""The file a document was read from, as it came."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import IO, Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header
from ninja import Router

from pramana.documents.selectors import file_of
from pramana.jobs.streams import release_connections
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs
from pramana.tenancy.services import open_file

router = Router()

BYTES = "application/octet-stream"
CHUNK = 256 * 1024


@router.get(
    "/documents/{uuid:document_id}/file",
    auth=needs(Role.VIEWER),
    openapi_extra={
        "responses": {
            200: {
                "description": "The file, byte for byte.",
                "content": {BYTES: {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
async def original(request: ScopedRequest, document_id: UUID) -> StreamingHttpResponse:
    """The file as it was uploaded or fetched, to be kept and never shown: it may hold scripts."""
    held = ExitStack()
    file, name = await sync_to_async(_opened)(request.scope, document_id, held)
    return StreamingHttpResponse(
        _parts(file, held),
        content_type=BYTES,
        headers={
            "Content-Disposition": content_disposition_header(True, name) or "attachment",
            "Cache-Control": "private, no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


def _opened(scope: Scope, document_id: UUID, held: ExitStack) -> tuple[IO[Any], str]:
    """The open file and its name; the connection goes back, however long the sending takes."""
    file_id, name = file_of(scope, document_id)
    file = held.enter_context(open_file(scope, file_id))
    release_connections()
    return file, name


async def _parts(file: IO[Any], held: ExitStack) -> AsyncIterator[bytes]:
    with held:
        while part := await asyncio.to_thread(file.read, CHUNK):
            yield part
