"""A person writes into a cell, or says what they think of it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.stacks.cells import CellData, CellState, Given
from pramana.extraction.contracts.stacks.views import RowView
from pramana.extraction.domain.evidence import Paper
from pramana.extraction.domain.stacks.cells import Author, check_given, with_state, written_cell
from pramana.extraction.domain.stacks.columns import find_column
from pramana.extraction.errors.stacks import CellDecided
from pramana.extraction.selectors.stacks.rows import get_row
from pramana.extraction.selectors.stacks.tables import get_table
from pramana.extraction.services.stacks.cells import Writer, locked_row, put
from pramana.extraction.services.stacks.reading import paper_of
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError, Conflict
from pramana.kit.scope import Scope

BY_HAND = "edit_cell"
JUDGED = "judge_cell"


def edit_cell(
    scope: Scope,
    stack_id: UUID,
    table_id: UUID,
    document_id: UUID,
    column: str,
    value: Any,
    *,
    seen: datetime | None = None,
) -> RowView:
    """A person writes a value: it is reviewed by that, and no run will touch it."""
    table = get_table(scope, stack_id, table_id)
    known = get_row(scope, table, document_id)
    meant = find_column(table.columns, column)
    right = check_given({meant.key: meant}, {meant.key: Given(value)})[meant.key]
    author = Author(scope.actor_id, "", utcnow())
    cell = written_cell(meant, right, _paper(scope, known.document_id), author)
    with transaction.atomic():
        row = locked_row(scope, table_id, document_id)
        _refuse(row.cells.get(meant.key), meant.key, seen)
        put(scope, row, {meant.key: cell}, Writer(author, BY_HAND, by_hand=True))
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
    """A person says what they think of a cell: reviewed, locked, doubtful, or to be read again."""
    table = get_table(scope, stack_id, table_id)
    meant = find_column(table.columns, column)
    author = Author(scope.actor_id, "", utcnow())
    with transaction.atomic():
        row = locked_row(scope, table_id, document_id)
        _refuse_overtaken(row.cells.get(meant.key), meant.key, seen)
        cell = with_state(row.cells.get(meant.key), state, author)
        put(scope, row, {meant.key: cell}, Writer(author, JUDGED, by_hand=True))
    return get_row(scope, table, document_id)


def _refuse(cell: CellData | None, key: str, seen: datetime | None) -> None:
    if cell and cell["state"] == CellState.LOCKED:
        raise CellDecided(key, "it is locked. Unlock it first")
    _refuse_overtaken(cell, key, seen)


def _refuse_overtaken(cell: CellData | None, key: str, seen: datetime | None) -> None:
    at = datetime.fromisoformat(cell["at"]) if cell and cell["at"] else None
    if seen is not None and at is not None and at != seen:
        raise Conflict(f"{key!r} was changed since you looked at it. Look again, then decide.")


def _paper(scope: Scope, document_id: UUID) -> Paper | None:
    """The document's text; a document that cannot be read has no evidence to show."""
    try:
        return paper_of(scope, document_id)
    except AppError:
        return None
