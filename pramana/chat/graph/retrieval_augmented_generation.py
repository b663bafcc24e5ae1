"""The answer to an admitted question: retrieve, compose, then the response that chat gives.

Questions about the library itself are answered here too: no passage answers them.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings

from pramana.chat.admission import AdmittedQuestion
from pramana.chat.contracts.answers import (
    ChatResponse,
    Mode,
    QuoteOut,
    RequestState,
    SourceCitation,
)
from pramana.chat.domain import responses
from pramana.chat.domain.messages import (
    INVENTORY,
    INVENTORY_COUNT,
    INVENTORY_EMPTY,
    INVENTORY_MORE,
    INVENTORY_NO,
    INVENTORY_ONE,
    INVENTORY_YES,
    localise,
    small_talk,
    small_talk_reply,
)
from pramana.chat.domain.question_shapes import COUNTED_DOCUMENTS, AnswerShape, plan_question
from pramana.chat.domain.responses import Composition
from pramana.chat.errors import ModelNotAnswering
from pramana.chat.graph.compose import ComposeNode, refuse_after_search, run_on_selection
from pramana.chat.graph.retrieve import RetrievedSources, RetrieveNode, search_again
from pramana.chat.passage_context import ContextReader
from pramana.chat.ports import AnswerListener, ChatDeps, ComposeDeps, run_in_thread
from pramana.documents.contracts import DocumentView
from pramana.documents.reading.contracts import FileKind
from pramana.documents.search import search
from pramana.documents.selectors import LibraryQuery, Sort, library_page
from pramana.documents.selectors.structure import kinds_with_places, place_name
from pramana.kit.errors import Unavailable
from pramana.kit.scope import Scope
from pramana.language.stems import content_stems, stems
from pramana.llm.ports import Gateway
from pramana.observability.tracing import span
from pramana.retrieval.contracts import Filters
from pramana.retrieval.domain.fusion import SURE_MATCH
from pramana.tenancy.steps import record_step


def with_places(scope: Scope, response: ChatResponse) -> ChatResponse:
    """The response, with the place of each quote in a sheet, a presentation or a mail."""
    quotes = [quote for source in response.sources for quote in getattr(source, "quotes", [])]
    ids = {quote.document_id for quote in quotes if quote.document_id}
    kinds = kinds_with_places(scope, ids) if ids else {}
    if not kinds:
        return response
    sources = [
        _with_places(scope, source, kinds) if isinstance(source, SourceCitation) else source
        for source in response.sources
    ]
    return response.model_copy(update={"sources": sources})


def _with_places(
    scope: Scope, source: SourceCitation, kinds: dict[UUID, FileKind]
) -> SourceCitation:
    def located(quote: QuoteOut) -> QuoteOut:
        kind = kinds.get(quote.document_id) if quote.document_id else None
        if kind is None or quote.document_id is None:
            return quote
        place = place_name(scope, quote.document_id, kind, quote.start, quote.end)
        return quote.model_copy(update={"place": place})

    return source.model_copy(update={"quotes": [located(quote) for quote in source.quotes]})


MOST_LOOKED_AT = 1_000
MOST_NAMED = 25
MOST_FOUND = 5


def describe_library(
    scope: Scope, filters: Filters, question: str, kind: str = ""
) -> tuple[str, bool]:
    """Which documents the asker may use, in words; and whether there are any of that kind."""
    documents = _with_names(scope, _documents(scope, filters))
    if kind:
        return _of_kind(scope, filters, question, kind, documents)
    if not documents:
        return localise(INVENTORY_EMPTY, question), False
    names = ", ".join(f"“{each.title}”" for each in documents[:MOST_NAMED])
    if len(documents) > MOST_NAMED:
        more = len(documents) - MOST_NAMED
        names = localise(INVENTORY_MORE, question).format(names, more)
    message = INVENTORY_ONE if len(documents) == 1 else INVENTORY
    return localise(message, question).format(len(documents), names), True


def _documents(scope: Scope, filters: Filters) -> list[DocumentView]:
    """The documents that the filters allow, by title."""
    page = library_page(scope, LibraryQuery(sort=Sort.TITLE), limit=MOST_LOOKED_AT)
    return [each for each in page.documents if _is_allowed(each, filters)]


def _with_names(scope: Scope, documents: Sequence[DocumentView]) -> list[DocumentView]:
    """The documents, each under a name that tells it apart."""
    names = ContextReader(scope).names({each.id: each.title for each in documents})
    return [replace(each, title=names.get(each.id, each.title)) for each in documents]


def _is_allowed(document: DocumentView, filters: Filters) -> bool:
    collections, parents = filters.collection_ids, filters.parent_ids
    if collections is not None and document.collection_id not in collections:
        return False
    if parents is not None and document.id not in parents:
        return False
    prefix = filters.source_url_prefix
    return not prefix or document.source_url.startswith(prefix)


def _of_kind(
    scope: Scope, filters: Filters, question: str, kind: str, documents: Sequence[DocumentView]
) -> tuple[str, bool]:
    """Documents named like the kind, or whose text is about it."""
    wanted = set(content_stems(stems(kind)))
    titles = [
        each.title for each in documents if wanted <= set(stems(f"{each.title} {each.filename}"))
    ]
    if not titles:
        titles = _titles_about(scope, filters, kind)
    if not titles:
        return localise(INVENTORY_NO, question).format(kind), False
    if COUNTED_DOCUMENTS.search(question):
        named = ", ".join(f"“{title}”" for title in titles[:MOST_NAMED])
        return localise(INVENTORY_COUNT, question).format(len(titles), named), True
    named = ", ".join(f"“{title}”" for title in titles[:MOST_FOUND])
    return localise(INVENTORY_YES, question).format(named), True


def _titles_about(scope: Scope, filters: Filters, kind: str) -> list[str]:
    try:
        hits = search(scope, kind, filters=filters, limit=MOST_FOUND)
    except Unavailable:
        return []
    return list(dict.fromkeys(hit.title for hit in hits if hit.strength >= SURE_MATCH))


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
        admitted,
        ChatDeps(
            **deps,
            filters=admitted.filters,
            memory=admitted.memory,
            cited=admitted.earlier.cited,
        ),
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
