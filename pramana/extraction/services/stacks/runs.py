"""A run over a table: rows are handed out a few at a time, counted as they end, and the last
one ends the run.

The table's row is locked whenever a row ends, so the count is always right. A row is handed to a
job when an earlier one ends, so at most `PARALLEL` jobs of a table wait or run, however many
documents there are, and other work is never kept behind a thousand of them.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.stack_cells import RowStatus, TableStatus
from pramana.extraction.models import StackTable, StackTableRow
from pramana.jobs.contracts import CANCELLED_EVENT, DONE_EVENT, FAILED_EVENT
from pramana.jobs.events import emit
from pramana.jobs.services import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run

ROW_TASK = "extraction.stack_row"
ROW_EVENT = "stack.row"
COLUMNS_EVENT = "stack.columns"
STARTED_EVENT = "stack.started"
PARALLEL = 4
"""How many documents of one table are read at the same time."""

ENDINGS = {
    TableStatus.COMPLETED: (DONE_EVENT, RunState.DONE),
    TableStatus.FAILED: (FAILED_EVENT, RunState.FAILED),
    TableStatus.STOPPED: (CANCELLED_EVENT, RunState.FAILED),
}


def hand_out(scope: Scope, table: StackTable, most: int = 1) -> None:
    """Give the next rows that wait to jobs of their own. The table is locked.

    The run is named in the payload: a job that carries a run would end it when it fails.
    """
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=table.id, run_id=table.run_id)
    waiting = rows.filter(status=RowStatus.WAITING).order_by("position")
    for row_id in waiting.values_list("pk", flat=True)[:most]:
        hand_to_job(scope, table.id, row_id, table.run_id)


def hand_to_job(
    scope: Scope,
    table_id: UUID,
    row_id: UUID,
    run_id: UUID | None,
    *,
    delay: timedelta | None = None,
) -> None:
    """Have one row read, and note by which job; a row the run has let go of stays as it is."""
    job_id = enqueue(scope, ROW_TASK, delay=delay, table_id=table_id, row_id=row_id, of_run=run_id)
    rows = StackTableRow.objects.in_scope(scope).filter(pk=row_id, run_id=run_id)
    rows.filter(status__in=(RowStatus.WAITING, RowStatus.RUNNING)).update(
        status=RowStatus.RUNNING, job_id=job_id, updated_at=utcnow()
    )


def settle(scope: Scope, table: StackTable) -> None:
    """Write the counts of a locked table, and end its run when nothing is left to do."""
    table.updated_at = utcnow()
    table.save()
    if table.done + table.failed < table.total:
        return
    if table.failed:
        error = (
            f"{table.failed} of {table.total} documents could not be read; their rows say why. "
            "Extract again to try those again."
        )
        end(scope, table, TableStatus.FAILED, error)
    else:
        end(scope, table, TableStatus.COMPLETED)


def end(scope: Scope, table: StackTable, status: TableStatus, error: str = "") -> None:
    """Say how the run of a locked table ended."""
    table.status, table.error, table.updated_at = status, error, utcnow()
    table.save()
    if table.run_id:
        kind, state = ENDINGS[status]
        emit(scope, table.run_id, kind, {**counts(table), "error": error})
        end_run(scope, table.run_id, state)


def counts(table: StackTable) -> dict[str, Any]:
    """How far a run is; ids and figures only, since the whole tenant may follow it."""
    return {
        "table_id": str(table.id),
        "status": table.status,
        "total": table.total,
        "done": table.done,
        "failed": table.failed,
        "tokens_in": table.tokens_in,
        "tokens_out": table.tokens_out,
        "cost": None if table.cost is None else str(table.cost),
    }


def locked_table(scope: Scope, table_id: UUID) -> StackTable | None:
    """The table for a job's change; None where it was erased meanwhile."""
    rows = StackTable.objects.in_scope(scope).filter(pk=table_id)
    return rows.select_for_update(of=("self",)).first()


def under_way(scope: Scope, table_id: UUID, run_id: UUID) -> StackTable | None:
    """The table, locked, if this run still is the one under way."""
    table = locked_table(scope, table_id)
    if table is None or table.run_id != run_id or table.status != TableStatus.IN_PROGRESS:
        return None
    return table
