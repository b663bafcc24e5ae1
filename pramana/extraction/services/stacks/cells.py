"""Cells are written under the lock of their row, with the history of what changed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from pramana.extraction.contracts.stacks.cells import CellData, RowStatus
from pramana.extraction.domain.stacks.cells import Author, refusal
from pramana.extraction.errors.stacks import CellDecided, NotInStack, ReadingTakenOver
from pramana.extraction.models import CellChange, StackTableRow
from pramana.kit.scope import Scope

WRITE = """
    UPDATE stack_table_rows SET cells = (cells - %(gone)s::text[]) || %(cells)s::jsonb,
           updated_at = %(at)s
     WHERE tenant_id = %(tenant)s AND id = %(row)s
"""


@dataclass(frozen=True)
class Writer:
    """On whose behalf cells are written, with which tool, and how far that may go."""

    author: Author
    tool: str
    run_id: UUID | None = None
    claim: UUID | None = None
    """Where given, the row must still be held by that attempt."""
    overwrite: bool = False
    by_hand: bool = False


@transaction.atomic
def write_cells(
    scope: Scope,
    table_id: UUID,
    document_id: UUID,
    cells: Mapping[str, CellData],
    writer: Writer,
    *,
    skip_decided: bool = False,
) -> tuple[list[str], list[str]]:
    """Write an engine's cells; return the keys that were written and those left as decided.

    Without `skip_decided` a decided cell refuses the whole. What changes a value is kept in the
    history; the first reading of a cell is no change.
    """
    row = locked_row(scope, table_id, document_id)
    if writer.claim is not None and row.claim != writer.claim:
        raise ReadingTakenOver()
    refused = {
        key: reason
        for key in cells
        if (reason := refusal(row.cells.get(key), overwrite=writer.overwrite))
    }
    if refused and not skip_decided:
        key, reason = next(iter(refused.items()))
        raise CellDecided(key, reason)
    written = {key: cell for key, cell in cells.items() if key not in refused}
    put(scope, row, written, writer)
    if writer.claim is None and row.status in (RowStatus.NEW, RowStatus.FAILED):
        StackTableRow.objects.in_scope(scope).filter(pk=row.pk).update(
            status=RowStatus.DONE, error=""
        )
    return list(written), list(refused)


def put(scope: Scope, row: StackTableRow, cells: Mapping[str, CellData], writer: Writer) -> None:
    """Write cells into a locked row, with the history of what changed."""
    changes = [
        _change(scope, row, key, cell, writer)
        for key, cell in cells.items()
        if writer.by_hand or _differs(row.cells.get(key), cell)
    ]
    store(scope, row, cells, at=writer.author.at)
    CellChange.objects.bulk_create(changes)


def store(
    scope: Scope, row: StackTableRow, cells: Mapping[str, CellData | None], *, at: datetime
) -> None:
    """Put cells into a locked row beside the others; None takes one away."""
    parameters: dict[str, Any] = {
        "tenant": scope.tenant_id,
        "row": row.pk,
        "cells": json.dumps({key: cell for key, cell in cells.items() if cell is not None}),
        "gone": [key for key, cell in cells.items() if cell is None],
        "at": at,
    }
    with connection.cursor() as cursor:
        cursor.execute(WRITE, parameters)


def _differs(before: CellData | None, after: CellData) -> bool:
    """Whether something that stood there is replaced by something else."""
    if before is None or before["value"] is None:
        return False
    return bool(before["value"] != after["value"])


def _change(
    scope: Scope, row: StackTableRow, key: str, after: CellData, writer: Writer
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


def locked_row(scope: Scope, table_id: UUID, document_id: UUID) -> StackTableRow:
    row = (
        StackTableRow.objects.in_scope(scope)
        .select_for_update(of=("self",))
        .filter(table_id=table_id, document_id=document_id)
        .first()
    )
    if row is None:
        raise NotInStack(document_id)
    return row
