"""Stacks, their documents, tables and rows, as far as the person may see them."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import connection
from django.db.models import BooleanField, Count, F, Func, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from pramana.extraction.contracts.stacks import (
    CellState,
    RowsPage,
    RowStatus,
    RowView,
    StackedDocument,
    StackView,
    TableColumn,
    TableStatus,
    TableView,
)
from pramana.extraction.domain.stack_tables import cells_of_columns
from pramana.extraction.errors import NotInStack, StackNotFound, TableNotFound
from pramana.extraction.models import Stack, StackDocument, StackTable, StackTableRow
from pramana.kit.scope import Scope
from pramana.tenancy.locking import lock_row

if TYPE_CHECKING:
    from django.db.models import QuerySet


AT_ONCE = 200
COUNTS = """
    SELECT cell.key, cell.value->>'state', count(*)
      FROM stack_table_rows AS stacked, jsonb_each(stacked.cells) AS cell
     WHERE stacked.tenant_id = %s AND stacked.table_id = %s
     GROUP BY 1, 2
"""


def visible_stacks(scope: Scope) -> "QuerySet[Stack]":
    """A stack is private to its owner until it is shared with the tenant."""
    mine = Q(user_id=scope.actor_id) if scope.actor_id else Q(pk__in=())
    return Stack.objects.in_scope(scope).filter(mine | Q(shared=True))


def stacks_page(
    scope: Scope, *, before: datetime | None = None, limit: int = 50
) -> list[StackView]:
    """Newest first. `before` continues after a page."""
    rows = _with_document_count(scope, visible_stacks(scope))
    if before:
        rows = rows.filter(created_at__lt=before)
    return [stack_view(row) for row in rows[:limit]]


def get_stack(scope: Scope, stack_id: UUID) -> StackView:
    row = _with_document_count(scope, visible_stacks(scope)).filter(pk=stack_id).first()
    if row is None:
        raise StackNotFound()
    return stack_view(row)


def stack_of_table(scope: Scope, table_id: UUID) -> StackView:
    """The stack that this table belongs to, as far as this person may see it."""
    tables = StackTable.objects.in_scope(scope).filter(pk=table_id)
    stack_id = tables.values_list("stack_id", flat=True).first()
    if stack_id is None:
        raise StackNotFound()
    return get_stack(scope, stack_id)


def stack_documents(scope: Scope) -> "QuerySet[StackDocument]":
    """The documents in stacks, without those in the trash, which come back when restored."""
    return StackDocument.objects.in_scope(scope).filter(document__trashed_at__isnull=True)


def _with_document_count(scope: Scope, rows: "QuerySet[Stack]") -> "QuerySet[Stack]":
    inside = stack_documents(scope).filter(stack_id=OuterRef("pk")).order_by()
    number = inside.values("stack_id").annotate(number=Count("pk")).values("number")
    return rows.annotate(number=Coalesce(Subquery(number), 0))


def lock_stack(scope: Scope, stack_id: UUID) -> Stack:
    """Lock a stack for a change, within a transaction."""
    return lock_row(visible_stacks(scope).filter(pk=stack_id), StackNotFound())


def documents_of_stack(
    scope: Scope, stack_id: UUID, *, after: int = 0, limit: int = 50
) -> list[StackedDocument]:
    """The stack's documents in order, after position `after`."""
    rows = (
        stack_documents(scope)
        .filter(stack_id=stack_id, position__gt=after)
        .order_by("position")
        .values_list(
            "document_id",
            "document__title",
            "document__filename",
            "document__status",
            "document__page_count",
            "position",
            "added_at",
        )
    )
    return [StackedDocument(*row) for row in rows[:limit]]


def check_in_stack(scope: Scope, stack_id: UUID, document_id: UUID) -> None:
    """Raise NotInStack unless the document is in the stack."""
    inside = StackDocument.objects.in_scope(scope)
    if not inside.filter(stack_id=stack_id, document_id=document_id).exists():
        raise NotInStack(document_id)


