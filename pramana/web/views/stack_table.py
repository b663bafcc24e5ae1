"""A stack's table: the grid, its rows as the grid asks for them, and what stands behind a cell."""

import json
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as later

from pramana.extraction.contracts.stacks.views import StackView, TableView
from pramana.extraction.selectors.stacks.page import grid_rows
from pramana.extraction.selectors.stacks.stack import get_stack
from pramana.extraction.selectors.stacks.tables import get_table, tables_of
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of
from pramana.web.keys import key
from pramana.web.places import number_of
from pramana.web.views.stack_words import (
    CELL_STATES,
    STATE_MEANINGS,
    TABLE_STATES,
    TYPES,
    script_words,
)

FIRST = 60
"""Rows that come with the page itself, so that it is painted at once."""
MOST = 1000
KEYS = (
    key("← ↑ → ↓", later("Walk; with Shift, a range")),
    key("Home", later("First column; with Ctrl, first row")),
    key("End", later("Last column; with Ctrl, last row")),
    key("Enter", later("Write into the cell")),
    key("Tab", later("Next cell")),
    key("Space", later("Evidence and history of the cell")),
    key("r", later("Reviewed")),
    key("f", later("Flag")),
    key("l", later("Lock")),
    key("o", later("Open again")),
    key("t", later("Read again next time")),
    key("Delete", later("Empty the cells")),
    key("Ctrl C", later("Copy the range")),
    key("Ctrl V", later("Paste")),
    key("Ctrl Z", later("Take your last change back")),
    key("m", later("Menu of the column")),
    key("e", later("Next cell that wants a look")),
    key("s", later("Find in the table")),
    key("c", later("Correct in words")),
    key("Esc", later("Leave the grid")),
)


@page()
def show(request: PageRequest, stack_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    stack = get_stack(scope, stack_id)
    tables = tables_of(scope, stack_id)
    table = _chosen(tables, id_of(request.GET.get("table", "")))
    context: dict[str, Any] = {
        "title": stack.name,
        "keys": KEYS,
        "stack": stack,
        "table": table,
        "tables": tables,
        "is_owner": stack.owner_id == scope.actor_id,
        "states": [(each.value, word, STATE_MEANINGS[each]) for each, word in CELL_STATES.items()],
        "types": list(TYPES.items()),
        "words": script_words(),
    }
    if table:
        first = grid_rows(scope, table, limit=FIRST)
        context["tone"], context["standing"] = TABLE_STATES[table.status]
        context["told"] = {
            **_told(stack, table),
            "rows": [json.loads(row) for row in first.rows],
            "next": first.next_after,
        }
    return render(request, "web/pages/stack_table.html", context)


def _chosen(tables: list[TableView], asked: UUID | None) -> TableView | None:
    return next((each for each in tables if each.id == asked), tables[0] if tables else None)


@page()
def show_grid(request: PageRequest, stack_id: UUID, table_id: UUID) -> HttpResponse:
    """Rows as JSON, put together without being read: from `after` on, or those of `documents`."""
    scope = request.principal.scope
    stack, table = get_stack(scope, stack_id), get_table(scope, stack_id, table_id)
    named = request.GET.get("documents")
    wanted = [known for each in (named or "").split(",")[:MOST] if (known := id_of(each))]
    after = number_of(request, "after") or 0
    found = grid_rows(
        scope, table, after=after, limit=MOST, documents=wanted if named is not None else None
    )
    head = json.dumps({**_told(stack, table), "next": found.next_after})
    body = f'{head[:-1]}, "rows": [{",".join(found.rows)}]}}'
    return HttpResponse(body, content_type="application/json")


def _told(stack: StackView, table: TableView) -> dict[str, Any]:
    """What the grid has to know of its table."""
    return {
        "columns": [column.model_dump(mode="json") for column in table.columns],
        "status": table.status.value,
        "error": table.error,
        "done": table.done,
        "failed": table.failed,
        "total": table.total,
        "run": str(table.run_id) if table.run_id else None,
        "documents": stack.document_count,
    }
