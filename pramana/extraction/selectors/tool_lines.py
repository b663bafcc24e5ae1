"""The tools that agents used in a run, for its trace."""

from collections.abc import Collection
from uuid import UUID

from pramana.extraction.models import StackCorrection, StackTable, StackTableRow, ToolCall
from pramana.extraction.selectors.extractions import visible
from pramana.extraction.selectors.stacks.stack import visible_stacks
from pramana.kit.scope import Scope
from pramana.tenancy.steps import ToolLine


def tool_lines(scope: Scope, run_id: UUID, *, limit: int = 500) -> list[ToolLine]:
    """Oldest first. What went in and came out is for those who may see what it was done to."""
    calls = ToolCall.objects.in_scope(scope).filter(run_id=run_id).order_by("created_at", "order")
    rows = list(calls[:limit])
    open_ones = _open(scope, {row.subject_id for row in rows}) if rows else set()
    return [_line(row, is_open=row.subject_id in open_ones) for row in rows]


def _open(scope: Scope, subjects: Collection[UUID]) -> set[UUID]:
    """Which subjects this person may see: an extraction, or a table, row or correction of a
    stack."""
    if scope.actor_id is None:
        return set()
    stacks = visible_stacks(scope).values("pk")
    places = (
        visible(scope),
        StackTable.objects.in_scope(scope).filter(stack__in=stacks),
        StackTableRow.objects.in_scope(scope).filter(table__stack__in=stacks),
        StackCorrection.objects.in_scope(scope).filter(table__stack__in=stacks),
    )
    found = (place.filter(pk__in=subjects).values_list("pk", flat=True) for place in places)
    return {subject for ids in found for subject in ids}


def _line(row: ToolCall, *, is_open: bool) -> ToolLine:
    return ToolLine(
        at=row.created_at,
        tool=row.tool,
        is_good=not row.is_error,
        took_ms=row.took_ms,
        input=row.input if is_open else None,
        outcome=row.outcome if is_open else None,
        is_open=is_open,
    )
