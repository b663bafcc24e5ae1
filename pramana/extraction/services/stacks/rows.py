"""One row of a run: taken by an attempt, read, counted, and the next one handed out."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID, uuid4

from django.db import transaction

from pramana.extraction.contracts.stacks.cells import RowStatus, TableStatus
from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.domain.stacks.cells import needed
from pramana.extraction.models import StackTable, StackTableRow
from pramana.extraction.selectors.stacks.tables import columns_of
from pramana.extraction.services.stacks.runs import ROW_EVENT, hand_out, settle, under_way
from pramana.jobs.events import emit
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope


@dataclass(frozen=True)
class RowWork:
    """What one row's job has to do, and the name of the attempt that may write it."""

    row_id: UUID
    table_id: UUID
    stack_id: UUID
    document_id: UUID
    columns: tuple[Column, ...]
    """Only those that have to be read."""
    instructions: str
    claim: UUID


@dataclass(frozen=True)
class Spent:
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
        columns=needed(columns_of(row.table), row.cells),
        instructions=row.table.instructions,
        claim=row.claim,
    )


def end_row(scope: Scope, table_id: UUID, row_id: UUID, run_id: UUID, spent: Spent) -> None:
    """Count a row that was read, and hand out the next. Within the job's transaction."""
    table = under_way(scope, table_id, run_id)
    if table is None:
        return
    if _ended(scope, table, row_id, RowStatus.DONE):
        table.done += 1
        _add(table, spent)
    _next(scope, table)


def fail_row(scope: Scope, table_id: UUID, row_id: UUID, run_id: UUID, error: str) -> None:
    """Count a row that could not be read; what was saved of it stays."""
    table = under_way(scope, table_id, run_id)
    if table is None:
        return
    if _ended(scope, table, row_id, RowStatus.FAILED, error):
        table.failed += 1
    _next(scope, table)


def _ended(
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


def _next(scope: Scope, table: StackTable) -> None:
    settle(scope, table)
    if table.status == TableStatus.IN_PROGRESS:
        hand_out(scope, table)


def _add(table: StackTable, spent: Spent) -> None:
    table.engine = spent.engine or table.engine
    table.tokens_in += spent.tokens_in
    table.tokens_out += spent.tokens_out
    if spent.cost is not None:
        table.cost = (table.cost or Decimal(0)) + spent.cost
