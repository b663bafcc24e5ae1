"""What an engine is given and gives back, before anything is accounted for."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Generic

from pramana.llm.caller import Function
from pramana.llm.choice import Engine
from pramana.llm.contracts import Prompt, T, Usage


class Verb(StrEnum):
    COMPLETE = "complete"
    STREAM = "stream"
    AGENT = "agent"


@dataclass(frozen=True)
class Request(Generic[T]):
    """A prompt on its way to an engine, with its limits and tools."""

    verb: Verb
    prompt: Prompt[T]
    engine: Engine
    timeout: float
    tools: Sequence[Function] = ()
    most_requests: int = 1


@dataclass
class Spent:
    """What a call has used so far; filled in as it goes, so that a failed call has it too."""

    usage: Usage = field(default_factory=Usage)
    cost: Decimal | None = None
