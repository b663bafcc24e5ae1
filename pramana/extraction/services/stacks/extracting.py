"""A run over a table begins, and is stopped."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from pramana.extraction.contracts.stacks.cells import RowStatus, TableStatus
from pramana.extraction.contracts.stacks.views import TableView
from pramana.extraction.domain.stacks.columns import find_column
from pramana.extraction.errors.stacks import ColumnsOfNothing, NotBusy, NothingToRead, TableBusy
from pramana.extraction.models import StackTable, StackTableRow
from pramana.extraction.selectors.stacks.tables import columns_of, table_row, table_view
from pramana.extraction.services.stacks.correcting import correction_under_way, end_correction
from pramana.extraction.services.stacks.runs import (
    COLUMNS_EVENT,
    PARALLEL,
    STARTED_EVENT,
    counts,
    end,
    hand_out,
    settle,
    under_way,
)
from pramana.extraction.services.stacks.tables import mark_stale
from pramana.jobs.events import emit
from pramana.jobs.services import enqueue
from pramana.kit.scope import Scope
from pramana.tenancy.matters import NO_MATTER, Matter
from pramana.tenancy.selectors import matter_again
from pramana.tenancy.services import audit, start_run

STOPPED = "It was stopped by a person. Ask again to go on."
COLUMNS_TASK = "extraction.stack_columns"
CHOOSE = """
    UPDATE stack_table_rows SET status = 'waiting', run_id = %(run)s, error = '', claim = NULL
     WHERE tenant_id = %(tenant)s AND table_id = %(table)s
       AND (%(documents)s::uuid[] IS NULL OR document_id = ANY(%(documents)s::uuid[]))
       AND (status <> 'done' OR EXISTS (
            SELECT FROM unnest(%(keys)s::text[]) AS wanted
             WHERE cells->wanted IS NULL OR cells->wanted->>'state' = 'stale'))
"""


@transaction.atomic
def start_extraction(
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
    table = table_row(scope, stack_id, table_id, lock=True)
    if table.status == TableStatus.IN_PROGRESS or correction_under_way(scope, table.id):
        raise TableBusy()
    if not StackTableRow.objects.in_scope(scope).filter(table_id=table.id).exists():
        raise NothingToRead()
    known = columns_of(table)
    keys = [column.key for column in known]
    if columns is not None and not again:
        raise ColumnsOfNothing()
    if again:
        wanted = keys if columns is None else [find_column(known, each).key for each in columns]
        mark_stale(scope, table.id, wanted, document_ids)
    table.run_id = start_run(scope, "extraction.stack", matter_again(scope, matter, table.run_id))
    table.status, table.error, table.done, table.failed = TableStatus.IN_PROGRESS, "", 0, 0
    table.tokens_in, table.tokens_out, table.cost = 0, 0, None
    table.total = _choose(scope, table, keys, document_ids)
    audit(scope, "stack.extraction_started", "stack_table", table.id, documents=table.total)
    emit(scope, table.run_id, STARTED_EVENT, counts(table))
    settle(scope, table)
    if table.status == TableStatus.IN_PROGRESS:
        _set_out(scope, table)
    return table_view(table)


def _choose(
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
        cursor.execute(CHOOSE, parameters)
        chosen: int = cursor.rowcount
        return chosen


def _set_out(scope: Scope, table: StackTable) -> None:
    if table.columns:
        hand_out(scope, table, PARALLEL)
    else:
        enqueue(scope, COLUMNS_TASK, table_id=table.id, of_run=table.run_id)


def run_of(scope: Scope, table_id: UUID, run_id: UUID) -> TableView | None:
    """The table, if this run still is the one under way."""
    rows = StackTable.objects.in_scope(scope).filter(pk=table_id, run_id=run_id)
    row = rows.filter(status=TableStatus.IN_PROGRESS).first()
    return table_view(row) if row else None


def go_on(scope: Scope, table_id: UUID, run_id: UUID) -> None:
    """The columns are there: begin with the rows. Within the job's transaction."""
    table = under_way(scope, table_id, run_id)
    if table:
        emit(scope, run_id, COLUMNS_EVENT, {"columns": len(table.columns)})
        hand_out(scope, table, PARALLEL)


def fail_run(scope: Scope, table_id: UUID, run_id: UUID, error: str) -> None:
    """No columns could be had: no row is read, and the table says why."""
    table = under_way(scope, table_id, run_id)
    if table:
        _let_go(scope, table)
        end(scope, table, TableStatus.FAILED, error)


@transaction.atomic
def stop_extraction(scope: Scope, stack_id: UUID, table_id: UUID) -> TableView:
    """End a run where it stands: saved rows stay, and what is being read is not saved any more.

    A correction that is under way instead is called off; what it changed before stays.
    """
    table = table_row(scope, stack_id, table_id, lock=True)
    correction_id = correction_under_way(scope, table.id)
    if correction_id:
        end_correction(scope, correction_id, error=STOPPED)
        return table_view(table)
    if table.status != TableStatus.IN_PROGRESS:
        raise NotBusy()
    _let_go(scope, table)
    end(scope, table, TableStatus.STOPPED, STOPPED)
    audit(scope, "stack.extraction_stopped", "stack_table", table.id)
    return table_view(table)


def _let_go(scope: Scope, table: StackTable) -> None:
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=table.id, run_id=table.run_id)
    under_way = rows.filter(status__in=(RowStatus.WAITING, RowStatus.RUNNING))
    under_way.update(status=RowStatus.NEW, claim=None)