def stack_view(row: Stack) -> StackView:
    return StackView(
        id=row.id,
        name=row.name,
        owner_id=row.user_id,
        shared=row.shared,
        document_count=getattr(row, "number", 0),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def tables_of_stack(scope: Scope, stack_id: UUID) -> list[TableView]:
    rows = StackTable.objects.in_scope(scope).filter(stack_id=stack_id)
    return [table_view(row) for row in rows]


def get_table(scope: Scope, stack_id: UUID, table_id: UUID) -> TableView:
    return table_view(table_record(scope, stack_id, table_id))


def table_record(scope: Scope, stack_id: UUID, table_id: UUID, *, lock: bool = False) -> StackTable:
    """The table's row, if the person may see its stack. `lock` needs a transaction."""
    rows = StackTable.objects.in_scope(scope).filter(
        pk=table_id, stack_id=stack_id, stack__in=visible_stacks(scope)
    )
    row = (rows.select_for_update(of=("self",)) if lock else rows).first()
    if row is None:
        raise TableNotFound()
    return row


def table_columns(row: StackTable) -> tuple[TableColumn, ...]:
    return tuple(TableColumn.model_validate(column) for column in row.columns)


def table_view(row: StackTable) -> TableView:
    same = ("id", "stack_id", "name", "instructions", "error", "total", "done", "failed", "run_id")
    spent = ("engine", "tokens_in", "tokens_out", "cost", "created_at", "updated_at")
    return TableView(
        **{name: getattr(row, name) for name in (*same, *spent)},
        columns=table_columns(row),
        status=TableStatus(row.status),
    )


def rows_page(
    scope: Scope,
    table: TableView,
    *,
    after: int = 0,
    limit: int = 50,
    status: RowStatus | None = None,
    state: CellState | None = None,
) -> RowsPage:
    """Rows after position `after`, in document order.

    `status` filters by the row's status, `state` by rows with at least one such cell.
    """
    rows = _table_rows(scope, table.id).filter(position__gt=after)
    if status:
        rows = rows.filter(status=status)
    if state:
        rows = rows.filter(_has_state(state))
    views = [row_view(row, table.columns) for row in rows.order_by("position")[: limit + 1]]
    more = len(views) > limit
    return RowsPage(tuple(views[:limit]), views[limit - 1].position if more else None)


def _has_state(state: CellState) -> Func:
    """Whether a row has a cell in this state."""
    path = Value(f'$.* ? (@.state == "{state.value}")')
    template = "jsonb_path_exists(%(expressions)s::jsonpath)"
    return Func(F("cells"), path, template=template, output_field=BooleanField())


def all_rows(scope: Scope, table: TableView) -> Iterator[RowView]:
    """All rows, with one page in memory at a time."""
    after: int | None = 0
    while after is not None:
        page = rows_page(scope, table, after=after, limit=AT_ONCE)
        yield from page.rows
        after = page.next_after


def get_row(scope: Scope, table: TableView, document_id: UUID) -> RowView:
    row = _table_rows(scope, table.id).filter(document_id=document_id).first()
    if row is None:
        raise NotInStack(document_id)
    return row_view(row, table.columns)


def cell_state_counts(scope: Scope, table: TableView) -> dict[str, dict[str, int]]:
    """How many cells of each column are in each state, without those never looked for."""
    keys = {column.key for column in table.columns}
    counts: dict[str, dict[str, int]] = {key: {} for key in keys}
    with connection.cursor() as cursor:
        cursor.execute(COUNTS, [scope.tenant_id, table.id])
        for key, state, number in cursor:
            if key in keys:
                counts[key][state] = number
    return counts


def _table_rows(scope: Scope, table_id: UUID) -> "QuerySet[StackTableRow]":
    rows = StackTableRow.objects.in_scope(scope).filter(
        table_id=table_id, document__trashed_at__isnull=True
    )
    return rows.select_related("document").only(
        *("document_id", "document__title", "document__filename", "position", "cells", "status"),
        *("error", "updated_at"),
    )


def row_view(row: StackTableRow, columns: tuple[TableColumn, ...]) -> RowView:
    return RowView(
        id=row.id,
        document_id=row.document_id,
        title=row.document.title,
        filename=row.document.filename,
        position=row.position,
        status=RowStatus(row.status),
        error=row.error,
        cells=cells_of_columns(columns, row.cells),
        updated_at=row.updated_at,
    )


GRID = """
    SELECT stacked.position, jsonb_build_array(
             stacked.document_id, document.title, stacked.status, stacked.error,
             coalesce((SELECT jsonb_object_agg(cell.key, jsonb_build_array(
                         cell.value->'value', cell.value->'state', cell.value->'trust',
                         cell.value->'at'))
                         FROM jsonb_each(stacked.cells) AS cell
                        WHERE cell.key = ANY(%(keys)s::text[])), '{}'))::text
      FROM stack_table_rows AS stacked
      JOIN documents_document AS document ON document.id = stacked.document_id
     WHERE stacked.tenant_id = %(tenant)s AND document.tenant_id = %(tenant)s
       AND document.trashed_at IS NULL
       AND stacked.table_id = %(table)s AND stacked.position > %(after)s
       AND (%(documents)s::uuid[] IS NULL OR stacked.status = 'running'
            OR stacked.document_id = ANY(%(documents)s::uuid[]))
     ORDER BY stacked.position LIMIT %(most)s
"""
ROWS_TO_REVIEW = """
    SELECT stacked.table_id, count(*)
      FROM stack_table_rows AS stacked
     WHERE stacked.tenant_id = %(tenant)s AND stacked.table_id = ANY(%(tables)s::uuid[])
       AND jsonb_path_exists(
             stacked.cells, '$.* ? (@.state == "flagged" || @.state == "stale")')
     GROUP BY 1
"""


@dataclass(frozen=True)
class GridRows:
    """Rows as JSON, each `[document, title, status, error, {column: [value, state, trust, at]}]`.

    They stay text, because thousands of cells go from the database to the browser unparsed.
    """

    rows: tuple[str, ...]
    next_after: int | None


@dataclass(frozen=True)
class StackSummary:
    """A stack in a list: its first table, and how many rows need review."""

    stack: StackView
    table: TableView | None
    rows_to_review: int


def grid_rows(
    scope: Scope,
    table: TableView,
    *,
    after: int = 0,
    limit: int = 1000,
    documents: Collection[UUID] | None = None,
) -> GridRows:
    """Rows after position `after`. With `documents`, only those rows and the ones being read."""
    parameters: dict[str, Any] = {
        "tenant": scope.tenant_id,
        "table": table.id,
        "keys": [column.key for column in table.columns],
        "after": after,
        "documents": None if documents is None else list(documents),
        "most": limit + 1,
    }
    with connection.cursor() as cursor:
        cursor.execute(GRID, parameters)
        results = cursor.fetchall()
    rows = tuple(text for _, text in results[:limit])
    return GridRows(rows, results[limit - 1][0] if len(results) > limit else None)


def stack_summaries(scope: Scope, *, limit: int = 50, **place: Any) -> list[StackSummary]:
    """Stacks newest first, each with its first table, in three statements."""
    stacks = stacks_page(scope, limit=limit, **place)
    ids = [stack.id for stack in stacks]
    first: dict[UUID, TableView] = {}
    for row in StackTable.objects.in_scope(scope).filter(stack_id__in=ids):
        first.setdefault(row.stack_id, table_view(row))
    waiting = _rows_to_review(scope, [table.id for table in first.values()])
    pairs = ((stack, first.get(stack.id)) for stack in stacks)
    return [
        StackSummary(stack, table, waiting.get(table.id, 0) if table else 0)
        for stack, table in pairs
    ]


def _rows_to_review(scope: Scope, tables: list[UUID]) -> dict[UUID, int]:
    if not tables:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(ROWS_TO_REVIEW, {"tenant": scope.tenant_id, "tables": tables})
        return dict(cursor.fetchall())
