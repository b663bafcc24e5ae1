"""What is asked of a model and what comes back, whichever engine answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel

OFFLINE = "offline"
"""The engine that needs no model: deterministic code behind the same prompts."""

T = TypeVar("T", bound=BaseModel | str)


@dataclass(frozen=True)
class HistoryMessage:
    """A message from earlier in the conversation."""

    role: Literal["person", "model"]
    text: str = field(repr=False)


@dataclass(frozen=True)
class Prompt(Generic[T]):
    """One question to a model: its text, and the type the answer must have.

    `input` is the typed value the text was written from. A model never sees it; the offline engine
    reads it instead of the text. `purpose` selects the model (PRAMANA_MODELS); it is the name
    unless several prompts should share a model. Text is kept out of the repr, so that no log or
    traceback shows it.
    """

    name: str
    version: int
    system: str = field(kw_only=True, repr=False)
    user: str = field(kw_only=True, repr=False)
    output: type[T] = field(kw_only=True)
    input: Any = field(default=None, kw_only=True, repr=False)
    purpose: str = field(default="", kw_only=True)
    history: tuple[HistoryMessage, ...] = field(default=(), kw_only=True, repr=False)
    max_tokens: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if not self.purpose:
            object.__setattr__(self, "purpose", self.name)


@dataclass(frozen=True)
class Usage:
    """What a call used. Retries and an agent's further questions are included."""

    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass(frozen=True)
class Completion(Generic[T]):
    """An answer, with the engine that gave it and what it took."""

    output: T
    engine: str
    usage: Usage
    cost: Decimal | None
    """In US dollars; None when no price is known, as for local models."""
    latency_ms: int

    @property
    def is_offline(self) -> bool:
        return self.engine == OFFLINE


@dataclass(frozen=True)
class ToolUse:
    """A tool and the arguments to call it with."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class ToolReply:
    """A tool's reply to the model that says whether it is an error.

    A tool may return any other value too: it is sent unchanged, and is not an error.
    """

    content: str = field(repr=False)
    is_error: bool = False


@dataclass(frozen=True)
class TextDelta:
    """The next piece of the model's text. It never contains the model's thinking."""

    text: str = field(repr=False)


@dataclass(frozen=True)
class ToolCalled:
    call_id: str
    name: str
    arguments: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class ToolReturned:
    call_id: str
    name: str
    content: str = field(repr=False)
    is_error: bool


AgentEvent = TextDelta | ToolCalled | ToolReturned
