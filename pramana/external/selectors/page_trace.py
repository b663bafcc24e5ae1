"""What a run asked of models and tools, whichever capability kept it.

Runs can be looked at by the whole tenant, conversations and extractions by their person until they
are shared: what went into a tool and came out of it is shown to those who may see it elsewhere, and
to everyone else only that the tool was used.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import connection

from pramana.kit.scope import Scope

MOST = 500
"""Of each kind; a run with more says so by its figures."""

MODEL_CALLS = """
    SELECT at, purpose, prompt, prompt_version, verb, engine, requests, tokens_in, tokens_out,
           cost, latency_ms, outcome
      FROM llm_modelcall
     WHERE tenant_id = %s AND run_id = %s ORDER BY at, id LIMIT %s
"""
TOOL_CALLS = """
    SELECT call.at, call.tool, call.status = 'ok', (call.envelope->'meta'->>'took_ms')::float,
           call.envelope->'input', coalesce(call.envelope->'error', call.envelope->'data'), true
      FROM external_toolcall AS call
     WHERE call.tenant_id = %(tenant)s AND call.run_id = %(run)s
     UNION ALL
    SELECT call.created_at, call.tool, NOT call.is_error, call.took_ms, call.input, call.outcome,
           EXISTS (SELECT 1 FROM extractions AS subject
                    WHERE subject.tenant_id = call.tenant_id AND subject.id = call.subject_id
                      AND (subject.user_id = %(actor)s OR subject.shared))
        OR EXISTS (SELECT 1 FROM stacks AS subject
                    WHERE subject.tenant_id = call.tenant_id AND subject.id = call.subject_id
                      AND (subject.user_id = %(actor)s OR subject.shared))
      FROM extraction_tool_calls AS call
     WHERE call.tenant_id = %(tenant)s AND call.run_id = %(run)s
     UNION ALL
    SELECT turn.timestamp, call->>'tool', call->>'status' = 'ok',
           (call->'meta'->>'took_ms')::float, call->'input',
           coalesce(call->'error', call->'data'),
           talk.user_id = %(actor)s AND talk.key_id IS NULL
      FROM conversations AS turn
      JOIN sessions AS talk ON talk.tenant_id = turn.tenant_id AND talk.session_id = turn.session_id
     CROSS JOIN LATERAL jsonb_array_elements(turn.tool_calls) AS call
     WHERE turn.tenant_id = %(tenant)s AND turn.run_id = %(run)s
     ORDER BY 1 LIMIT %(most)s
"""


@dataclass(frozen=True)
class ModelCallLine:
    """One call to an engine: what for and what it took, never what was said."""

    at: datetime
    purpose: str
    prompt: str
    prompt_version: int
    verb: str
    engine: str
    requests: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    latency_ms: int
    outcome: str

    @property
    def is_good(self) -> bool:
        return self.outcome == "ok"


@dataclass(frozen=True)
class ToolCallLine:
    """One use of a tool. Input and outcome are None where they are somebody's own."""

    at: datetime
    tool: str
    is_good: bool
    took_ms: float
    input: Any
    outcome: Any
    is_open: bool

    @property
    def error(self) -> str:
        """What went wrong, in the tool's own words."""
        if self.is_good or not isinstance(self.outcome, Mapping):
            return ""
        said = self.outcome.get("error", self.outcome)
        return str(said.get("message", "")) if isinstance(said, Mapping) else str(said)


def model_calls_of(scope: Scope, run_id: UUID) -> list[ModelCallLine]:
    """A run's model calls, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(MODEL_CALLS, [scope.tenant_id, run_id, MOST])
        return [ModelCallLine(*row) for row in cursor.fetchall()]


def tool_lines(scope: Scope, run_id: UUID) -> list[ToolCallLine]:
    """A run's tool calls, oldest first, as far as this person may see them."""
    asked = {"tenant": scope.tenant_id, "run": run_id, "actor": scope.actor_id, "most": MOST}
    with connection.cursor() as cursor:
        cursor.execute(TOOL_CALLS, asked)
        return [_tool_line(*row) for row in cursor.fetchall()]


def _tool_line(
    at: datetime, tool: str, good: bool, took: float | None, given: Any, came: Any, is_open: bool
) -> ToolCallLine:
    return ToolCallLine(
        at=at,
        tool=tool,
        is_good=good,
        took_ms=took or 0,
        input=_read(given) if is_open else None,
        outcome=_read(came) if is_open else None,
        is_open=is_open,
    )


def _read(kept: Any) -> Any:
    """JSON comes from this connection as it was written."""
    return json.loads(kept) if isinstance(kept, str) else kept
