"""Endpoints for stacks, their documents and their tables."""

from collections.abc import AsyncIterator
from datetime import datetime
from enum import StrEnum
from tempfile import TemporaryFile
from typing import IO, Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from ninja import Status

from pramana.extraction.api.schemas import (
    After,
    Limit,
    StackAddedOut,
    StackChangeIn,
    StackColumnsIn,
    StackDocumentsIn,
    StackedDocumentsOut,
    StackExtractIn,
    StackIn,
    StackRowsOut,
    StacksOut,
    StackTableIn,
    StackTableOut,
    StackTablesOut,
    StackTableStateOut,
)
from pramana.extraction.contracts.stacks import (
    CellState,
    RowsPage,
    RowStatus,
    StackedDocument,
    StackView,
    TableView,
)
from pramana.extraction.selectors.stacks import (
    cell_state_counts,
    documents_of_stack,
    get_stack,
    get_table,
    rows_page,
    stacks_page,
    tables_of_stack,
)
from pramana.extraction.services.exports import TABLE_WRITERS
from pramana.extraction.services.stack_runs import (
    start_table_extraction,
    stop_table_extraction,
)
from pramana.extraction.services.stacks import (
    add_documents,
    create_stack,
    create_table,
    delete_stack,
    delete_table,
    remove_document,
    replace_columns,
    update_stack,
)
from pramana.kit.scope import Scope
from pramana.postgres.loans import releases_connections
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

router = AreaRouter("extraction_stacks", tags=["stacks"])
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
TABLE = "/{uuid:stack_id}/tables/{uuid:table_id}"


@router.post("/", response={201: StackView}, auth=needs(Role.REVIEWER))
def add_stack(request: ScopedRequest, body: StackIn) -> Status[StackView]:
    """Create a stack with these documents, in this order. It is private until you share it."""
    return Status(201, create_stack(request.scope, body.name, body.document_ids))


@router.get("/", response=StacksOut)
def list_stacks(
    request: ScopedRequest, before: datetime | None = None, limit: Limit = 50
) -> dict[str, list[StackView]]:
    """Your stacks and the shared ones, newest first. Continue with the last `created_at`."""
    return {"stacks": stacks_page(request.scope, before=before, limit=limit)}


@router.get("/{uuid:stack_id}", response=StackView)
def show_stack(request: ScopedRequest, stack_id: UUID) -> StackView:
    """One stack."""
    return get_stack(request.scope, stack_id)


@router.patch("/{uuid:stack_id}", response=StackView, auth=needs(Role.REVIEWER))
def edit_stack(request: ScopedRequest, stack_id: UUID, body: StackChangeIn) -> StackView:
    """Rename a stack, share it with everyone in the tenant, or stop sharing it."""
    return update_stack(request.scope, stack_id, name=body.name, shared=body.shared)


@router.delete("/{uuid:stack_id}", response={204: None}, auth=needs(Role.REVIEWER))
def remove_stack(request: ScopedRequest, stack_id: UUID) -> Status[None]:
    """Delete a stack of yours with its tables. The documents stay."""
    delete_stack(request.scope, stack_id)
    return Status(204, None)


@router.get("/{uuid:stack_id}/documents", response=StackedDocumentsOut)
def list_documents(
    request: ScopedRequest, stack_id: UUID, after: After = 0, limit: Limit = 50
) -> dict[str, list[StackedDocument]]:
    """The stack's documents in order. Continue with `after` = the last `position`."""
    get_stack(request.scope, stack_id)
    return {"documents": documents_of_stack(request.scope, stack_id, after=after, limit=limit)}


@router.post("/{uuid:stack_id}/documents", response=StackAddedOut, auth=needs(Role.REVIEWER))
def add_stack_documents(
    request: ScopedRequest, stack_id: UUID, body: StackDocumentsIn
) -> StackAddedOut:
    """Add documents to the stack. Documents that are already in it keep their position."""
    return StackAddedOut(added=add_documents(request.scope, stack_id, body.document_ids))


@router.delete(
    "/{uuid:stack_id}/documents/{uuid:document_id}",
    response={204: None},
    auth=needs(Role.REVIEWER),
)
def remove_stack_document(
    request: ScopedRequest, stack_id: UUID, document_id: UUID
) -> Status[None]:
    """Remove a document from the stack, with its rows. The document itself stays."""
    remove_document(request.scope, stack_id, document_id)
    return Status(204, None)


