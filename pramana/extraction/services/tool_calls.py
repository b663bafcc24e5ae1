"""Tools that store each of their calls, for the agents of extractions and stacks."""

import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final
from uuid import UUID

from pramana.kit.errors import AppError, NotFound
from pramana.kit.scope import Scope
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
from pramana.tenancy.services import record_tool_calls
from pramana.tenancy.steps import ToolCallEntry

REPEAT_HINT: Final = (
    " You made this very call before; making it again changes nothing."
    " Go on with the next step, or finish."
)


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
        call = ToolCallEntry(tool, outcome.model_dump(mode="json"))
        record_tool_calls(self.scope, self.subject_id, self.run_id, [call])
        self.count += 1


def _meta(began: float) -> ToolMeta:
    return ToolMeta(took_ms=(time.perf_counter() - began) * 1000)


def _error_detail(error: AppError) -> ToolErrorDetail:
    kind = ToolErrorType.VALIDATION if error.status < 500 else ToolErrorType.RETRYABLE
    if isinstance(error, NotFound):
        kind = ToolErrorType.FATAL
    return ToolErrorDetail(type=kind, message=error.message, code=error.code)
