"""A table as a file, made on disk a page of rows at a time and sent in pieces."""

from collections.abc import AsyncIterator
from tempfile import TemporaryFile
from typing import IO, Any

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse

from pramana.extraction.contracts.stacks.views import TableView
from pramana.extraction.services.stacks.exporting import WRITERS
from pramana.jobs.streams import releasing
from pramana.kit.scope import Scope

PIECE = 256 * 1024
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
_BINARY = {"schema": {"type": "string", "format": "binary"}}
FILES: dict[str, Any] = {
    "responses": {
        200: {
            "description": "The file.",
            "content": {
                "text/csv": _BINARY,
                TYPES["xlsx"]: _BINARY,
                "application/json": {"schema": {"type": "object"}},
            },
        }
    }
}


async def sent(scope: Scope, table: TableView, format: str) -> StreamingHttpResponse:
    """The file as an answer; no database connection is held while it is sent."""
    file = await sync_to_async(_made)(scope, table, format)
    answer = StreamingHttpResponse(_pieces(file), content_type=TYPES[format])
    answer.headers["Content-Disposition"] = f'attachment; filename="table.{format}"'
    return answer


@releasing
def _made(scope: Scope, table: TableView, format: str) -> IO[bytes]:
    file: IO[bytes] = TemporaryFile()  # noqa: SIM115 (closed when it has been sent)
    try:
        WRITERS[format](scope, table, file)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    try:
        while piece := await sync_to_async(file.read)(PIECE):
            yield piece
    finally:
        file.close()
