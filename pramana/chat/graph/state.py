"""What travels through the graph, and what its nodes may use."""

from dataclasses import dataclass
from typing import TypedDict

from pramana.chat.contracts.finding import Found
from pramana.chat.domain.composition import Composition
from pramana.chat.ports import Recall, Search, Told
from pramana.kit.errors import ContextError
from pramana.kit.scope import ScopeContext
from pramana.llm.port import Fallback, Gateway


class ChatState(TypedDict, total=False):
    question: str
    earlier: tuple[tuple[str, str], ...]
    searched_for: str
    nearest: list[Found]
    """Everything the search brought, best first."""
    hits: list[Found]
    """Those that belong to the question; the answer calls them 1, 2, …"""
    made: Composition


class SelectionState(TypedDict, total=False):
    """Nothing here can hold a passage or an earlier exchange."""

    question: str
    selection: str
    made: Composition


@dataclass(frozen=True)
class ComposeDeps:
    """All that answering from a given text takes: no search, no history."""

    context: ScopeContext
    gateway: Gateway
    told: Told
    patience_s: float = 30.0
    fallback: Fallback | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.context, ScopeContext):
            raise ContextError("A chat runs in a scope with a tenant and a run.")


@dataclass(frozen=True, kw_only=True)
class ChatDeps(ComposeDeps):
    search: Search
    recall: Recall | None = None
