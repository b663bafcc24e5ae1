"""Cells: written and judged by people, corrected in words, with their history."""

from datetime import datetime
from uuid import UUID

from ninja import Router, Status

from pramana.extraction.api.stacks.asked import Limit, StackCellIn, StackCorrectIn
from pramana.extraction.api.stacks.told import (
    CellChangeOut,
    CellChangesOut,
    StackCallsOut,
    StackCorrectionsOut,
    StackRowOut,
)
from pramana.extraction.contracts.stacks.cells import CellState
from pramana.extraction.contracts.stacks.views import (
    CellChangeView,
    CorrectionView,
    RowView,
    ToolCallView,
)
from pramana.extraction.domain.stacks.columns import find_column
from pramana.extraction.selectors.stacks.history import calls_of, changes_page, corrections_page
from pramana.extraction.selectors.stacks.rows import get_row
from pramana.extraction.selectors.stacks.tables import get_table
from pramana.extraction.services.stacks.correcting import ask_correction
from pramana.extraction.services.stacks.editing import edit_cell, judge_cell
from pramana.extraction.services.stacks.undoing import undo_change
from pramana.kit.errors import InvalidRequest
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["stacks"])
TABLE = "/{uuid:stack_id}/tables/{uuid:table_id}"
ROW = f"{TABLE}/rows/{{uuid:document_id}}"


@router.get(ROW, response=StackRowOut)
def one_row(request: ScopedRequest, stack_id: UUID, table_id: UUID, document_id: UUID) -> RowView:
    """One document's row, with the evidence of every cell."""
    return get_row(request.scope, get_table(request.scope, stack_id, table_id), document_id)


@router.patch(f"{ROW}/cells/{{column}}", response=StackRowOut, auth=needs(Role.REVIEWER))
def write(
    request: ScopedRequest,
    stack_id: UUID,
    table_id: UUID,
    document_id: UUID,
    column: str,
    body: StackCellIn,
) -> RowView:
    """Write a value, which makes the cell reviewed; or judge it: reviewed, locked, flagged,
    stale (to be read again) or extracted (open again). 409 for a locked cell."""
    scope, place = request.scope, (stack_id, table_id, document_id, column)
    table = get_table(scope, stack_id, table_id)
    row = get_row(scope, table, document_id)
    find_column(table.columns, column)
    given = body.model_fields_set
    if not given & {"value", "state"}:
        raise InvalidRequest("Give a value, a state, or both.")
    if "value" in given:
        row = edit_cell(scope, *place, body.value, seen=body.seen)
    if body.state:
        seen = None if "value" in given else body.seen
        row = judge_cell(scope, *place, CellState(body.state), seen=seen)
    return row


@router.get(f"{ROW}/calls", response=StackCallsOut)
def row_calls(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, document_id: UUID
) -> dict[str, list[ToolCallView]]:
    """What the agent did to fill this row: each tool call, its input and what came of it."""
    row = get_row(request.scope, get_table(request.scope, stack_id, table_id), document_id)
    return {"calls": calls_of(request.scope, row.id)}


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
    """Changes of cells, newest first. Continue with `before` = the last `at`."""
    table = get_table(request.scope, stack_id, table_id)
    found = changes_page(
        request.scope,
        table.id,
        document_id=document_id,
        column=column,
        before=before,
        limit=limit,
    )
    return {"changes": found}


@router.post(
    f"{TABLE}/changes/{{uuid:change_id}}/undo", response=CellChangeOut, auth=needs(Role.REVIEWER)
)
def undo(request: ScopedRequest, stack_id: UUID, table_id: UUID, change_id: UUID) -> CellChangeView:
    """Put back what stood in the cell before. 409 if it was changed again since."""
    return undo_change(request.scope, stack_id, table_id, change_id)


@router.post(f"{TABLE}/correct", response={202: CorrectionView}, auth=needs(Role.REVIEWER))
def correct(
    request: ScopedRequest, stack_id: UUID, table_id: UUID, body: StackCorrectIn
) -> Status[CorrectionView]:
    """Say in words what is wrong; an agent changes it and says what it did."""
    asked = ask_correction(
        request.scope,
        stack_id,
        table_id,
        body.instruction,
        overwrite=body.overwrite,
        matter=body.matter,
    )
    return Status(202, asked)


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
    found = corrections_page(request.scope, table.id, before=before, limit=limit)
    return {"corrections": found}
