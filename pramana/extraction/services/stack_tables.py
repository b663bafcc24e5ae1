"""Tables of a stack and their columns."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.stacks import ColumnSpec, RowStatus, TableStatus, TableView
from pramana.extraction.domain.stack_columns import (
    ColumnsUpdate,
    extended_columns,
    replacement_columns,
)
from pramana.extraction.errors import TableBusy, TableIncomplete
from pramana.extraction.models import StackDocument, StackTable, StackTableRow
from pramana.extraction.selectors.stacks import lock_stack, table_columns, table_record, table_view
from pramana.extraction.services.stack_runs import mark_stale
from pramana.extraction.services.stacks import add_rows, erase_tables
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit


@transaction.atomic
def create_table(
    scope: Scope,
    stack_id: UUID,
    name: str,
    *,
    instructions: str = "",
    columns: Sequence[ColumnSpec] = (),
) -> TableView:
    """Create a table with a row for each document. Without columns, they are inferred later."""
    stack = lock_stack(scope, stack_id)
    defined = replacement_columns((), columns).columns if columns else ()
    row = StackTable(
        tenant_id=scope.tenant_id,
        stack=stack,
        name=name,
        instructions=instructions,
        columns=[column.model_dump(mode="json") for column in defined],
    )
    row.save(force_insert=True)
    inside = StackDocument.objects.in_scope(scope).filter(stack_id=stack.id)
    add_rows(scope, row, list(inside.values_list("position", "document_id")))
    audit(scope, "stack.table_created", "stack_table", row.id)
    row.refresh_from_db()
    return table_view(row)


@transaction.atomic
def delete_table(scope: Scope, stack_id: UUID, table_id: UUID) -> None:
    """Delete a table with its rows, history and runs."""
    row = table_record(scope, stack_id, table_id)
    erase_tables(scope, StackTable.objects.in_scope(scope).filter(pk=row.id))
    audit(scope, "stack.table_deleted", "stack_table", table_id)


@transaction.atomic
def replace_columns(
    scope: Scope, stack_id: UUID, table_id: UUID, requested: Sequence[ColumnSpec]
) -> TableView:
    """Replace the columns. Cells of a changed column become stale; decided cells stay.

    Cells of a column that is left out are hidden, and return if the column does.
    """
    row = table_record(scope, stack_id, table_id, lock=True)
    if row.status == TableStatus.IN_PROGRESS:
        raise TableBusy()
    return set_columns(scope, row, replacement_columns(table_columns(row), requested))


@transaction.atomic
def extend_columns(
    scope: Scope,
    stack_id: UUID,
    table_id: UUID,
    requested: Sequence[ColumnSpec],
    removed: Collection[str] = (),
) -> TableView:
    """Add or change columns. Only the named ones are removed."""
    row = table_record(scope, stack_id, table_id, lock=True)
    return set_columns(scope, row, extended_columns(table_columns(row), requested, removed))


def set_columns(scope: Scope, row: StackTable, defined: ColumnsUpdate) -> TableView:
    """Store the columns of a locked table and mark changed ones as stale."""
    row.columns = [column.model_dump(mode="json") for column in defined.columns]
    row.updated_at = utcnow()
    row.save(update_fields=["columns", "updated_at"])
    mark_stale(scope, row.id, defined.changed)
    return table_view(row)


@transaction.atomic
def complete_table(scope: Scope, stack_id: UUID, table_id: UUID) -> TableView:
    """Mark the table as complete. Raises TableIncomplete if a document has no finished row."""
    row = table_record(scope, stack_id, table_id, lock=True)
    if row.status == TableStatus.IN_PROGRESS:
        raise TableBusy()
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=row.id)
    missing = rows.exclude(status=RowStatus.DONE).count()
    if missing or not row.columns:
        raise TableIncomplete(missing, rows.count())
    row.status, row.error, row.updated_at = TableStatus.COMPLETED, "", utcnow()
    row.save(update_fields=["status", "error", "updated_at"])
    return table_view(row)
