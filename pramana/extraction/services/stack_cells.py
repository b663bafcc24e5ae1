"""Writing cells: proposed by a model, edited or judged by a person, and undone.

Every write locks the row and records the change.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from pydantic import TypeAdapter, ValidationError

from pramana.extraction.contracts.stacks import (
    Cell,
    CellChangeView,
    CellState,
    ColumnSpec,
    ProposedValue,
    RowStatus,
    RowView,
    TableColumn,
)
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.stack_tables import (
    CellAuthor,
    cell_with_state,
    check_proposed_values,
    edited_cell,
    find_column,
    refusal_reason,
)
from pramana.extraction.errors import (
    BadValues,
    CellDecided,
    ChangeOvertaken,
    NothingToUndo,
    NotInStack,
    ReadingTakenOver,
    ValueChangeNotFound,
)
from pramana.extraction.models import CellChange, StackTableRow
from pramana.extraction.selectors.history import cell_change_view
from pramana.extraction.selectors.stacks import get_row, get_table, table_record
from pramana.extraction.services.extraction_records import evidence_source
from pramana.extraction.services.lessons import teach_change
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError, Conflict
from pramana.kit.scope import Scope
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit

SPECS = TypeAdapter(list[ColumnSpec])
WRITE = """
    UPDATE stack_table_rows SET cells = (cells - %(gone)s::text[]) || %(cells)s::jsonb,
           updated_at = %(at)s
     WHERE tenant_id = %(tenant)s AND id = %(row)s
"""
EDIT_TOOL = "edit_cell"
CORRECT_TOOL = "update_cell"
JUDGE_TOOL = "judge_cell"


def parse_column_specs(columns: object) -> list[ColumnSpec]:
    try:
        return SPECS.validate_python(columns)
    except ValidationError as error:
        raise BadValues(
            [
                f"column {'.'.join(str(part) for part in each['loc'])}: {each['msg']}"
                for each in error.errors(include_input=False, include_url=False)
            ]
        ) from None


def proposed_values(
    columns: Sequence[TableColumn],
    values: Mapping[str, Any],
    confidences: Mapping[str, Any],
    quotes: Mapping[str, Any],
) -> dict[str, ProposedValue]:
    """Return the model's values by column key. Raises ColumnNotFound for unknown columns."""
    if not isinstance(values, Mapping) or not values:
        raise BadValues(['values: give an object with the columns\' keys, as in {"total": 12}.'])
    proposed = {}
    for name, value in values.items():
        key = find_column(columns, name).key
        confidence = confidences.get(name, confidences.get(key, 0.0 if value is None else 0.5))
        quote = quotes.get(name, quotes.get(key))
        proposed[key] = ProposedValue(value, quote if isinstance(quote, str) else None, confidence)
    return proposed


@dataclass(frozen=True)
class CellWriter:
    """Who writes cells, with which tool, and whether reviewed cells may be overwritten."""

    author: CellAuthor
    tool: str
    run_id: UUID | None = None
    claim: UUID | None = None
    """If given, the row must still belong to that attempt."""
    overwrite: bool = False
    by_hand: bool = False


@transaction.atomic
def write_cells(
    scope: Scope,
    table_id: UUID,
    document_id: UUID,
    cells: Mapping[str, Cell],
    writer: CellWriter,
    *,
    skip_decided: bool = False,
) -> tuple[list[str], list[str]]:
    """Write an engine's cells. Return the keys that were written, and those left as decided.

    Without `skip_decided`, one decided cell refuses them all. A changed value is recorded in the
    history; the first reading of a cell is not a change.
    """
    row = lock_stack_row(scope, table_id, document_id)
    if writer.claim is not None and row.claim != writer.claim:
        raise ReadingTakenOver()
    refused = {
        key: reason
        for key in cells
        if (reason := refusal_reason(row.cells.get(key), overwrite=writer.overwrite))
    }
    if refused and not skip_decided:
        key, reason = next(iter(refused.items()))
        raise CellDecided(key, reason)
    accepted = {key: cell for key, cell in cells.items() if key not in refused}
    save_cells(scope, row, accepted, writer)
    if writer.claim is None:
        finish_unread_row(scope, row)
    return list(accepted), list(refused)


def finish_unread_row(scope: Scope, row: StackTableRow) -> None:
    """Mark a row as done that was not read, because a correction gave it values."""
    if row.status in (RowStatus.NEW, RowStatus.FAILED):
        StackTableRow.objects.in_scope(scope).filter(pk=row.pk).update(
            status=RowStatus.DONE, error=""
        )


def save_cells(
    scope: Scope, row: StackTableRow, cells: Mapping[str, Cell], writer: CellWriter
) -> None:
    """Write cells into a locked row and record what changed."""
    changes = [
        _new_change(scope, row, key, cell, writer)
        for key, cell in cells.items()
        if writer.by_hand or _differs(row.cells.get(key), cell)
    ]
    store_cells(scope, row, cells, at=writer.author.at)
    CellChange.objects.bulk_create(changes)


def store_cells(
    scope: Scope, row: StackTableRow, cells: Mapping[str, Cell | None], *, at: datetime
) -> None:
    """Store cells in a locked row beside its other cells. None removes a cell."""
    parameters: dict[str, Any] = {
        "tenant": scope.tenant_id,
        "row": row.pk,
        "cells": json.dumps({key: cell for key, cell in cells.items() if cell is not None}),
        "gone": [key for key, cell in cells.items() if cell is None],
        "at": at,
    }
    with connection.cursor() as cursor:
        cursor.execute(WRITE, parameters)


