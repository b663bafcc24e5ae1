"""What was changed in a table, by whom, and what its agents did."""

from datetime import datetime
from uuid import UUID

from pramana.extraction.contracts.stacks.views import (
    CellChangeView,
    CorrectionView,
    ToolCallView,
)
from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.models import CellChange, StackCorrection, ToolCall
from pramana.kit.scope import Scope


def changes_page(
    scope: Scope,
    table_id: UUID,
    *,
    document_id: UUID | None = None,
    column: str | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[CellChangeView]:
    """Changes of cells, newest first; `before` continues where a page ended."""
    wanted = {"document_id": document_id, "column": column, "created_at__lt": before}
    rows = CellChange.objects.in_scope(scope).filter(
        table_id=table_id, **{name: value for name, value in wanted.items() if value is not None}
    )
    return [change_view(row) for row in rows[:limit]]


def corrections_page(
    scope: Scope, table_id: UUID, *, before: datetime | None = None, limit: int = 50
) -> list[CorrectionView]:
    rows = StackCorrection.objects.in_scope(scope).filter(table_id=table_id)
    if before:
        rows = rows.filter(created_at__lt=before)
    return [correction_view(row) for row in rows[:limit]]


def calls_of(scope: Scope, subject_id: UUID, *, limit: int = 200) -> list[ToolCallView]:
    """What an agent did to a row, a table or in a correction, in order."""
    rows = ToolCall.objects.in_scope(scope).filter(subject_id=subject_id).order_by("order")
    return [
        ToolCallView(
            row.order, row.tool, row.input, row.outcome, row.is_error, row.took_ms, row.created_at
        )
        for row in rows[:limit]
    ]


def change_view(row: CellChange) -> CellChangeView:
    same = ("id", "document_id", "column", "tool", "by_hand", "actor_id", "run_id")
    return CellChangeView(
        **{name: getattr(row, name) for name in same},
        before=row.before,
        after=row.after,
        at=row.created_at,
        undone_at=row.undone_at,
        undone_by=row.undone_by_id,
    )


def correction_view(row: StackCorrection) -> CorrectionView:
    same = ("id", "table_id", "instruction", "overwrite", "answer", "error", "engine", "run_id")
    return CorrectionView(
        **{name: getattr(row, name) for name in same},
        status=ExtractionStatus(row.status),
        actor_id=row.user_id,
        created_at=row.created_at,
        ended_at=row.ended_at,
    )
