"""What happened to an extraction: its tool calls, its changes, and what its run told."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.views import CallView, FieldChangeView
from pramana.extraction.domain.diff import differences
from pramana.extraction.domain.paths import parse_path
from pramana.extraction.domain.tree import MISSING
from pramana.extraction.models import ActivityLine, FieldChange, ToolCall
from pramana.extraction.selectors.extractions import get_extraction
from pramana.kit.scope import Scope

LONGEST_PAGE = 500
FRAME = ("text", "tool", "input", "complete", "extraction_id", "cost", "error")


def calls_of(scope: Scope, extraction_id: UUID, *, after: int = 0) -> list[CallView]:
    """The tool calls of every run, in order, `LONGEST_PAGE` at a time."""
    get_extraction(scope, extraction_id)
    rows = ToolCall.objects.in_scope(scope).filter(subject_id=extraction_id, order__gt=after)
    return [
        CallView(
            order=row.order,
            tool=row.tool,
            input=row.input,
            outcome=row.outcome,
            is_error=row.is_error,
            took_ms=row.took_ms,
            run_id=row.run_id,
            created_at=row.created_at,
        )
        for row in rows[:LONGEST_PAGE]
    ]


def changes_of(
    scope: Scope, extraction_id: UUID, *, before: int | None = None
) -> list[FieldChangeView]:
    """Every change, newest first; those that were undone are marked."""
    get_extraction(scope, extraction_id)
    rows = FieldChange.objects.in_scope(scope).filter(extraction_id=extraction_id)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return [change_view(row) for row in rows.order_by("-number")[:LONGEST_PAGE]]


def change_view(row: FieldChange) -> FieldChangeView:
    before, after = _value(row.before), _value(row.after)
    return FieldChangeView(
        id=row.id,
        number=row.number,
        path=row.path,
        tool=row.tool,
        by_hand=row.by_hand,
        actor_id=row.actor_id,
        run_id=row.run_id,
        differences=tuple(differences(parse_path(row.path), before, after)),
        undone_at=row.undone_at,
        undone_by_id=row.undone_by_id,
        created_at=row.created_at,
    )


def told_after(
    scope: Scope, extraction_id: UUID, run_id: UUID, after: int
) -> Sequence[tuple[int, dict[str, Any]]]:
    """The frames of a run beyond a number, each with its own."""
    rows = ActivityLine.objects.in_scope(scope).filter(
        extraction_id=extraction_id, run_id=run_id, number__gt=after
    )
    return [(number, _ordered(data)) for number, data in rows.values_list("number", "data")]


def _ordered(data: dict[str, Any]) -> dict[str, Any]:
    """The keys of a frame in the order of reading; the database keeps none."""
    known = {key: data[key] for key in FRAME if key in data}
    return {**known, **data}


def _value(kept: Any) -> Any:
    return MISSING if kept is None else kept["value"]
