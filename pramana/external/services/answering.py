"""The answer to a run's question, from what was let in and from nothing else."""

import time
from typing import Any
from uuid import UUID, uuid4

from asgiref.sync import async_to_sync

from pramana.chat.contracts.asking import Ask, Asker
from pramana.chat.contracts.states import RequestState
from pramana.chat.tools import kept_call
from pramana.chat.turns.answering import answered
from pramana.chat.turns.letting_in import Begun
from pramana.external.contracts.stages import CandidateState
from pramana.external.contracts.views import ResearchView
from pramana.external.services.recording import keep_call, run_of
from pramana.kit.scope import ScopeContext
from pramana.kit.tools import ToolOutcome
from pramana.llm.gateway import gateway
from pramana.retrieval.filters import Filters
from pramana.tenancy.services import note_steps
from pramana.tenancy.steps import Step

NOBODY = UUID(int=0)
"""Who asks in a run that nobody started: the clock, or the system."""


class _Listening:
    """Nobody watches the sentences come; the search is kept as the run's tool call, its nodes as
    steps."""

    def __init__(self) -> None:
        self.calls: list[ToolOutcome] = []
        self.steps: list[Step] = []

    def state(self, state: RequestState) -> None:
        """The run has stages of its own."""

    def say(self, text: str) -> None:
        """The answer is kept whole."""

    def used(self, call: ToolOutcome) -> None:
        self.calls.append(call)

    def passed(self, step: Step) -> None:
        self.steps.append(step)


def answer_from(scope: ScopeContext, research: ResearchView) -> dict[str, Any]:
    """A checked answer with its citations, as the chat gives it; no history holds it."""
    listening = _Listening()
    begun = Begun(
        ask=Ask(
            asker=Asker(scope.actor_id or NOBODY),
            request_id=scope.trace_id,
            query=research.text,
            session_id=research.id,
            is_new=True,
        ),
        context=scope,
        saved=None,
        filters=Filters(parent_ids=let_in_documents(research)),
        earlier=(),
        at=time.perf_counter(),
    )
    try:
        response = async_to_sync(answered)(begun, listening, gateway)
    finally:
        note_steps(scope, run_of(scope), listening.steps)
    for call in listening.calls:
        kept = kept_call(call)
        keep_call(scope, kept.pop("tool"), kept, uuid4())
    return response.model_dump(mode="json")


def let_in_documents(research: ResearchView) -> frozenset[UUID]:
    return frozenset(
        each.document_id
        for each in research.candidates
        if each.document_id and each.state is CandidateState.INGESTED
    )
