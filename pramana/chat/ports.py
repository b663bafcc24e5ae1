"""What answering a question needs from outside: a gateway, a listener, what may be searched, the
reading model, and the threads in which chat uses the database."""

import contextvars
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import ParamSpec, Protocol, TypeVar
from uuid import UUID

from pramana.chat.contracts.answers import RequestState
from pramana.chat.contracts.passages import PassageReading, ReadPassages
from pramana.chat.contracts.questions import MemoryFilter
from pramana.chat.domain.romanised import respell
from pramana.jobs.database import ThreadPool
from pramana.kit.errors import ContextError
from pramana.kit.scope import ScopeContext
from pramana.kit.tools import ToolOutcome
from pramana.llm.ports import Fallback, Gateway
from pramana.llm.reading_model import ReaderMissing, read, reader_is_available
from pramana.retrieval.contracts import Filters
from pramana.tenancy.steps import Step

logger = logging.getLogger(__name__)

THREADS = 6
"""Threads that use the database: fewer than a web process has connections, so that pages are served
beside the busiest chat."""

P = ParamSpec("P")
Result = TypeVar("Result")


async def run_in_thread(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Call the function in one of the threads, with the caller's context variables.

    Its database connection returns to the pool when the function returns.
    """
    call = partial(contextvars.copy_context().run, partial(function, *args, **kwargs))
    return await _threads().run(call)


@cache
def _threads() -> ThreadPool:
    return ThreadPool(THREADS)


def passage_reader() -> ReadPassages | None:
    """The function that reads passages; None where the model is not on this machine."""
    return read_passages if reader_is_available() else None


def read_passages(question: str, passages: Sequence[str]) -> list[PassageReading]:
    """Read each passage. A question in romanised Nepali is read in the passages' own script."""
    respelled = respell(question, passages)
    try:
        readings = read(respelled, passages)
    except ReaderMissing as error:
        logger.warning("passages are not read: %s", error.message)
        return []
    return [
        PassageReading(each.start, each.end, each.probability, each.margin) for each in readings
    ]


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
    cited: frozenset[UUID] = frozenset()
    """The documents that the last answer of the conversation quotes."""
