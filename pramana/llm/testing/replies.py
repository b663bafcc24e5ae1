"""What the fake model server replies, and the faults it can have."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any


class ModelFault(StrEnum):
    NONE = "none"
    HANG = "hang"
    """Takes the request and never answers."""
    GARBLE = "garble"
    """Answers 200 with a body that is not JSON."""
    BREAK = "break"
    """Drops the connection in the middle of the answer."""
    STOP_SHORT = "stop_short"
    """Ends a stream normally, but before the answer is complete."""


@dataclass(frozen=True)
class ReplyToolCall:
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class ModelReply:
    """One answer of the server. `value` is given as the output tool's call, or as JSON text."""

    text: str = ""
    value: Any = None
    calls: tuple[ReplyToolCall, ...] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str = ""
    delay: float = 0.0
    misbehaviour: ModelFault = ModelFault.NONE

    def spoken(self, output_tool: str | None) -> "ModelReply":
        """The reply with its value in the form that this request expects."""
        if self.value is None:
            return self
        if output_tool is None:
            return replace(self, text=json.dumps(self.value), value=None)
        return replace(self, calls=(ReplyToolCall(output_tool, self.value),), value=None)


def says(text: str) -> ModelReply:
    return ModelReply(text=text)


def answers(value: Any) -> ModelReply:
    """A typed answer; it is not checked here."""
    return ModelReply(value=value)


def calls(name: str, **arguments: Any) -> ModelReply:
    return ModelReply(calls=(ReplyToolCall(name, arguments),))


def fails(status: int, *, error: str = "server_error", **headers: str) -> ModelReply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return ModelReply(status=status, error=error, headers=named)


def limits(*, retry_after: float | None = None) -> ModelReply:
    headers = {} if retry_after is None else {"retry-after": f"{retry_after:g}"}
    return ModelReply(status=429, error="rate_limit_exceeded", headers=headers)


def hangs() -> ModelReply:
    return ModelReply(misbehaviour=ModelFault.HANG)


def garbles() -> ModelReply:
    return ModelReply(misbehaviour=ModelFault.GARBLE)


def breaks_off(text: str, *, politely: bool = False) -> ModelReply:
    how = ModelFault.STOP_SHORT if politely else ModelFault.BREAK
    return ModelReply(text=text, misbehaviour=how)


def slowly(reply: ModelReply, *, seconds: float) -> ModelReply:
    return replace(reply, delay=seconds)
