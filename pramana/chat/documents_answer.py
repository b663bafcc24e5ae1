"""One question to chosen documents, outside any conversation."""

import time
from dataclasses import dataclass, field
from uuid import UUID

from asgiref.sync import async_to_sync

from pramana.chat.admission import AdmittedQuestion
from pramana.chat.contracts.answers import ChatResponse, RequestState
from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.graph.retrieval_augmented_generation import answer_question
from pramana.chat.selectors import EarlierExchanges
from pramana.kit.scope import ScopeContext
from pramana.kit.tools import ToolOutcome
from pramana.llm.gateway import gateway
from pramana.retrieval.contracts import Filters
from pramana.tenancy.services import record_steps
from pramana.tenancy.steps import Step

NO_ASKER = UUID(int=0)
"""The asker of work that no person started."""


@dataclass
class SilentListener:
    """Collects the tool calls and steps. The answer is not streamed to anyone."""

    calls: list[ToolOutcome] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def set_state(self, state: RequestState) -> None:
        """Ignore it: the work has stages of its own."""

    def add_text(self, text: str) -> None:
        """Ignore it: the answer is stored as a whole."""

    def add_tool_call(self, call: ToolOutcome) -> None:
        self.calls.append(call)

    def add_step(self, step: Step) -> None:
        self.steps.append(step)


def ask_documents(
    scope: ScopeContext, question: str, documents: frozenset[UUID], session_id: UUID
) -> tuple[ChatResponse, list[ToolOutcome]]:
    """An answer with citations, as chat gives it, and the tools that were called for it.

    The steps are recorded with the run of the scope.
    """
    listener = SilentListener()
    admitted = AdmittedQuestion(
        question=ChatQuestion(
            asker=Asker(scope.actor_id or NO_ASKER),
            request_id=scope.trace_id,
            query=question,
            session_id=session_id,
            is_new=True,
        ),
        context=scope,
        saved=None,
        filters=Filters(parent_ids=documents),
        earlier=EarlierExchanges(),
        started_at=time.perf_counter(),
    )
    try:
        response = async_to_sync(answer_question)(admitted, listener, gateway)
    finally:
        if scope.run_id:
            record_steps(scope, scope.run_id, listener.steps)
    return response, listener.calls
