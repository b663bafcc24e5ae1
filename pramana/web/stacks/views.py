"""Stacks: the list, a stack's table, and the details of a cell."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.dateparse import parse_datetime
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.documents.page_images import KINDS_WITH_IMAGES
from pramana.documents.selectors import get_document, text_between
from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks import (
    Cell,
    CellChangeView,
    CellState,
    RowView,
    StackView,
    TableColumn,
    TableView,
    value_as_text,
)
from pramana.extraction.domain.stack_tables import find_column
from pramana.extraction.selectors.extractions import all_templates
from pramana.extraction.selectors.history import cell_changes, stack_tool_calls
from pramana.extraction.selectors.stacks import (
    StackSummary,
    get_row,
    get_stack,
    get_table,
    grid_rows,
    stack_summaries,
    tables_of_stack,
)
from pramana.kit.scope import Scope
from pramana.web.access import PageRequest, member_names, page
from pramana.web.extract.wording import TOOL_NAMES, signal_labels
from pramana.web.formatting import format_stored_day
from pramana.web.highlight import Paragraph, excerpt
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import number_param, parse_id, parse_moment, text_param
from pramana.web.stacks.changes import (
    add_template_columns,
    edit_stack,
    remove_from_stack,
    remove_stack,
    show_choices,
    show_new_stack,
    show_stack_documents,
)
from pramana.web.stacks.wording import (
    CELL_STATES,
    CHANGE_NAMES,
    COLUMN_TYPE_NAMES,
    ROW_STATES,
    STATE_MEANINGS,
    TABLE_STATES,
    grid_strings,
)

PAGE = 30
STACKS_SHORTCUTS = (*LIST_SHORTCUTS, shortcut("n", later("New stack")))


@page()
def show_stacks(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    found = stack_summaries(
        scope, before=parse_moment(request.GET.get("before", "")), limit=PAGE + 1
    )
    listed = found[:PAGE]
    context = {
        "title": _("Stacks"),
        "keys": STACKS_SHORTCUTS,
        "rows": [_stack_row(each, mine=each.stack.owner_id == scope.actor_id) for each in listed],
        "next_before": listed[-1].stack.created_at.isoformat() if len(found) > PAGE else None,
    }
    return render(request, "web/stacks/list.html", context)


def _stack_row(standing: StackSummary, *, mine: bool) -> dict[str, Any]:
    table = standing.table
    tone, word = TABLE_STATES[table.status] if table else ("waiting", _("No table yet"))
    return {
        "stack": standing.stack,
        "table": table,
        "tone": tone,
        "word": word,
        "to_look_at": standing.rows_to_review,
        "mine": mine,
    }


FIRST_ROWS = 60
"""Rows sent with the page, so that it paints at once."""
MOST_ROWS = 1000
TABLE_SHORTCUTS = (
    shortcut("← ↑ → ↓", later("Move; with Shift, select a range")),
    shortcut("Home", later("First column; with Ctrl, first row")),
    shortcut("End", later("Last column; with Ctrl, last row")),
    shortcut("Enter", later("Edit the cell")),
    shortcut("Tab", later("Next cell")),
    shortcut("Space", later("Show evidence and history")),
    shortcut("r", later("Reviewed")),
    shortcut("f", later("Flag")),
    shortcut("l", later("Lock")),
    shortcut("o", later("Reopen")),
    shortcut("t", later("Read again next time")),
    shortcut("Delete", later("Clear the cells")),
    shortcut("Ctrl C", later("Copy the range")),
    shortcut("Ctrl V", later("Paste")),
    shortcut("Ctrl Z", later("Undo your last change")),
    shortcut("m", later("Column menu")),
    shortcut("e", later("Next cell to check")),
    shortcut("s", later("Find in the table")),
    shortcut("c", later("Describe a correction")),
    shortcut("Esc", later("Leave the grid")),
)


@page()
def show_stack(request: PageRequest, stack_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    stack = get_stack(scope, stack_id)
    tables = tables_of_stack(scope, stack_id)
    table = _selected_table(tables, parse_id(request.GET.get("table", "")))
    context: dict[str, Any] = {
        "title": stack.name,
        "keys": TABLE_SHORTCUTS,
        "stack": stack,
        "table": table,
        "tables": tables,
        "is_owner": stack.owner_id == scope.actor_id,
        "states": [(each.value, word, STATE_MEANINGS[each]) for each, word in CELL_STATES.items()],
        "types": list(COLUMN_TYPE_NAMES.items()),
        "words": grid_strings(),
        "templates": all_templates(scope),
    }
    if table:
        first = grid_rows(scope, table, limit=FIRST_ROWS)
        context["tone"], context["standing"] = TABLE_STATES[table.status]
        context["told"] = {
            **_table_data(stack, table),
            "rows": [json.loads(row) for row in first.rows],
            "next": first.next_after,
        }
    return render(request, "web/stacks/table.html", context)


def _selected_table(tables: list[TableView], asked: UUID | None) -> TableView | None:
    return next((each for each in tables if each.id == asked), tables[0] if tables else None)


@page()
def show_grid(request: PageRequest, stack_id: UUID, table_id: UUID) -> HttpResponse:
    """Rows as JSON, joined without parsing: those after `after`, or those of `documents`."""
    scope = request.principal.scope
    stack, table = get_stack(scope, stack_id), get_table(scope, stack_id, table_id)
    named = request.GET.get("documents")
    wanted = [known for each in (named or "").split(",")[:MOST_ROWS] if (known := parse_id(each))]
    after = number_param(request, "after") or 0
    found = grid_rows(
        scope, table, after=after, limit=MOST_ROWS, documents=wanted if named is not None else None
    )
    head = json.dumps({**_table_data(stack, table), "next": found.next_after})
    body = f'{head[:-1]}, "rows": [{",".join(found.rows)}]}}'
    return HttpResponse(body, content_type="application/json")


def _table_data(stack: StackView, table: TableView) -> dict[str, Any]:
    """What the grid needs to know about its table."""
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


CONTEXT_LENGTH = 240
"""Characters shown before and after the quote."""
EXCERPT_LENGTH = 300
CHANGES_LISTED = 20
CALLS_LISTED = 40


@page()
def show_cell(
    request: PageRequest, stack_id: UUID, table_id: UUID, document_id: UUID
) -> HttpResponse:
    """The panel beside the grid: one cell, or the row if no column is given."""
    scope = request.principal.scope
    table = get_table(scope, stack_id, table_id)
    row = get_row(scope, table, document_id)
    named = text_param(request.GET, "column", 200)
    tone, word = ROW_STATES[row.status]
    context: dict[str, Any] = {
        "row": row,
        "tone": tone,
        "word": word,
        "column": find_column(table.columns, named) if named else None,
    }
    if context["column"]:
        context |= _cell_context(scope, table_id, row, context["column"])
    else:
        calls = stack_tool_calls(scope, row.id, limit=CALLS_LISTED)
        context["calls"] = [(TOOL_NAMES.get(call.tool, _("Worked")), call) for call in calls]
    return render(request, "web/stacks/cell.html", context)


def _cell_context(
    scope: Scope, table_id: UUID, row: RowView, column: TableColumn
) -> dict[str, Any]:
    cell = row.cells[column.key]
    state = CellState(cell["state"])
    people = member_names(scope)
    changes = cell_changes(
        scope, table_id, document_id=row.document_id, column=column.key, limit=CHANGES_LISTED
    )
    document = get_document(scope, row.document_id)
    return {
        "cell": cell,
        "document": document,
        "pictured": document.kind in KINDS_WITH_IMAGES,
        "value": _display_value(column, cell["value"]),
        "state": state,
        "state_word": CELL_STATES[state],
        "meaning": STATE_MEANINGS[state],
        "type_word": COLUMN_TYPE_NAMES[column.type],
        "who": _person_name(people, cell["by"]),
        "when": parse_datetime(cell["at"]) if cell["at"] else None,
        "checks": _check_lines(cell["signals"]),
        "quote": _quote_excerpt(scope, row.document_id, cell),
        "address": _evidence_query(cell),
        "history": [_change_line(change, people) for change in changes],
    }


def _display_value(column: TableColumn, value: Any) -> str:
    text = value_as_text(value)
    return format_stored_day(text) if column.type is FieldType.DATE else text


def _person_name(people: Mapping[UUID, str], by: str | None) -> str:
    return people.get(UUID(by), "") if by else ""


def _check_lines(signals: Mapping[str, bool]) -> list[tuple[bool, str]]:
    """The checks as text, failed ones first."""
    return sorted((holds, capfirst(str(words))) for holds, words in signal_labels(signals))


def _quote_excerpt(scope: Scope, document_id: UUID, cell: Cell) -> Paragraph:
    """The quote in its context, from the current text."""
    evidence = cell["evidence"]
    if not evidence:
        return ()
    start = max(0, evidence["start"] - CONTEXT_LENGTH)
    text = text_between(scope, document_id, start, evidence["end"] + CONTEXT_LENGTH)
    return excerpt(text, start, [(evidence["start"], evidence["end"])], length=EXCERPT_LENGTH)


def _evidence_query(cell: Cell) -> str:
    """Query string that opens the document at the evidence."""
    evidence = cell["evidence"]
    if not evidence:
        return ""
    place = {name: evidence[name] for name in ("start", "end", "quote")}
    return f"?{urlencode(place)}"


def _change_line(change: CellChangeView, people: Mapping[UUID, str]) -> dict[str, Any]:
    return {
        "id": change.id,
        "deed": CHANGE_NAMES.get(change.tool, change.tool),
        "who": people.get(change.actor_id, "") if change.actor_id else "",
        "at": change.at,
        "undone": change.undone_at is not None,
        "before": _cell_summary(change.before),
        "after": _cell_summary(change.after),
    }


def _cell_summary(cell: Cell | None) -> tuple[str, str, str]:
    """A cell's value, its state's code and its state's label."""
    state = CellState(cell["state"]) if cell else CellState.EMPTY
    return value_as_text(cell["value"]) if cell else "", state.value, str(CELL_STATES[state])


urlpatterns = [
    path("stacks", show_stacks, name="stacks"),
    path("stacks/new", show_new_stack, name="stacks-new"),
    path("stacks/choose", show_choices, name="stacks-choose"),
    path("stacks/<uuid:stack_id>", show_stack, name="stacks-stack"),
    path("stacks/<uuid:stack_id>/documents", show_stack_documents, name="stacks-papers"),
    path(
        "stacks/<uuid:stack_id>/documents/<uuid:document_id>/remove",
        remove_from_stack,
        name="stacks-take-out",
    ),
    path("stacks/<uuid:stack_id>/change", edit_stack, name="stacks-change"),
    path("stacks/<uuid:stack_id>/delete", remove_stack, name="stacks-delete"),
    path(
        "stacks/<uuid:stack_id>/tables/<uuid:table_id>/columns",
        add_template_columns,
        name="stacks-template-columns",
    ),
    path(
        "stacks/<uuid:stack_id>/tables/<uuid:table_id>/grid",
        show_grid,
        name="stacks-grid",
    ),
    path(
        "stacks/<uuid:stack_id>/tables/<uuid:table_id>/rows/<uuid:document_id>",
        show_cell,
        name="stacks-cell",
    ),
]