async def send_table_file(scope: Scope, table: TableView, format: str) -> StreamingHttpResponse:
    """Return the table as a file response. No database connection is held while it is sent."""
    file = await sync_to_async(_write_file)(scope, table, format)
    answer = StreamingHttpResponse(_pieces(file), content_type=TYPES[format])
    answer.headers["Content-Disposition"] = f'attachment; filename="table.{format}"'
    return answer


@releases_connections
def _write_file(scope: Scope, table: TableView, format: str) -> IO[bytes]:
    file: IO[bytes] = TemporaryFile()  # noqa: SIM115 (closed when it has been sent)
    try:
        TABLE_WRITERS[format](scope, table, file)
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


class ExportFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"


@router.post("/{uuid:stack_id}/tables", response={201: StackTableOut}, auth=needs(Role.REVIEWER))
def add_table(request: ScopedRequest, stack_id: UUID, body: StackTableIn) -> Status[TableView]:
    """Create a table with a row for each document of the stack."""
    table = create_table(
        request.scope,
        stack_id,
        body.name,
        instructions=body.instructions,
        columns=body.columns,
    )
    return Status(201, table)


@router.get("/{uuid:stack_id}/tables", response=StackTablesOut)
def list_tables(request: ScopedRequest, stack_id: UUID) -> dict[str, list[TableView]]:
    """The stack's tables, oldest first."""
    get_stack(request.scope, stack_id)
    return {"tables": tables_of_stack(request.scope, stack_id)}


@router.get(TABLE, response=StackTableStateOut)
def show_table(request: ScopedRequest, stack_id: UUID, table_id: UUID) -> StackTableStateOut:
    """A table with its columns, the progress of its run, and how many cells are in each state."""
    table = get_table(request.scope, stack_id, table_id)
    states = cell_state_counts(request.scope, table)
    return StackTableStateOut(**StackTableOut.from_orm(table).model_dump(), states=states)


@router.delete(TABLE, response={204: None}, auth=needs(Role.REVIEWER))
def remove_table(request: ScopedRequest, stack_id: UUID, table_id: UUID) -> Status[None]:
    """Delete a table with its rows and their history."""
    delete_table(request.scope, stack_id, table_id)
    return Status(204, None)


@router.put(f"{TABLE}/columns", response=StackTableOut, auth=needs(Role.REVIEWER))
def set_table_columns(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, body: StackColumnsIn
) -> TableView:
    """Replace the columns. Cells of a changed column become stale; decided cells stay.

    A column with the `key` or name of an existing one changes that one. 409 during a run.
    """
    return replace_columns(request.scope, stack_id, table_id, body.columns)


@router.post(f"{TABLE}/extract", response={202: StackTableOut}, auth=needs(Role.REVIEWER))
def extract_table(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, body: StackExtractIn
) -> Status[TableView]:
    """Read the documents in the background, one row each. 409 during another run.

    Follow `run_id` at /api/runs/{run_id}/events: an event per row, then `done` or `failed`.
    """
    table = start_table_extraction(
        request.scope,
        stack_id,
        table_id,
        again=body.again,
        columns=body.columns,
        document_ids=body.document_ids,
        matter=body.matter,
    )
    return Status(202, table)


@router.post(f"{TABLE}/stop", response=StackTableOut, auth=needs(Role.REVIEWER))
def stop_table(request: ScopedRequest, stack_id: UUID, table_id: UUID) -> TableView:
    """Stop the current run; saved rows stay. 409 if there is none."""
    return stop_table_extraction(request.scope, stack_id, table_id)


@router.get(f"{TABLE}/rows", response=StackRowsOut)
def list_rows(
    request: ScopedRequest,
    stack_id: UUID,
    table_id: UUID,
    after: After = 0,
    limit: Limit = 50,
    status: RowStatus | None = None,
    state: CellState | None = None,
) -> RowsPage:
    """Rows in document order. Continue with `after` = `next_after`."""
    table = get_table(request.scope, stack_id, table_id)
    return rows_page(request.scope, table, after=after, limit=limit, status=status, state=state)


@router.get(f"{TABLE}/export", openapi_extra=FILES)
async def export_table(
    request: ScopedRequest,
    stack_id: UUID,
    table_id: UUID,
    format: ExportFormat = ExportFormat.CSV,
) -> StreamingHttpResponse:
    """The whole table as a file. In CSV and XLSX no text from a document can become a formula."""
    table = await sync_to_async(get_table)(request.scope, stack_id, table_id)
    return await send_table_file(request.scope, table, format.value)
