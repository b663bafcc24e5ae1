"""A run over a table: start it, read its rows a few at a time, count them, and end it.

The table's row is locked whenever a row ends, so the counts are always right. A row gets its job
when an earlier one ends, so at most `PARALLEL` jobs of a table wait or run, and a thousand
documents never block other work.
"""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models import F

from pramana.documents.contracts import Status
from pramana.documents.errors import DocumentNotFound
from pramana.extraction.contracts.stacks import RowStatus, TableColumn, TableStatus, TableView
from pramana.extraction.domain.stack_tables import columns_to_read, find_column
from pramana.extraction.errors import ColumnsOfNothing, NothingToRead, TableBusy, TableNotBusy
from pramana.extraction.models import StackTable, StackTableRow
from pramana.extraction.selectors.stacks import table_columns, table_record, table_view
from pramana.extraction.services.corrections import end_table_correction, running_correction
from pramana.jobs.contracts import CANCELLED_EVENT, DONE_EVENT, FAILED_EVENT
from pramana.jobs.events import emit
from pramana.jobs.queue import enqueue
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
FINISH_ROW = """
    UPDATE stack_table_rows
       SET status = %(status)s, error = %(error)s, claim = NULL, updated_at = %(at)s
     WHERE tenant_id = %(tenant)s AND id = %(row)s AND run_id = %(run)s AND status = 'running'
 RETURNING document_id
"""
ENDINGS = {
    TableStatus.COMPLETED: (DONE_EVENT, RunState.DONE),
    TableStatus.FAILED: (FAILED_EVENT, RunState.FAILED),
    TableStatus.STOPPED: (CANCELLED_EVENT, RunState.FAILED),
}
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
MARK_STALE = """
    UPDATE stack_table_rows SET updated_at = now(), cells = (
           SELECT jsonb_object_agg(key, CASE
                    WHEN key = ANY(%(keys)s) AND value->>'state' NOT IN ('reviewed', 'locked')
                    THEN jsonb_set(value, '{state}', '"stale"') ELSE value END)
             FROM jsonb_each(cells))
     WHERE tenant_id = %(tenant)s AND table_id = %(table)s AND cells ?| %(keys)s
       AND (%(documents)s::uuid[] IS NULL OR document_id = ANY(%(documents)s::uuid[]))
"""


def start_rows(scope: Scope, table: StackTable, most: int = 1) -> None:
    """Queue jobs for the next waiting rows of a locked table.

    The run is named in the payload, because a job that belongs to a run would end it on failure.
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
    """Save the counts of a locked table, and end its run if nothing is left to do."""
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
    """Store how the run of a locked table ended, and emit its last event."""
    table.status, table.error, table.updated_at = status, error, utcnow()
    table.save()
    if table.run_id:
        kind, state = ENDINGS[status]
        emit(scope, table.run_id, kind, {**run_progress(table), "error": error})
        end_run(scope, table.run_id, state)


def run_progress(table: StackTable) -> dict[str, Any]:
    """The progress of a run. Only ids and numbers, because the whole tenant may follow it."""
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
    """Lock a table for a job; None if it was deleted meanwhile."""
    rows = StackTable.objects.in_scope(scope).filter(pk=table_id)
    return rows.select_for_update(of=("self",)).first()


def lock_running_table(scope: Scope, table_id: UUID, run_id: UUID) -> StackTable | None:
    """Lock the table if this run is still its current one."""
    table = lock_table(scope, table_id)
    if table is None or table.run_id != run_id or table.status != TableStatus.IN_PROGRESS:
        return None
    return table


@dataclass(frozen=True)
class RowWork:
    """What one row's job has to do, and the claim of the attempt that may write."""

    row_id: UUID
    table_id: UUID
    stack_id: UUID
    document_id: UUID
    document_status: Status
    document_error: str
    columns: tuple[TableColumn, ...]
    """Only the columns that must be read."""
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
    """Claim a row for this attempt; None if it is gone or no longer belongs to this run.

    What an earlier attempt saved is not read again.
    """
    row = (
        StackTableRow.objects.in_scope(scope)
        .select_for_update(of=("self",))
        .select_related("table")
        .annotate(
            document_status=F("document__status"),
            document_error=F("document__error"),
            trashed_at=F("document__trashed_at"),
        )
        .filter(pk=row_id, run_id=run_id, status=RowStatus.RUNNING)
        .first()
    )
    if row is None:
        return None
    columns = columns_to_read(table_columns(row.table), row.cells)
    if columns and row.trashed_at:
        raise DocumentNotFound()
    row.claim = uuid4()
    row.save(update_fields=["claim"])
    return RowWork(
        row_id=row.id,
        table_id=row.table_id,
        stack_id=row.table.stack_id,
        document_id=row.document_id,
        document_status=Status(row.document_status),
        document_error=row.document_error,
        columns=columns,
        instructions=row.table.instructions,
        claim=row.claim,
    )


