"""The answer to an admitted question: retrieve, compose, then the response that chat gives."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.conf import settings

from pramana.chat.admission import AdmittedQuestion
from pramana.chat.contracts.answers import ChatResponse, Mode, RequestState
from pramana.chat.domain import responses
from pramana.chat.domain.answer_draft import Composition
from pramana.chat.domain.question_shapes import AnswerShape, plan_question
from pramana.chat.domain.small_talk import small_talk, small_talk_reply
from pramana.chat.errors import ModelNotAnswering
from pramana.chat.graph.compose import ComposeNode, refuse_after_search, run_on_selection
from pramana.chat.graph.retrieve import RetrievedSources, RetrieveNode, search_again
from pramana.chat.library import describe_library
from pramana.chat.ports import AnswerListener, ChatDeps, ComposeDeps
from pramana.chat.quote_places import with_places
from pramana.chat.threads import run_in_thread
from pramana.kit.scope import Scope
from pramana.llm.ports import Gateway
from pramana.observability.tracing import span
from pramana.tenancy.steps import record_step

MOST_SEARCHES = 2
"""How often a composer may search again before it must answer."""

GatewayFactory = Callable[[Scope], Gateway]


async def answer_question(
    admitted: AdmittedQuestion, listener: AnswerListener, gateway_factory: GatewayFactory
) -> ChatResponse:
    """Answer from the selected text if there is one, otherwise from the documents.

    The listener hears each sentence as soon as it is checked.
    """
    if not admitted.question.selected_text and (own := await _answer_itself(admitted, listener)):
        return own
    deps = await run_in_thread(_compose_deps, admitted, listener, gateway_factory)
    if admitted.question.selected_text:
        return await _answer_from_selection(admitted, ComposeDeps(**deps))
    return await _answer_from_documents(
        admitted, ChatDeps(**deps, filters=admitted.filters, memory=admitted.memory)
    )


async def _answer_itself(
    admitted: AdmittedQuestion, listener: AnswerListener
) -> ChatResponse | None:
    """Small talk and questions about the library, which no passage answers; None for others."""
    question = admitted.question.query
    kind = small_talk(question)
    plan = plan_question(question)
    if kind is None and plan.shape is not AnswerShape.INVENTORY:
        return None
    mode = Mode.FULL
    if kind is not None:
        text = small_talk_reply(kind, question)
    else:
        listener.set_state(RequestState.RETRIEVING)
        text, known = await run_in_thread(
            describe_library, admitted.context, admitted.filters, question, plan.document_kind
        )
        mode = Mode.FULL if known else Mode.NO_RESULTS
    listener.set_state(RequestState.GENERATING)
    listener.add_text(text)
    return responses.without_sources(_header(admitted), text, mode)


async def _answer_from_documents(admitted: AdmittedQuestion, deps: ChatDeps) -> ChatResponse:
    """Input → RetrieveNode → ComposeNode → Output. Searching again takes no time beyond the
    model's own."""
    question, began = admitted.question.query, time.perf_counter()
    with span("chat.graph", deps.context):
        with record_step("retrieve", deps.listener.add_step):
            retrieved = await RetrieveNode(deps, question, admitted.earlier)
        with record_step("compose", deps.listener.add_step):
            composition = await ComposeNode(deps, question, retrieved, may_search=True)
        for left in reversed(range(MOST_SEARCHES)):
            if composition.grounded or not composition.searches or composition.failure:
                break
            time_left = deps.timeout_s - (time.perf_counter() - began)
            if time_left <= 0:
                refuse_after_search(deps, question, retrieved, composition)
                break
            within = replace(deps, timeout_s=time_left)
            with record_step("search again", deps.listener.add_step):
                retrieved = await search_again(within, retrieved, composition.searches[0])
                composition = await ComposeNode(within, question, retrieved, may_search=left > 0)
    header = _header(admitted, retrieved)
    if not retrieved.relevant or composition.is_refusal:
        nearest = retrieved.relevant or retrieved.nearest
        return responses.no_results(header, composition.draft, nearest, composition.engine)
    if composition.broke_off and admitted.question.streamed:
        raise ModelNotAnswering("The language model broke off in the middle of its answer.")
    response = responses.from_sources(header, retrieved.relevant, composition)
    return await run_in_thread(with_places, admitted.context, response)


async def _answer_from_selection(admitted: AdmittedQuestion, deps: ComposeDeps) -> ChatResponse:
    """Input → ComposeNode → Output. `ComposeDeps` offers neither search nor history."""
    selection = admitted.question.selected_text or ""
    with span("chat.graph", deps.context), record_step("compose", deps.listener.add_step):
        composition: Composition = await run_on_selection(deps, admitted.question.query, selection)
    if composition.failure:
        raise ModelNotAnswering()
    return responses.from_selection(_header(admitted), selection, composition)


def _compose_deps(
    admitted: AdmittedQuestion, listener: AnswerListener, gateway_factory: GatewayFactory
) -> dict[str, Any]:
    return {
        "context": admitted.context,
        "gateway": gateway_factory(admitted.context),
        "listener": listener,
        "timeout_s": settings.PRAMANA.model_timeout_s,
        "fallback": "offline" if settings.PRAMANA.chat_fallback == "offline" else None,
    }


def _header(
    admitted: AdmittedQuestion, retrieved: RetrievedSources | None = None
) -> responses.ResponseHeader:
    question = admitted.question
    searched_for = retrieved.searched_for if retrieved else question.query
    return responses.ResponseHeader(
        question=question.query,
        session_id=question.session_id,
        request_id=question.request_id,
        took_ms=(time.perf_counter() - admitted.started_at) * 1000,
        searched_for=searched_for if searched_for != question.query else None,
        degraded=responses.search_degradation(retrieved.nearest) if retrieved else None,
    )
