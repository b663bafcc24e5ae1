"""The one record of tool calls: every call of an extraction or stack agent is stored here."""

import json
import time
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import connection

from pramana.extraction.models import ToolCall
from pramana.kit.errors import AppError, NotFound
from pramana.kit.scope import Scope
from pramana.kit.texts import storable_json
from pramana.kit.tools import (
    ToolError,
    ToolErrorDetail,
    ToolErrorType,
    ToolMeta,
    ToolOutcome,
    ToolResult,
)
from pramana.llm.calls import Function
from pramana.llm.contracts import ToolReply

REPEAT_HINT: Final = (
    " You made this very call before; making it again changes nothing."
    " Go on with the next step, or finish."
)

ADD_CALL = """
    INSERT INTO extraction_tool_calls (id, tenant_id, subject_id, run_id, "order", tool, input,
                                       outcome, is_error, took_ms)
    SELECT %(id)s, %(tenant)s, %(subject)s, %(run)s::uuid, coalesce(max("order"), 0) + 1, %(tool)s,
           %(input)s::jsonb, %(outcome)s::jsonb, %(is_error)s, %(took_ms)s
      FROM extraction_tool_calls WHERE tenant_id = %(tenant)s AND subject_id = %(subject)s
"""


@dataclass(frozen=True)
class ToolAnswer:
    """A tool's answer to the model, with the data to store in place of the full text."""

    content: str
    data: Mapping[str, Any]


@dataclass
class ToolCallRecorder:
    """Stores the tool calls of one agent under their subject.

    The subject is an extraction, or a row, a table or a correction of a stack.
    """

    scope: Scope
    subject_id: UUID
    run_id: UUID | None
    count: int = 0
    """How many calls were stored in this run."""
    repeats: int = 0
    """How often this run has made its last call, with the same arguments."""
    _made: Counter[tuple[str, str]] = field(default_factory=Counter)
    _last: tuple[str, str] = ("", "")

    def wrap(self, tool: Function) -> Function:
        """Return the same tool, which stores each call. A refusal is answered to the model."""

        @wraps(tool)
        def call(**arguments: Any) -> ToolReply:
            hint = REPEAT_HINT if self._is_repeat(tool.__name__, arguments) else ""
            began = time.perf_counter()
            try:
                answer = tool(**arguments)
            except AppError as error:
                self._record_error(tool.__name__, arguments, _error_detail(error), _meta(began))
                return ToolReply(error.message + hint, is_error=True)
            if not isinstance(answer, ToolAnswer):
                answer = ToolAnswer(answer, {"content": [{"type": "text", "text": answer}]})
            outcome: ToolOutcome = ToolResult(
                input=dict(arguments), data=dict(answer.data), meta=_meta(began)
            )
            self._record(tool.__name__, outcome)
            return ToolReply(answer.content + hint)

        return call

    def record_refusal(self, tool: str, arguments: Mapping[str, Any], message: str) -> None:
        """Store a call that never reached its tool because its arguments did not fit the schema."""
        detail = ToolErrorDetail(type=ToolErrorType.VALIDATION, message=message)
        self._record_error(tool, arguments, detail, ToolMeta(took_ms=0.0))

    def _is_repeat(self, tool: str, arguments: Mapping[str, Any]) -> bool:
        """Whether this very call was also the last one, or is made for the third time."""
        this = (tool, json.dumps(arguments, sort_keys=True, default=str))
        previous, self._last = self._last, this
        self._made[this] += 1
        self.repeats = self._made[this]
        return this == previous or self.repeats > 2

    def _record_error(
        self, tool: str, arguments: Mapping[str, Any], detail: ToolErrorDetail, meta: ToolMeta
    ) -> None:
        self._record(tool, ToolError(input=dict(arguments), error=detail, meta=meta))

    def _record(self, tool: str, outcome: ToolOutcome) -> None:
        """Store one call after the subject's earlier ones, with unstorable characters dropped."""
        stored, call_id = storable_json(outcome.model_dump(mode="json")), uuid4()
        stored["meta"] |= {"trace_id": str(self.scope.trace_id), "invocation_id": str(call_id)}
        parameters: dict[str, Any] = {
            "id": call_id,
            "tenant": self.scope.tenant_id,
            "subject": self.subject_id,
            "run": self.run_id,
            "tool": tool,
            "input": json.dumps(stored["input"]),
            "outcome": json.dumps(stored),
            "is_error": isinstance(outcome, ToolError),
            "took_ms": outcome.meta.took_ms,
        }
        with connection.cursor() as cursor:
            cursor.execute(ADD_CALL, parameters)
        self.count += 1


def has_calls(scope: Scope, run_id: UUID) -> bool:
    """Whether a run has made a call already."""
    return ToolCall.objects.in_scope(scope).filter(run_id=run_id).exists()


def delete_tool_calls(scope: Scope, subject_ids: Collection[UUID]) -> None:
    """Delete every stored call that was made for these subjects."""
    ToolCall.objects.in_scope(scope).filter(subject_id__in=subject_ids).delete()


def _meta(began: float) -> ToolMeta:
    return ToolMeta(took_ms=(time.perf_counter() - began) * 1000)


def _error_detail(error: AppError) -> ToolErrorDetail:
    kind = ToolErrorType.VALIDATION if error.status < 500 else ToolErrorType.RETRYABLE
    if isinstance(error, NotFound):
        kind = ToolErrorType.FATAL
    return ToolErrorDetail(type=kind, message=error.message, code=error.code)