def end_row(scope: Scope, table_id: UUID, row_id: UUID, run_id: UUID, spent: RowUsage) -> None:
    """Count a row that was read and start the next, within the job's transaction."""
    table = lock_running_table(scope, table_id, run_id)
    if table is None:
        return
    if _finish_row(scope, table, row_id, RowStatus.DONE):
        table.done += 1
        _add_usage(table, spent)
    _start_next(scope, table)


def fail_row(scope: Scope, table_id: UUID, row_id: UUID, run_id: UUID, error: str) -> None:
    """Count a row that could not be read. What was saved of it stays."""
    table = lock_running_table(scope, table_id, run_id)
    if table is None:
        return
    if _finish_row(scope, table, row_id, RowStatus.FAILED, error):
        table.failed += 1
    _start_next(scope, table)


def _finish_row(
    scope: Scope, table: StackTable, row_id: UUID, status: RowStatus, error: str = ""
) -> bool:
    parameters = {
        "tenant": scope.tenant_id, "row": row_id, "run": table.run_id, "status": status,
        "error": error, "at": utcnow(),
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(FINISH_ROW, parameters)
        row = cursor.fetchone()
    if row is None:
        return False
    share = {"done": table.done, "failed": table.failed, "total": table.total}
    name = "done" if status is RowStatus.DONE else "failed"
    event = {"document_id": str(row[0]), "status": status, **share, name: share[name] + 1}
    if table.run_id:
        emit(scope, table.run_id, ROW_EVENT, event)
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
    """Read rows that are new, failed or stale; with `again`, everything that is not decided.

    Without columns the run first infers them. A run with nothing to do ends at once. It belongs to
    the case of the previous run if none is given.
    """
    table = table_record(scope, stack_id, table_id, lock=True)
    if table.status == TableStatus.IN_PROGRESS or running_correction(scope, table.id):
        raise TableBusy()
    if not StackTableRow.objects.in_scope(scope).filter(table_id=table.id).exists():
        raise NothingToRead()
    existing = table_columns(table)
    keys = [column.key for column in existing]
    if columns is not None and not again:
        raise ColumnsOfNothing()
    if again:
        stale_keys = (
            keys if columns is None else [find_column(existing, each).key for each in columns]
        )
        mark_stale(scope, table.id, stale_keys, document_ids)
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
    """Mark the rows that have something to read as waiting, and return how many there are."""
    parameters: dict[str, Any] = {
        "tenant": scope.tenant_id,
        "table": table.id,
        "run": table.run_id,
        "keys": keys,
        "documents": None if documents is None else list(documents),
    }
    with connection.cursor() as cursor:
        cursor.execute(QUEUE_ROWS, parameters)
        count: int = cursor.rowcount
        return count


def _begin(scope: Scope, table: StackTable) -> None:
    if table.columns:
        start_rows(scope, table, PARALLEL)
    else:
        enqueue(scope, COLUMNS_TASK, table_id=table.id, of_run=table.run_id)


def running_table(scope: Scope, table_id: UUID, run_id: UUID) -> TableView | None:
    """The table, if this run is still its current one."""
    rows = StackTable.objects.in_scope(scope).filter(pk=table_id, run_id=run_id)
    row = rows.filter(status=TableStatus.IN_PROGRESS).first()
    return table_view(row) if row else None


def begin_rows(scope: Scope, table_id: UUID, run_id: UUID) -> None:
    """Start the rows once the columns are known, within the job's transaction."""
    table = lock_running_table(scope, table_id, run_id)
    if table:
        emit(scope, run_id, COLUMNS_EVENT, {"columns": len(table.columns)})
        start_rows(scope, table, PARALLEL)


def fail_table_run(scope: Scope, table_id: UUID, run_id: UUID, error: str) -> None:
    """End the run because no columns could be inferred. No row is read."""
    table = lock_running_table(scope, table_id, run_id)
    if table:
        _release_rows(scope, table)
        end_table_run(scope, table, TableStatus.FAILED, error)


@transaction.atomic
def stop_table_extraction(scope: Scope, stack_id: UUID, table_id: UUID) -> TableView:
    """Stop the current run. Saved rows stay, and rows being read are discarded.

    A running correction is stopped instead; what it already changed stays.
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


def mark_stale(
    scope: Scope,
    table_id: UUID,
    keys: Collection[str],
    documents: Collection[UUID] | None = None,
) -> None:
    """Mark these columns to be read again, except decided cells, in one statement."""
    if not keys:
        return
    parameters: dict[str, Any] = {
        "tenant": scope.tenant_id,
        "table": table_id,
        "keys": list(keys),
        "documents": None if documents is None else list(documents),
    }
    with connection.cursor() as cursor:
        cursor.execute(MARK_STALE, parameters)
