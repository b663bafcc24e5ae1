"""What the flow needs from outside, as it sees it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from pramana.chat.contracts.finding import Remembered
from pramana.chat.contracts.states import RequestState
from pramana.documents.contracts import Hit
from pramana.kit.tools import ToolOutcome
from pramana.tenancy.steps import Step


@dataclass(frozen=True)
class Searched:
    """A call of the retrieval tool, and the passages behind it; none where the call failed."""

    call: ToolOutcome
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True)
class Recalled:
    """A call of the memory tool, and the facts behind it; none where no group is named."""

    call: ToolOutcome | None = None
    facts: tuple[Remembered, ...] = ()


Recall = Callable[[str], Awaitable[Recalled]]
"""The asker's facts for a question, in the group they named."""

Search = Callable[[str], Awaitable[Searched]]
"""The asker's passages for a question: what may be found is settled before it gets here."""


class Told(Protocol):
    """Who hears what happens while a question is answered. Never makes the flow wait."""

    def state(self, state: RequestState) -> None: ...
    def say(self, text: str) -> None: ...
    def used(self, call: ToolOutcome) -> None: ...
    def passed(self, step: Step) -> None: ...
