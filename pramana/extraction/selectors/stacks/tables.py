"""The tables of a stack, as the person who asks may see them."""

from uuid import UUID

from pramana.extraction.contracts.stacks.cells import TableStatus
from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.contracts.stacks.views import TableView
from pramana.extraction.errors.stacks import TableNotFound
from pramana.extraction.models import StackTable
from pramana.extraction.selectors.stacks.stack import visible_stacks
from pramana.kit.scope import Scope


def tables_of(scope: Scope, stack_id: UUID) -> list[TableView]:
    rows = StackTable.objects.in_scope(scope).filter(stack_id=stack_id)
    return [table_view(row) for row in rows]


def get_table(scope: Scope, stack_id: UUID, table_id: UUID) -> TableView:
    return table_view(table_row(scope, stack_id, table_id))


def table_row(scope: Scope, stack_id: UUID, table_id: UUID, *, lock: bool = False) -> StackTable:
    """The table, of a stack the person may see. With `lock`, within a transaction."""
    rows = StackTable.objects.in_scope(scope).filter(
        pk=table_id, stack_id=stack_id, stack__in=visible_stacks(scope)
    )
    row = (rows.select_for_update(of=("self",)) if lock else rows).first()
    if row is None:
        raise TableNotFound()
    return row


def columns_of(row: StackTable) -> tuple[Column, ...]:
    return tuple(Column.model_validate(column) for column in row.columns)


def table_view(row: StackTable) -> TableView:
    same = ("id", "stack_id", "name", "instructions", "error", "total", "done", "failed", "run_id")
    spent = ("engine", "tokens_in", "tokens_out", "cost", "created_at", "updated_at")
    return TableView(
        **{name: getattr(row, name) for name in (*same, *spent)},
        columns=columns_of(row),
        status=TableStatus(row.status),
    )
