"""Tables over a stack: columns, extraction, rows and export."""

from enum import StrEnum
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from ninja import Router, Status

from pramana.extraction.api.stacks.asked import (
    After,
    Limit,
    StackColumnsIn,
    StackExtractIn,
    StackTableIn,
)
from pramana.extraction.api.stacks.files import FILES, sent
from pramana.extraction.api.stacks.told import (
    StackRowsOut,
    StackTableOut,
    StackTablesOut,
    StackTableStateOut,
)
from pramana.extraction.contracts.stacks.cells import CellState, RowStatus
from pramana.extraction.contracts.stacks.views import RowsPage, TableView
from pramana.extraction.selectors.stacks.rows import rows_page, state_counts
from pramana.extraction.selectors.stacks.stack import get_stack
from pramana.extraction.selectors.stacks.tables import get_table, tables_of
from pramana.extraction.services.stacks.extracting import start_extraction, stop_extraction
from pramana.extraction.services.stacks.tables import create_table, delete_table, replace_columns
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["stacks"])
TABLE = "/{uuid:stack_id}/tables/{uuid:table_id}"


class ExportFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"


@router.post("/{uuid:stack_id}/tables", response={201: StackTableOut}, auth=needs(Role.REVIEWER))
def create(request: ScopedRequest, stack_id: UUID, body: StackTableIn) -> Status[TableView]:
    """A table with a row for each document of the stack."""
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
    return {"tables": tables_of(request.scope, stack_id)}


@router.get(TABLE, response=StackTableStateOut)
def one_table(request: ScopedRequest, stack_id: UUID, table_id: UUID) -> StackTableStateOut:
    """A table with its columns, how far its run is, and how many cells stand in which state."""
    table = get_table(request.scope, stack_id, table_id)
    states = state_counts(request.scope, table)
    return StackTableStateOut(**StackTableOut.from_orm(table).model_dump(), states=states)


@router.delete(TABLE, response={204: None}, auth=needs(Role.REVIEWER))
def remove(request: ScopedRequest, stack_id: UUID, table_id: UUID) -> Status[None]:
    """Erase a table with its rows and their history."""
    delete_table(request.scope, stack_id, table_id)
    return Status(204, None)


@router.put(f"{TABLE}/columns", response=StackTableOut, auth=needs(Role.REVIEWER))
def define(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, body: StackColumnsIn
) -> TableView:
    """Let the columns be these. Cells of a changed column become stale; decided ones stay.

    A column with the `key` of one there is, or its name, is that one. 409 during a run.
    """
    return replace_columns(request.scope, stack_id, table_id, body.columns)


@router.post(f"{TABLE}/extract", response={202: StackTableOut}, auth=needs(Role.REVIEWER))
def extract(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, body: StackExtractIn
) -> Status[TableView]:
    """Read the documents in the background, a row each. 409 while a run is under way.

    Follow `run_id` at /api/runs/{run_id}/events: an event per row, then `done` or `failed`.
    """
    table = start_extraction(
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
def stop(request: ScopedRequest, stack_id: UUID, table_id: UUID) -> TableView:
    """End the run under way; rows that were saved stay. 409 where there is none."""
    return stop_extraction(request.scope, stack_id, table_id)


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
    """Rows in the order of the documents. Continue with `after` = `next_after`."""
    table = get_table(request.scope, stack_id, table_id)
    return rows_page(request.scope, table, after=after, limit=limit, status=status, state=state)


@router.get(f"{TABLE}/export", openapi_extra=FILES)
async def export(
    request: ScopedRequest,
    stack_id: UUID,
    table_id: UUID,
    format: ExportFormat = ExportFormat.CSV,
) -> StreamingHttpResponse:
    """The whole table as a file. In CSV and XLSX nothing a document says is a formula."""
    table = await sync_to_async(get_table)(request.scope, stack_id, table_id)
    return await sent(request.scope, table, format.value)
