"""A run over a table: rows are handed out a few at a time, counted as they end, and the last
one ends the run.

The table's row is locked whenever a row ends, so the count is always right. A row is handed to a
job when an earlier one ends, so at most `PARALLEL` jobs of a table wait or run, however many
documents there are, and other work is never kept behind a thousand of them.
"""

from typing import Any
from uuid import UUID

from django.db import connection

from pramana.extraction.contracts.stacks.cells import TableStatus
from pramana.extraction.models import StackTable
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

HAND_OUT = """
    UPDATE stack_table_rows SET status = 'running', updated_at = now()
     WHERE tenant_id = %(tenant)s AND id IN (
           SELECT id FROM stack_table_rows
            WHERE tenant_id = %(tenant)s AND table_id = %(table)s AND status = 'waiting'
              AND run_id = %(run)s
            ORDER BY position LIMIT %(most)s)
 RETURNING position, id
"""
ENDINGS = {
    TableStatus.COMPLETED: (DONE_EVENT, RunState.DONE),
    TableStatus.FAILED: (FAILED_EVENT, RunState.FAILED),
    TableStatus.STOPPED: (CANCELLED_EVENT, RunState.FAILED),
}


def hand_out(scope: Scope, table: StackTable, most: int = 1) -> None:
    """Give the next rows that wait to jobs of their own. The table is locked.

    The run is named in the payload: a job that carries a run would end it when it fails.
    """
    parameters = {
        "tenant": scope.tenant_id, "table": table.id, "run": table.run_id, "most": most,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(HAND_OUT, parameters)
        rows = sorted(cursor.fetchall())
    for _, row_id in rows:
        enqueue(scope, ROW_TASK, table_id=table.id, row_id=row_id, of_run=table.run_id)


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
