"""Endpoints for the cells of a table: edit, judge, correct in words, and read the history."""

from datetime import datetime
from uuid import UUID

from ninja import Status

from pramana.extraction.api.schemas import (
    CellChangeOut,
    CellChangesOut,
    Limit,
    StackCallsOut,
    StackCellIn,
    StackCorrectIn,
    StackCorrectionsOut,
    StackPreviewIn,
    StackRowOut,
    TablePlanOut,
)
from pramana.extraction.contracts.extractions import TablePlan
from pramana.extraction.contracts.stacks import (
    CellChangeView,
    CellState,
    CorrectionView,
    RowView,
    ToolCallView,
)
from pramana.extraction.domain.stack_tables import find_column
from pramana.extraction.selectors.history import (
    cell_changes,
    stack_tool_calls,
    table_corrections,
)
from pramana.extraction.selectors.stacks import get_row, get_table
from pramana.extraction.services.corrections import plan_for_table, start_table_correction
from pramana.extraction.services.stack_cells import edit_cell, judge_cell, undo_cell_change
from pramana.kit.errors import InvalidRequest
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

router = AreaRouter("extraction_stack_cells", tags=["stacks"])
TABLE = "/{uuid:stack_id}/tables/{uuid:table_id}"
ROW = f"{TABLE}/rows/{{uuid:document_id}}"


@router.get(ROW, response=StackRowOut)
def show_row(request: ScopedRequest, stack_id: UUID, table_id: UUID, document_id: UUID) -> RowView:
    """One document's row, with the evidence of every cell."""
    return get_row(request.scope, get_table(request.scope, stack_id, table_id), document_id)


@router.patch(f"{ROW}/cells/{{column}}", response=StackRowOut, auth=needs(Role.REVIEWER))
def write_cell(
    request: ScopedRequest,
    stack_id: UUID,
    table_id: UUID,
    document_id: UUID,
    column: str,
    body: StackCellIn,
) -> RowView:
    """Write a value, which marks the cell as reviewed, or set its state: reviewed, locked, flagged,
    stale (read again) or extracted (undecided again). 409 for a locked cell.
    """
    scope, place = request.scope, (stack_id, table_id, document_id, column)
    table = get_table(scope, stack_id, table_id)
    row = get_row(scope, table, document_id)
    find_column(table.columns, column)
    fields_set = body.model_fields_set
    if not fields_set & {"value", "state"}:
        raise InvalidRequest("Give a value, a state, or both.")
    if "value" in fields_set:
        row = edit_cell(scope, *place, body.value, seen=body.seen)
    if body.state:
        seen = None if "value" in fields_set else body.seen
        row = judge_cell(scope, *place, CellState(body.state), seen=seen)
    return row


@router.get(f"{ROW}/calls", response=StackCallsOut)
def list_row_calls(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, document_id: UUID
) -> dict[str, list[ToolCallView]]:
    """The tool calls the agent made for this row, with input and outcome."""
    row = get_row(request.scope, get_table(request.scope, stack_id, table_id), document_id)
    return {"calls": stack_tool_calls(request.scope, row.id)}


@router.get(f"{TABLE}/changes", response=CellChangesOut)
def list_changes(
    request: ScopedRequest,
    stack_id: UUID,
    table_id: UUID,
    document_id: UUID | None = None,
    column: str | None = None,
    before: datetime | None = None,
    limit: Limit = 50,
) -> dict[str, list[CellChangeView]]:
    """Cell changes, newest first. Continue with `before` = the last `at`."""
    table = get_table(request.scope, stack_id, table_id)
    page = cell_changes(
        request.scope,
        table.id,
        document_id=document_id,
        column=column,
        before=before,
        limit=limit,
    )
    return {"changes": page}


@router.post(
    f"{TABLE}/changes/{{uuid:change_id}}/undo", response=CellChangeOut, auth=needs(Role.REVIEWER)
)
def undo_change(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, change_id: UUID
) -> CellChangeView:
    """Restore the cell before a change. 409 if it has been changed again since."""
    return undo_cell_change(request.scope, stack_id, table_id, change_id)


@router.post(f"{TABLE}/correct", response={202: CorrectionView}, auth=needs(Role.REVIEWER))
def correct_table(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, body: StackCorrectIn
) -> Status[CorrectionView]:
    """Correct the table in words.

    Cells that are changed are reviewed then, and no run changes them. When it has ended, `results`
    lists the changes made, those to confirm, and the words that were not understood.
    """
    correction = start_table_correction(
        request.scope,
        stack_id,
        table_id,
        body.instruction,
        overwrite=body.overwrite,
        confirm=body.confirm,
        matter=body.matter,
    )
    return Status(202, correction)


@router.post(f"{TABLE}/correct/preview", response=TablePlanOut, auth=needs(Role.REVIEWER))
def preview_table_correction(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, body: StackPreviewIn
) -> TablePlan:
    """The changes that an instruction in words asks for. Nothing is changed."""
    return plan_for_table(
        request.scope, stack_id, table_id, body.instruction, overwrite=body.overwrite
    )


@router.get(f"{TABLE}/corrections", response=StackCorrectionsOut)
def list_corrections(
    request: ScopedRequest,
    stack_id: UUID,
    table_id: UUID,
    before: datetime | None = None,
    limit: Limit = 50,
) -> dict[str, list[CorrectionView]]:
    """Corrections and their answers, newest first. Continue with the last `created_at`."""
    table = get_table(request.scope, stack_id, table_id)
    page = table_corrections(request.scope, table.id, before=before, limit=limit)
    return {"corrections": page}
