"""What the model server says, and the ways in which it may misbehave."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any


class Misbehaviour(StrEnum):
    NONE = "none"
    HANG = "hang"
    """Takes the request and never answers."""
    GARBLE = "garble"
    """Answers 200 with a body that is not JSON."""
    BREAK = "break"
    """Drops the connection in the middle of the answer."""
    STOP_SHORT = "stop_short"
    """Ends a stream politely, but before the answer is whole."""


@dataclass(frozen=True)
class Call:
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """One answer of the server. `value` is given as the output tool's call, or as JSON text."""

    text: str = ""
    value: Any = None
    calls: tuple[Call, ...] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str = ""
    delay: float = 0.0
    misbehaviour: Misbehaviour = Misbehaviour.NONE

    def spoken(self, output_tool: str | None) -> "Reply":
        """The reply with its value put as this request wants it."""
        if self.value is None:
            return self
        if output_tool is None:
            return replace(self, text=json.dumps(self.value), value=None)
        return replace(self, calls=(Call(output_tool, self.value),), value=None)


def says(text: str) -> Reply:
    return Reply(text=text)


def answers(value: Any) -> Reply:
    """A typed answer, right or wrong: nobody checks it here."""
    return Reply(value=value)


def calls(name: str, **arguments: Any) -> Reply:
    return Reply(calls=(Call(name, arguments),))


def fails(status: int, *, error: str = "server_error", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, error=error, headers=named)


def limits(*, retry_after: float | None = None) -> Reply:
    headers = {} if retry_after is None else {"retry-after": f"{retry_after:g}"}
    return Reply(status=429, error="rate_limit_exceeded", headers=headers)


def hangs() -> Reply:
    return Reply(misbehaviour=Misbehaviour.HANG)


def garbles() -> Reply:
    return Reply(misbehaviour=Misbehaviour.GARBLE)


def breaks_off(text: str, *, politely: bool = False) -> Reply:
    how = Misbehaviour.STOP_SHORT if politely else Misbehaviour.BREAK
    return Reply(text=text, misbehaviour=how)


def slowly(reply: Reply, *, seconds: float) -> Reply:
    return replace(reply, delay=seconds)
