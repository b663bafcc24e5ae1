"""A run over a table: rows are handed out a few at a time, counted as they end, and the last
one ends the run.

The table's row is locked whenever a row ends, so the count is always right. A row is handed to a
job when an earlier one ends, so at most `PARALLEL` jobs of a table wait or run, however many
documents there are, and other work is never kept behind a thousand of them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from pramana.extraction.contracts.stacks import RowStatus, TableColumn, TableStatus, TableView
from pramana.extraction.domain.stack_cells import columns_to_read
from pramana.extraction.domain.stack_columns import find_column
from pramana.extraction.errors import ColumnsOfNothing, NothingToRead, TableBusy, TableNotBusy
from pramana.extraction.models import StackTable, StackTableRow
from pramana.extraction.selectors.stacks import table_columns, table_record, table_view
from pramana.extraction.services.stack_corrections import end_table_correction, running_correction
from pramana.extraction.services.stack_tables import mark_stale
from pramana.jobs.contracts import CANCELLED_EVENT, DONE_EVENT, FAILED_EVENT
from pramana.jobs.events import emit
from pramana.jobs.services import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NO_MATTER, Matter, RunState
from pramana.tenancy.selectors import matter_or_previous
from pramana.tenancy.services import audit, end_run, start_run

ROW_TASK = "extraction.stack_row"
ROW_EVENT = "stack.row"
COLUMNS_EVENT = "stack.columns"
STARTED_EVENT = "stack.started"
PARALLEL = 4
"""How many documents of one table are read at the same time."""

START_ROWS = """
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


