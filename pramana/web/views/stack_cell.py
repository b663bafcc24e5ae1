"""What stands behind a cell: the words it rests on, how far it was checked, and its history."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.utils.http import urlencode
from django.utils.text import capfirst

from pramana.documents.selectors import text_between
from pramana.extraction.contracts.stacks.cells import CellData, CellState, as_text
from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.contracts.stacks.views import CellChangeView, RowView
from pramana.extraction.domain.stacks.columns import find_column
from pramana.extraction.selectors.stacks.history import calls_of, changes_page
from pramana.extraction.selectors.stacks.rows import get_row
from pramana.extraction.selectors.stacks.tables import get_table
from pramana.kit.scope import Scope
from pramana.tenancy.selectors import members_of
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.highlight import Paragraph, excerpt
from pramana.web.views.extract_words import signal_words
from pramana.web.views.stack_words import CELL_STATES, DEEDS, ROW_STATES, STATE_MEANINGS, TYPES

AROUND = 240
"""Characters before and after the quoted words."""
SHOWN = 300
CHANGES = 20
CALLS = 40


@page()
def show(request: PageRequest, stack_id: UUID, table_id: UUID, document_id: UUID) -> HttpResponse:
    """The panel beside the grid: about one cell, or without a column about the row."""
    scope = request.principal.scope
    table = get_table(scope, stack_id, table_id)
    row = get_row(scope, table, document_id)
    named = text_in(request.GET, "column", 200)
    tone, word = ROW_STATES[row.status]
    context: dict[str, Any] = {
        "row": row,
        "tone": tone,
        "word": word,
        "column": find_column(table.columns, named) if named else None,
    }
    if context["column"]:
        context |= _cell(scope, table_id, row, context["column"])
    else:
        context["calls"] = calls_of(scope, row.id, limit=CALLS)
    return render(request, "web/pages/stack_cell.html", context)


def _cell(scope: Scope, table_id: UUID, row: RowView, column: Column) -> dict[str, Any]:
    cell = row.cells[column.key]
    state = CellState(cell["state"])
    people = {member.user_id: member.user_name for member in members_of(scope)}
    changes = changes_page(
        scope, table_id, document_id=row.document_id, column=column.key, limit=CHANGES
    )
    return {
        "cell": cell,
        "value": as_text(cell["value"]),
        "state": state,
        "state_word": CELL_STATES[state],
        "meaning": STATE_MEANINGS[state],
        "type_word": TYPES[column.type],
        "who": _person(people, cell["by"]),
        "when": parse_datetime(cell["at"]) if cell["at"] else None,
        "checks": _checks(cell["signals"]),
        "quote": _quote(scope, row.document_id, cell),
        "address": _address(cell),
        "history": [_change(change, people) for change in changes],
    }


def _person(people: Mapping[UUID, str], by: str | None) -> str:
    return people.get(UUID(by), "") if by else ""


def _checks(signals: Mapping[str, bool]) -> list[tuple[bool, str]]:
    """What could be checked, in words, what failed first."""
    return sorted((holds, capfirst(str(words))) for holds, words in signal_words(signals))


def _quote(scope: Scope, document_id: UUID, cell: CellData) -> Paragraph:
    """The quoted words among those around them, as they stand in the document now."""
    evidence = cell["evidence"]
    if not evidence:
        return ()
    start = max(0, evidence["start"] - AROUND)
    text = text_between(scope, document_id, start, evidence["end"] + AROUND)
    return excerpt(text, start, [(evidence["start"], evidence["end"])], length=SHOWN)


def _address(cell: CellData) -> str:
    """The query that opens the document at the evidence."""
    evidence = cell["evidence"]
    if not evidence:
        return ""
    place = {name: evidence[name] for name in ("start", "end", "quote")}
    return f"?{urlencode(place)}"


def _change(change: CellChangeView, people: Mapping[UUID, str]) -> dict[str, Any]:
    return {
        "id": change.id,
        "deed": DEEDS.get(change.tool, change.tool),
        "who": people.get(change.actor_id, "") if change.actor_id else "",
        "at": change.at,
        "undone": change.undone_at is not None,
        "before": _told(change.before),
        "after": _told(change.after),
    }


def _told(cell: CellData | None) -> tuple[str, str, str]:
    """Its value, the code of its state, and that in words."""
    state = CellState(cell["state"]) if cell else CellState.EMPTY
    return as_text(cell["value"]) if cell else "", state.value, str(CELL_STATES[state])
