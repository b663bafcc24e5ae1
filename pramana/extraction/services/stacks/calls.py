"""Every use of a tool becomes a row, with the envelope of what came of it."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import connection

from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.kit.tools import (
    ToolError,
    ToolErrorDetail,
    ToolErrorType,
    ToolMeta,
    ToolOutcome,
    ToolResult,
)
from pramana.llm.contracts import ToolReply

INSERT = """
    INSERT INTO extraction_tool_calls
           (id, tenant_id, subject_id, run_id, "order", tool, input, outcome, is_error, took_ms)
    SELECT %(id)s, %(tenant)s, %(subject)s, %(run)s, coalesce(max("order"), 0) + 1, %(tool)s,
           %(input)s::jsonb, %(outcome)s::jsonb, %(is_error)s, %(took)s
      FROM extraction_tool_calls WHERE tenant_id = %(tenant)s AND subject_id = %(subject)s
"""


@dataclass(frozen=True)
class Told:
    """What a tool says to the model, and what is kept of it: never a document's text."""

    content: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class CallLog:
    """The calls of one agent: those on one row, for one table, or in one correction."""

    scope: Scope
    subject_id: UUID
    run_id: UUID | None

    def call(self, tool: str, given: Mapping[str, Any], work: Callable[[], Told]) -> ToolReply:
        """Do the work and answer with what really happened; a refusal is told, not raised."""
        began = time.perf_counter()
        try:
            told = work()
        except AppError as error:
            meta = ToolMeta(took_ms=_since(began))
            outcome: ToolOutcome = ToolError(input=dict(given), error=_detail(error), meta=meta)
            reply = ToolReply(error.message, is_error=True)
        else:
            meta = ToolMeta(took_ms=_since(began))
            outcome = ToolResult(input=dict(given), data=dict(told.data), meta=meta)
            reply = ToolReply(told.content)
        self._keep(tool, outcome)
        return reply

    def _keep(self, tool: str, outcome: ToolOutcome) -> None:
        kept = outcome.model_dump(mode="json", exclude={"input"})
        given = outcome.model_dump(mode="json", include={"input"})["input"]
        parameters = {
            "id": uuid4(),
            "tenant": self.scope.tenant_id,
            "subject": self.subject_id,
            "run": self.run_id,
            "tool": tool,
            "input": _json(given),
            "outcome": _json(kept),
            "is_error": outcome.status == "error",
            "took": outcome.meta.took_ms,
        }
        with connection.cursor() as cursor:
            cursor.execute(INSERT, parameters)


def _since(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 2)


def _json(value: Any) -> str:
    """JSON that PostgreSQL can keep, whatever characters a model made up."""
    return json.dumps(value).replace("\\u0000", "").encode("utf-8", "replace").decode()


def _detail(error: AppError) -> ToolErrorDetail:
    wrong = ToolErrorType.VALIDATION if error.status < 500 else ToolErrorType.UPSTREAM
    return ToolErrorDetail(type=wrong, message=error.message, code=error.code)