def start_rows(scope: Scope, table: StackTable, most: int = 1) -> None:
    """Give the next rows that wait to jobs of their own. The table is locked.

    The run is named in the payload: a job that carries a run would end it when it fails.
    """
    parameters = {
        "tenant": scope.tenant_id, "table": table.id, "run": table.run_id, "most": most,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(START_ROWS, parameters)
        rows = sorted(cursor.fetchall())
    for _, row_id in rows:
        enqueue(scope, ROW_TASK, table_id=table.id, row_id=row_id, of_run=table.run_id)


def settle_run(scope: Scope, table: StackTable) -> None:
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
        end_table_run(scope, table, TableStatus.FAILED, error)
    else:
        end_table_run(scope, table, TableStatus.COMPLETED)


def end_table_run(scope: Scope, table: StackTable, status: TableStatus, error: str = "") -> None:
    """Say how the run of a locked table ended."""
    table.status, table.error, table.updated_at = status, error, utcnow()
    table.save()
    if table.run_id:
        kind, state = ENDINGS[status]
        emit(scope, table.run_id, kind, {**run_progress(table), "error": error})
        end_run(scope, table.run_id, state)


def run_progress(table: StackTable) -> dict[str, Any]:
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


def lock_table(scope: Scope, table_id: UUID) -> StackTable | None:
    """The table for a job's change; None where it was erased meanwhile."""
    rows = StackTable.objects.in_scope(scope).filter(pk=table_id)
    return rows.select_for_update(of=("self",)).first()


def lock_running_table(scope: Scope, table_id: UUID, run_id: UUID) -> StackTable | None:
    """The table, locked, if this run still is the one under way."""
    table = lock_table(scope, table_id)
    if table is None or table.run_id != run_id or table.status != TableStatus.IN_PROGRESS:
        return None
    return table


@dataclass(frozen=True)
class RowWork:
    """What one row's job has to do, and the name of the attempt that may write it."""

    row_id: UUID
    table_id: UUID
    stack_id: UUID
    document_id: UUID
    columns: tuple[TableColumn, ...]
    """Only those that have to be read."""
    instructions: str
    claim: UUID


@dataclass(frozen=True)
class RowUsage:
    engine: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    cost: Decimal | None = None


@transaction.atomic
def begin_row(scope: Scope, row_id: UUID, run_id: UUID) -> RowWork | None:
    """Take a row for this attempt; None where the row is gone or no longer this run's.

    Whatever an earlier attempt saved is not read again.
    """
    row = (
        StackTableRow.objects.in_scope(scope)
        .select_for_update(of=("self",))
        .select_related("table")
        .filter(pk=row_id, run_id=run_id, status=RowStatus.RUNNING)
        .first()
    )
    if row is None:
        return None
    row.claim = uuid4()
    row.save(update_fields=["claim"])
    return RowWork(
        row_id=row.id,
        table_id=row.table_id,
        stack_id=row.table.stack_id,
        document_id=row.document_id,
        columns=columns_to_read(table_columns(row.table), row.cells),
        instructions=row.table.instructions,
        claim=row.claim,
    )


def end_row(scope: Scope, table_id: UUID, row_id: UUID, run_id: UUID, spent: RowUsage) -> None:
    """Count a row that was read, and hand out the next. Within the job's transaction."""
    table = lock_running_table(scope, table_id, run_id)
    if table is None:
        return
    if _finish_row(scope, table, row_id, RowStatus.DONE):
        table.done += 1
        _add_usage(table, spent)
    _start_next(scope, table)


def fail_row(scope: Scope, table_id: UUID, row_id: UUID, run_id: UUID, error: str) -> None:
    """Count a row that could not be read; what was saved of it stays."""
    table = lock_running_table(scope, table_id, run_id)
    if table is None:
        return
    if _finish_row(scope, table, row_id, RowStatus.FAILED, error):
        table.failed += 1
    _start_next(scope, table)


def _finish_row(
    scope: Scope, table: StackTable, row_id: UUID, status: RowStatus, error: str = ""
) -> bool:
    rows = StackTableRow.objects.in_scope(scope).filter(
        pk=row_id, run_id=table.run_id, status=RowStatus.RUNNING
    )
    row = rows.only("document_id").first()
    if row is None:
        return False
    rows.update(status=status, error=error, claim=None, updated_at=utcnow())
    share = {"done": table.done, "failed": table.failed, "total": table.total}
    name = "done" if status is RowStatus.DONE else "failed"
    told = {"document_id": str(row.document_id), "status": status, **share, name: share[name] + 1}
    if table.run_id:
        emit(scope, table.run_id, ROW_EVENT, told)
    return True


def _start_next(scope: Scope, table: StackTable) -> None:
    settle_run(scope, table)
    if table.status == TableStatus.IN_PROGRESS:
        start_rows(scope, table)


def _add_usage(table: StackTable, spent: RowUsage) -> None:
    table.engine = spent.engine or table.engine
    table.tokens_in += spent.tokens_in
    table.tokens_out += spent.tokens_out
    if spent.cost is not None:
        table.cost = (table.cost or Decimal(0)) + spent.cost


STOPPED_MESSAGE = "It was stopped by a person. Ask again to go on."
COLUMNS_TASK = "extraction.stack_columns"
QUEUE_ROWS = """
    UPDATE stack_table_rows SET status = 'waiting', run_id = %(run)s, error = '', claim = NULL
     WHERE tenant_id = %(tenant)s AND table_id = %(table)s
       AND (%(documents)s::uuid[] IS NULL OR document_id = ANY(%(documents)s::uuid[]))
       AND (status <> 'done' OR EXISTS (
            SELECT FROM unnest(%(keys)s::text[]) AS wanted
             WHERE cells->wanted IS NULL OR cells->wanted->>'state' = 'stale'))
"""


@transaction.atomic
def start_table_extraction(
    scope: Scope,
    stack_id: UUID,
    table_id: UUID,
    *,
    again: bool = False,
    columns: Collection[str] | None = None,
    document_ids: Collection[UUID] | None = None,
    matter: Matter = NO_MATTER,
) -> TableView:
    """Read what has not been read, failed, or is stale; with `again`, all but what is decided.

    Without columns the run first infers them. A run that finds nothing to do ends at once. It
    serves the case of the run before where none is named.
    """
    table = table_record(scope, stack_id, table_id, lock=True)
    if table.status == TableStatus.IN_PROGRESS or running_correction(scope, table.id):
        raise TableBusy()
    if not StackTableRow.objects.in_scope(scope).filter(table_id=table.id).exists():
        raise NothingToRead()
    known = table_columns(table)
    keys = [column.key for column in known]
    if columns is not None and not again:
        raise ColumnsOfNothing()
    if again:
        wanted = keys if columns is None else [find_column(known, each).key for each in columns]
        mark_stale(scope, table.id, wanted, document_ids)
    table.run_id = start_run(
        scope, "extraction.stack", matter_or_previous(scope, matter, table.run_id)
    )
    table.status, table.error, table.done, table.failed = TableStatus.IN_PROGRESS, "", 0, 0
    table.tokens_in, table.tokens_out, table.cost = 0, 0, None
    table.total = _queue_rows(scope, table, keys, document_ids)
    audit(scope, "stack.extraction_started", "stack_table", table.id, documents=table.total)
    emit(scope, table.run_id, STARTED_EVENT, run_progress(table))
    settle_run(scope, table)
    if table.status == TableStatus.IN_PROGRESS:
        _begin(scope, table)
    return table_view(table)


def _queue_rows(
    scope: Scope, table: StackTable, keys: list[str], documents: Collection[UUID] | None
) -> int:
    """Let the rows wait that have something to be read; how many these are."""
    parameters: dict[str, Any] = {
        "tenant": scope.tenant_id,
        "table": table.id,
        "run": table.run_id,
        "keys": keys,
        "documents": None if documents is None else list(documents),
    }
    with connection.cursor() as cursor:
        cursor.execute(QUEUE_ROWS, parameters)
        chosen: int = cursor.rowcount
        return chosen


def _begin(scope: Scope, table: StackTable) -> None:
    if table.columns:
        start_rows(scope, table, PARALLEL)
    else:
        enqueue(scope, COLUMNS_TASK, table_id=table.id, of_run=table.run_id)


def running_table(scope: Scope, table_id: UUID, run_id: UUID) -> TableView | None:
    """The table, if this run still is the one under way."""
    rows = StackTable.objects.in_scope(scope).filter(pk=table_id, run_id=run_id)
    row = rows.filter(status=TableStatus.IN_PROGRESS).first()
    return table_view(row) if row else None


def begin_rows(scope: Scope, table_id: UUID, run_id: UUID) -> None:
    """The columns are there: begin with the rows. Within the job's transaction."""
    table = lock_running_table(scope, table_id, run_id)
    if table:
        emit(scope, run_id, COLUMNS_EVENT, {"columns": len(table.columns)})
        start_rows(scope, table, PARALLEL)


def fail_table_run(scope: Scope, table_id: UUID, run_id: UUID, error: str) -> None:
    """No columns could be had: no row is read, and the table says why."""
    table = lock_running_table(scope, table_id, run_id)
    if table:
        _release_rows(scope, table)
        end_table_run(scope, table, TableStatus.FAILED, error)


@transaction.atomic
def stop_table_extraction(scope: Scope, stack_id: UUID, table_id: UUID) -> TableView:
    """End a run where it stands: saved rows stay, and what is being read is not saved any more.

    A correction that is under way instead is called off; what it changed before stays.
    """
    table = table_record(scope, stack_id, table_id, lock=True)
    correction_id = running_correction(scope, table.id)
    if correction_id:
        end_table_correction(scope, correction_id, error=STOPPED_MESSAGE)
        return table_view(table)
    if table.status != TableStatus.IN_PROGRESS:
        raise TableNotBusy()
    _release_rows(scope, table)
    end_table_run(scope, table, TableStatus.STOPPED, STOPPED_MESSAGE)
    audit(scope, "stack.extraction_stopped", "stack_table", table.id)
    return table_view(table)


def _release_rows(scope: Scope, table: StackTable) -> None:
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=table.id, run_id=table.run_id)
    under_way = rows.filter(status__in=(RowStatus.WAITING, RowStatus.RUNNING))
    under_way.update(status=RowStatus.NEW, claim=None)
