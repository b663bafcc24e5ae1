"""Answer a run's question from the documents that it ingested, and from nothing else."""

import time
from typing import Any
from uuid import UUID, uuid4

from asgiref.sync import async_to_sync

from pramana.chat.admission import AdmittedQuestion
from pramana.chat.contracts.answers import RequestState
from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.graph.retrieval_augmented_generation import answer_question
from pramana.chat.tools import stored_call
from pramana.external.contracts import CandidateState, ResearchView
from pramana.external.services.recording import record_call, required_run_id
from pramana.kit.scope import ScopeContext
from pramana.kit.tools import ToolOutcome
from pramana.llm.gateway import gateway
from pramana.retrieval.filters import Filters
from pramana.tenancy.services import record_steps
from pramana.tenancy.steps import Step

NO_ASKER = UUID(int=0)
"""The asker of a run that no person started."""


class _AnswerListener:
    """Collects the tool calls and steps. The answer is not streamed to anyone."""

    def __init__(self) -> None:
        self.calls: list[ToolOutcome] = []
        self.steps: list[Step] = []

    def set_state(self, state: RequestState) -> None:
        """Ignore it: a run has stages of its own."""

    def add_text(self, text: str) -> None:
        """Ignore it: the answer is stored as a whole."""

    def add_tool_call(self, call: ToolOutcome) -> None:
        self.calls.append(call)

    def add_step(self, step: Step) -> None:
        self.steps.append(step)


def answer_from_documents(scope: ScopeContext, research: ResearchView) -> dict[str, Any]:
    """The answer to the run's question. Further questions of its plan are its `sections`."""
    if research.plan is None or research.plan.approved is None:
        return _answer(scope, research, research.text)
    first, *others = research.plan.approved.questions
    sections = [{"question": each, **_answer(scope, research, each)} for each in others]
    return {**_answer(scope, research, first), "question": first, "sections": sections}


def _answer(scope: ScopeContext, research: ResearchView, question: str) -> dict[str, Any]:
    """An answer with citations, as chat gives it, but outside any conversation."""
    listening = _AnswerListener()
    admitted = AdmittedQuestion(
        question=ChatQuestion(
            asker=Asker(scope.actor_id or NO_ASKER),
            request_id=scope.trace_id,
            query=question,
            session_id=research.id,
            is_new=True,
        ),
        context=scope,
        saved=None,
        filters=Filters(parent_ids=ingested_documents(research)),
        earlier=(),
        started_at=time.perf_counter(),
    )
    try:
        response = async_to_sync(answer_question)(admitted, listening, gateway)
    finally:
        record_steps(scope, required_run_id(scope), listening.steps)
    for call in listening.calls:
        envelope = stored_call(call)
        record_call(scope, envelope.pop("tool"), envelope, uuid4())
    return response.model_dump(mode="json")


def ingested_documents(research: ResearchView) -> frozenset[UUID]:
    return frozenset(
        each.document_id
        for each in research.candidates
        if each.document_id and each.state is CandidateState.INGESTED
    )