def _differs(before: Cell | None, after: Cell) -> bool:
    """Whether an existing value is replaced by a different one."""
    if before is None or before["value"] is None:
        return False
    return bool(before["value"] != after["value"])


def _new_change(
    scope: Scope, row: StackTableRow, key: str, after: Cell, writer: CellWriter
) -> CellChange:
    return CellChange(
        tenant_id=scope.tenant_id,
        table_id=row.table_id,
        row_id=row.pk,
        document_id=row.document_id,
        column=key,
        tool=writer.tool,
        by_hand=writer.by_hand,
        actor_id=writer.author.actor_id,
        run_id=writer.run_id,
        before=row.cells.get(key),
        after=after,
        created_at=writer.author.at,
    )


def lock_stack_row(scope: Scope, table_id: UUID, document_id: UUID) -> StackTableRow:
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=table_id, document_id=document_id)
    return lock_row(rows, NotInStack(document_id))


def edit_cell(
    scope: Scope,
    stack_id: UUID,
    table_id: UUID,
    document_id: UUID,
    column: str,
    value: Any,
    *,
    seen: datetime | None = None,
    run_id: UUID | None = None,
) -> RowView:
    """Write a person's value. The cell is reviewed then, and no run changes it.

    `run_id` is the correction in which they said it.
    """
    table = get_table(scope, stack_id, table_id)
    current_row = get_row(scope, table, document_id)
    target = find_column(table.columns, column)
    proposed = {target.key: ProposedValue(value)}
    checked_value = check_proposed_values({target.key: target}, proposed)[target.key]
    author = CellAuthor(scope.actor_id, "", utcnow())
    source = _source_if_readable(scope, current_row.document_id)
    cell = edited_cell(target, checked_value, source, author)
    with transaction.atomic():
        row = lock_stack_row(scope, table_id, document_id)
        before = row.cells.get(target.key)
        _check_editable(before, target.key, seen)
        tool = CORRECT_TOOL if run_id else EDIT_TOOL
        save_cells(scope, row, {target.key: cell}, CellWriter(author, tool, run_id, by_hand=True))
        if run_id:
            finish_unread_row(scope, row)
        if source:
            teach_change(scope, document_id, source, (target.name,), before, cell)
    return get_row(scope, table, document_id)


def judge_cell(
    scope: Scope,
    stack_id: UUID,
    table_id: UUID,
    document_id: UUID,
    column: str,
    state: CellState,
    *,
    seen: datetime | None = None,
) -> RowView:
    """Store a person's judgement of a cell: reviewed, locked, flagged, or to be read again."""
    table = get_table(scope, stack_id, table_id)
    target = find_column(table.columns, column)
    author = CellAuthor(scope.actor_id, "", utcnow())
    with transaction.atomic():
        row = lock_stack_row(scope, table_id, document_id)
        _check_unchanged(row.cells.get(target.key), target.key, seen)
        cell = cell_with_state(row.cells.get(target.key), state, author)
        save_cells(scope, row, {target.key: cell}, CellWriter(author, JUDGE_TOOL, by_hand=True))
    return get_row(scope, table, document_id)


def _check_editable(cell: Cell | None, key: str, seen: datetime | None) -> None:
    if cell and cell["state"] == CellState.LOCKED:
        raise CellDecided(key, "it is locked. Unlock it first")
    _check_unchanged(cell, key, seen)


def _check_unchanged(cell: Cell | None, key: str, seen: datetime | None) -> None:
    at = datetime.fromisoformat(cell["at"]) if cell and cell["at"] else None
    if seen is not None and at is not None and at != seen:
        raise Conflict(f"{key!r} was changed since you looked at it. Look again, then decide.")


def _source_if_readable(scope: Scope, document_id: UUID) -> EvidenceSource | None:
    """The document's text; None if it cannot be read, so there is no evidence."""
    try:
        return evidence_source(scope, document_id)
    except AppError:
        return None


@transaction.atomic
def undo_cell_change(
    scope: Scope, stack_id: UUID, table_id: UUID, change_id: UUID
) -> CellChangeView:
    """Restore the cell before a change, unless it was changed again since.

    Undoing twice does nothing. The change stays in the history, marked as undone.
    """
    table_record(scope, stack_id, table_id)
    rows = CellChange.objects.in_scope(scope).filter(table_id=table_id, pk=change_id)
    change = lock_row(rows, ValueChangeNotFound())
    if change.undone_at is None:
        row = lock_stack_row(scope, table_id, change.document_id)
        if row.cells.get(change.column) != change.after:
            raise ChangeOvertaken(change.column)
        change.undone_at, change.undone_by_id = utcnow(), scope.actor_id
        change.save(update_fields=["undone_at", "undone_by_id"])
        store_cells(scope, row, {change.column: change.before}, at=change.undone_at)
        audit(scope, "stack.change_undone", "stack_table", table_id, column=change.column)
    return cell_change_view(change)


@transaction.atomic
def undo_correction(scope: Scope, stack_id: UUID, table_id: UUID, *, before_run: UUID) -> list[str]:
    """Undo the cells of the last correction in words, and return their columns."""
    table_record(scope, stack_id, table_id)
    said = CellChange.objects.in_scope(scope).filter(
        table_id=table_id, by_hand=True, run_id__isnull=False, undone_at__isnull=True
    )
    newest_first = said.exclude(run_id=before_run).order_by("-created_at", "-id")
    last = newest_first.values_list("run_id", flat=True).first()
    if last is None:
        raise NothingToUndo()
    changes = list(newest_first.filter(run_id=last))
    for change in changes:
        undo_cell_change(scope, stack_id, table_id, change.id)
    return [change.column for change in changes]
