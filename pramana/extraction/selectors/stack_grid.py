"""A table for its page: every row, with only what the grid shows of each cell."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from pramana.extraction.contracts.stacks import StackView, TableView
from pramana.extraction.models import StackTable
from pramana.extraction.selectors.stacks import stacks_page, table_view
from pramana.kit.scope import Scope

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
