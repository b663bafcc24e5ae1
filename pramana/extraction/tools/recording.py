"""Every use of a tool is a row: in which order, with what, what came of it, how long it took."""

import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final
from uuid import UUID

from pramana.extraction.services.calls import keep_call
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
from pramana.llm.caller import Function
from pramana.llm.contracts import ToolReply

AGAIN: Final = (
    " You made this very call before; making it again changes nothing."
    " Go on with the next step, or finish."
)


@dataclass(frozen=True)
class Told:
    """What a tool says to the model, where something else is kept of it."""

    content: str
    data: Mapping[str, Any]


@dataclass
class Calls:
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
        keep_call(self.scope, self.subject_id, self.run_id, tool, outcome)
        self.kept += 1

    def refused(self, tool: str, arguments: Mapping[str, Any], message: str) -> None:
        """A call that never reached its tool: its arguments did not fit the schema."""
        detail = ToolErrorDetail(type=ToolErrorType.VALIDATION, message=message)
        self.keep(tool, _failed(arguments, detail, 0.0))


def recorded(calls: Calls, tool: Function) -> Function:
    """The tool itself, its every outcome kept. What it refuses is told to the model."""

    @wraps(tool)
    def call(**arguments: Any) -> ToolReply:
        hint = AGAIN if calls.again(tool.__name__, arguments) else ""
        began = time.perf_counter()
        try:
            said = tool(**arguments)
        except AppError as error:
            calls.keep(tool.__name__, _failed(arguments, _detail(error), _since(began)))
            return ToolReply(error.message + hint, is_error=True)
        told = said if isinstance(said, Told) else Told(said, content(said))
        calls.keep(tool.__name__, _done(arguments, told, _since(began)))
        return ToolReply(told.content + hint)

    return call


def content(text: str) -> dict[str, Any]:
    """What a tool says, in the document's shape."""
    return {"content": [{"type": "text", "text": text}]}


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1000


def _done(arguments: Mapping[str, Any], told: Told, took: float) -> ToolOutcome:
    return ToolResult(input=dict(arguments), data=dict(told.data), meta=ToolMeta(took_ms=took))


def _failed(arguments: Mapping[str, Any], detail: ToolErrorDetail, took: float) -> ToolOutcome:
    return ToolError(input=dict(arguments), error=detail, meta=ToolMeta(took_ms=took))


def _detail(error: AppError) -> ToolErrorDetail:
    return ToolErrorDetail(type=_kind(error), message=error.message, code=error.code)


def _kind(error: AppError) -> ToolErrorType:
    if isinstance(error, NotFound):
        return ToolErrorType.FATAL
    return ToolErrorType.VALIDATION if error.status < 500 else ToolErrorType.RETRYABLE
