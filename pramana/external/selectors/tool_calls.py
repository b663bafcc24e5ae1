"""The tool calls of research runs."""

from typing import Any
from uuid import UUID

from pramana.external.models import ResearchToolCall
from pramana.kit.scope import Scope
from pramana.tenancy.steps import ToolLine


def earlier_call(scope: Scope, run_id: UUID, tool: str, **arguments: Any) -> dict[str, Any] | None:
    """The envelope of a successful call with the same input, so that it is not paid for twice."""
    rows = ResearchToolCall.objects.in_scope(scope).filter(
        run_id=run_id, tool=tool, status="ok", envelope__input=arguments
    )
    return rows.values_list("envelope", flat=True).first()


def tool_calls_of(scope: Scope, run_id: UUID) -> list[dict[str, Any]]:
    """The tool calls of a run in their envelopes, oldest first."""
    rows = ResearchToolCall.objects.in_scope(scope).filter(run_id=run_id)
    return [
        {"tool": row.tool, "invocation_id": row.invocation_id, "at": row.at, **row.envelope}
        for row in rows
    ]


def tool_lines(scope: Scope, run_id: UUID, *, limit: int = 500) -> list[ToolLine]:
    """The tool calls as lines of the run's trace. The whole tenant may see research."""
    rows = ResearchToolCall.objects.in_scope(scope).filter(run_id=run_id)
    return [_line(row) for row in rows[:limit]]


def _line(row: ResearchToolCall) -> ToolLine:
    envelope = row.envelope
    return ToolLine(
        at=row.at,
        tool=row.tool,
        is_good=row.status == "ok",
        took_ms=float(envelope.get("meta", {}).get("took_ms") or 0),
        input=envelope.get("input"),
        outcome=envelope.get("error") or envelope.get("data"),
    )
