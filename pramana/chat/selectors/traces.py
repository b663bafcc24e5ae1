"""The tools that turns used, for the traces of their runs."""

from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime

from pramana.chat.models import Turn
from pramana.kit.scope import Scope
from pramana.tenancy.steps import ToolLine


def tool_lines(scope: Scope, run_id: UUID) -> list[ToolLine]:
    """The tools a turn used, for its run's trace: what was asked is the asker's alone."""
    rows = Turn.objects.in_scope(scope).filter(run_id=run_id).select_related("session")
    return [_line(row, scope, call) for row in rows for call in row.tool_calls]


def _line(row: Turn, scope: Scope, call: dict[str, Any]) -> ToolLine:
    session = row.session
    is_open = session.key_id is None and session.user_id == scope.actor_id
    return ToolLine(
        at=parse_datetime(call.get("at", "")) or row.timestamp,
        tool=call["tool"],
        is_good=call["status"] == "ok",
        took_ms=float(call.get("meta", {}).get("took_ms") or 0),
        input=call.get("input") if is_open else None,
        outcome=(call.get("error") or call.get("data")) if is_open else None,
        is_open=is_open,
    )
