"""Questions about the tools that runs used."""

from typing import Any
from uuid import UUID

from pramana.external.models import ToolCall
from pramana.kit.scope import Scope


def earlier_call(scope: Scope, run_id: UUID, tool: str, **asked: Any) -> dict[str, Any] | None:
    """The envelope of a call that went well with the same input, so that it is not paid twice."""
    rows = ToolCall.objects.in_scope(scope).filter(
        run_id=run_id, tool=tool, status="ok", envelope__input=asked
    )
    return rows.values_list("envelope", flat=True).first()


def tool_calls_of(scope: Scope, run_id: UUID) -> list[dict[str, Any]]:
    """What a run's tools were asked and said, oldest first."""
    rows = ToolCall.objects.in_scope(scope).filter(run_id=run_id)
    return [
        {"tool": row.tool, "invocation_id": row.invocation_id, "at": row.at, **row.envelope}
        for row in rows
    ]
