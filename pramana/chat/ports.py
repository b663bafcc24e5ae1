"""What answering a question needs from outside: a gateway, a listener, and what may be searched."""

from dataclasses import dataclass
from typing import Protocol

from pramana.chat.contracts.answers import RequestState
from pramana.chat.contracts.questions import MemoryFilter
from pramana.kit.errors import ContextError
from pramana.kit.scope import ScopeContext
from pramana.kit.tools import ToolOutcome
from pramana.llm.ports import Fallback, Gateway
from pramana.retrieval.contracts import Filters
from pramana.tenancy.steps import Step


class AnswerListener(Protocol):
    """Hears what happens while a question is answered, and never makes the flow wait."""

    def set_state(self, state: RequestState) -> None: ...
    def add_text(self, text: str) -> None: ...
    def add_tool_call(self, call: ToolOutcome) -> None: ...
    def add_step(self, step: Step) -> None: ...


@dataclass(frozen=True)
class ComposeDeps:
    """All that answering from a given text takes: no search, no history."""

    context: ScopeContext
    gateway: Gateway
    listener: AnswerListener
    timeout_s: float = 30.0
    fallback: Fallback | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.context, ScopeContext):
            raise ContextError("Chat needs a scope with a tenant and a run.")


@dataclass(frozen=True, kw_only=True)
class ChatDeps(ComposeDeps):
    """The same, with what may be searched."""

    filters: Filters
    memory: MemoryFilter | None = None
    """The memory group whose facts may be cited; None when no group may be."""
