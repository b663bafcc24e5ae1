"""The original file of a document."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import IO, Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header
from ninja import Router

from pramana.documents.selectors import stored_file
from pramana.kit.scope import Scope
from pramana.postgres.loans import release_connections
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs
from pramana.tenancy.services import open_file

router = Router()

CONTENT_TYPE = "application/octet-stream"
CHUNK = 256 * 1024


@router.get(
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
