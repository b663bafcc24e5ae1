"""The rows of a table, page by page: one statement each, however many documents there are."""

from collections.abc import Iterator
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import connection
from django.db.models import BooleanField, F, Func, Value

from pramana.extraction.contracts.stacks.cells import CellState, RowStatus
from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.contracts.stacks.views import RowsPage, RowView, TableView
from pramana.extraction.domain.stacks.cells import shown
from pramana.extraction.errors.stacks import NotInStack
from pramana.extraction.models import StackTableRow
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from django.db.models import QuerySet

AT_ONCE = 200
COUNTS = """
    SELECT cell.key, cell.value->>'state', count(*)
      FROM stack_table_rows AS stacked, jsonb_each(stacked.cells) AS cell
     WHERE stacked.tenant_id = %s AND stacked.table_id = %s
     GROUP BY 1, 2
"""


def rows_page(
    scope: Scope,
    table: TableView,
    *,
    after: int = 0,
    limit: int = 50,
    status: RowStatus | None = None,
    state: CellState | None = None,
) -> RowsPage:
    """Rows from behind position `after`, in the order of the documents.

    `status` keeps the rows that stand there, `state` those with at least one such cell.
    """
    rows = _rows(scope, table.id).filter(position__gt=after)
    if status:
        rows = rows.filter(status=status)
    if state:
        rows = rows.filter(_has_state(state))
    found = [row_view(row, table.columns) for row in rows.order_by("position")[: limit + 1]]
    more = len(found) > limit
    return RowsPage(tuple(found[:limit]), found[limit - 1].position if more else None)


def _has_state(state: CellState) -> Func:
    """Whether some cell of a row stands there."""
    path = Value(f'$.* ? (@.state == "{state.value}")')
    template = "jsonb_path_exists(%(expressions)s::jsonpath)"
    return Func(F("cells"), path, template=template, output_field=BooleanField())


def every_row(scope: Scope, table: TableView) -> Iterator[RowView]:
    """All rows, a page in memory at a time."""
    after: int | None = 0
    while after is not None:
        page = rows_page(scope, table, after=after, limit=AT_ONCE)
        yield from page.rows
        after = page.next_after


def get_row(scope: Scope, table: TableView, document_id: UUID) -> RowView:
    row = _rows(scope, table.id).filter(document_id=document_id).first()
    if row is None:
        raise NotInStack(document_id)
    return row_view(row, table.columns)


def state_counts(scope: Scope, table: TableView) -> dict[str, dict[str, int]]:
    """How many cells of each column stand in each state, but for those never looked for."""
    known = {column.key for column in table.columns}
    counts: dict[str, dict[str, int]] = {key: {} for key in known}
    with connection.cursor() as cursor:
        cursor.execute(COUNTS, [scope.tenant_id, table.id])
        for key, state, number in cursor:
            if key in known:
                counts[key][state] = number
    return counts


def _rows(scope: Scope, table_id: UUID) -> "QuerySet[StackTableRow]":
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=table_id)
    return rows.select_related("document").only(
        *("document_id", "document__title", "document__filename", "position", "cells", "status"),
        *("error", "updated_at"),
    )


def row_view(row: StackTableRow, columns: tuple[Column, ...]) -> RowView:
    return RowView(
        id=row.id,
        document_id=row.document_id,
        title=row.document.title,
        filename=row.document.filename,
        position=row.position,
        status=RowStatus(row.status),
        error=row.error,
        cells=shown(columns, row.cells),
        updated_at=row.updated_at,
    )
