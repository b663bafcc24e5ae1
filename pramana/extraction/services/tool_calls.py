"""Tool calls are kept as they happen, each with the envelope of what came of it."""

import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max

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


@transaction.atomic
def record_tool_call(
    scope: Scope, subject_id: UUID, run_id: UUID | None, tool: str, outcome: ToolOutcome
) -> None:
    """Write one call after those that are there, whatever characters a model made up."""
    rows = ToolCall.objects.in_scope(scope).filter(subject_id=subject_id)
    order = (rows.aggregate(last=Max("order"))["last"] or 0) + 1
    told, call_id = storable_json(outcome.model_dump(mode="json")), uuid4()
    told["meta"] |= {"trace_id": str(scope.trace_id), "invocation_id": str(call_id)}
    ToolCall(
        id=call_id,
        tenant_id=scope.tenant_id,
        subject_id=subject_id,
        run_id=run_id,
        order=order,
        tool=tool,
        input=told["input"],
        outcome=told,
        is_error=isinstance(outcome, ToolError),
        took_ms=outcome.meta.took_ms,
    ).save(force_insert=True)


REPEAT_HINT: Final = (
    " You made this very call before; making it again changes nothing."
    " Go on with the next step, or finish."
)


@dataclass(frozen=True)
class ToolAnswer:
    """What a tool says to the model, where something else is kept of it."""

    content: str
    data: Mapping[str, Any]


@dataclass
class ToolCallRecorder:
    """The calls of one agent, by what they are made for: an extraction, a row, a table or a
    correction of one."""

    scope: Scope
    subject_id: UUID
    run_id: UUID | None
    kept: int = 0
    times: int = 0
    """How often the last call was made in this run."""
    _made: Counter[tuple[str, str]] = field(default_factory=Counter)
    _last: tuple[str, str] = ("", "")

    def again(self, tool: str, arguments: Mapping[str, Any]) -> bool:
        """Whether this very call was the last one too, or one of several. Models go in circles."""
        this = (tool, json.dumps(arguments, sort_keys=True, default=str))
        was, self._last = self._last, this
        self._made[this] += 1
        self.times = self._made[this]
        return this == was or self.times > 2

    def keep(self, tool: str, outcome: ToolOutcome) -> None:
        record_tool_call(self.scope, self.subject_id, self.run_id, tool, outcome)
        self.kept += 1

    def refused(self, tool: str, arguments: Mapping[str, Any], message: str) -> None:
        """A call that never reached its tool: its arguments did not fit the schema."""
        detail = ToolErrorDetail(type=ToolErrorType.VALIDATION, message=message)
        self.keep(tool, _failed(arguments, detail, 0.0))


def record_calls(calls: ToolCallRecorder, tool: Function) -> Function:
    """The tool itself, its every outcome kept. What it refuses is told to the model."""

    @wraps(tool)
    def call(**arguments: Any) -> ToolReply:
        hint = REPEAT_HINT if calls.again(tool.__name__, arguments) else ""
        began = time.perf_counter()
        try:
            said = tool(**arguments)
        except AppError as error:
            calls.keep(tool.__name__, _failed(arguments, _detail(error), _since(began)))
            return ToolReply(error.message + hint, is_error=True)
        told = said if isinstance(said, ToolAnswer) else ToolAnswer(said, text_content(said))
        calls.keep(tool.__name__, _done(arguments, told, _since(began)))
        return ToolReply(told.content + hint)

    return call


def text_content(text: str) -> dict[str, Any]:
    """What a tool says, in the document's shape."""
    return {"content": [{"type": "text", "text": text}]}


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1000


def _done(arguments: Mapping[str, Any], told: ToolAnswer, took: float) -> ToolOutcome:
    return ToolResult(input=dict(arguments), data=dict(told.data), meta=ToolMeta(took_ms=took))


def _failed(arguments: Mapping[str, Any], detail: ToolErrorDetail, took: float) -> ToolOutcome:
    return ToolError(input=dict(arguments), error=detail, meta=ToolMeta(took_ms=took))


def _detail(error: AppError) -> ToolErrorDetail:
    return ToolErrorDetail(type=_kind(error), message=error.message, code=error.code)


def _kind(error: AppError) -> ToolErrorType:
    if isinstance(error, NotFound):
        return ToolErrorType.FATAL
    return ToolErrorType.VALIDATION if error.status < 500 else ToolErrorType.RETRYABLE
