"""RetrieveNode: complete the question, find the sources that belong to it, and read around them."""

from dataclasses import dataclass, field

from pramana.chat.contracts.answers import RequestState
from pramana.chat.contracts.passages import AnswerSource, RememberedFact
from pramana.chat.domain.evidence import reading_head
from pramana.chat.domain.passage_selection import (
    hits_by_document,
    merge_facts,
    order_by_reading,
    relevant_sources,
)
from pramana.chat.domain.question_shapes import AnswerShape, plan_question
from pramana.chat.errors import SearchNotAnswering
from pramana.chat.passage_context import ContextReader, SourceInContext
from pramana.chat.ports import ChatDeps
from pramana.chat.prompts.rewrite import RewriteInput, rewrite_prompt
from pramana.chat.reading import passage_reader
from pramana.chat.threads import run_in_thread
from pramana.chat.tools import recall_facts, search_book_content
from pramana.documents.contracts import PassageHit
from pramana.kit.scope import Scope, ToolContext
from pramana.llm.errors import ModelError
from pramana.observability.tracing import span

MAX_QUESTION = 2_000
REWRITE_TIMEOUT_S = 10.0
"""A follow-up that cannot be rewritten in this time is searched for as it was asked."""

CANDIDATES, WIDE = 10, 40
"""Passages that are searched for and read; a question across documents looks at more of them."""

KEPT = 6
"""Sources that an answer is composed from; a question across documents takes `CANDIDATES`."""

ACROSS = (AnswerShape.COMPARISON, AnswerShape.LIST)
"""Shapes whose answer may rest on several documents."""


@dataclass(frozen=True)
class RetrievedSources:
    """What the search brought for a question."""

    searched_for: str
    """The question as it was searched for, complete without the conversation."""
    nearest: list[AnswerSource]
    """Everything the search brought, best first."""
    relevant: list[AnswerSource]
    """Those that belong to the question; the answer calls them 1, 2, …"""
    contexts: list[SourceInContext] = field(default_factory=list)
    """The relevant sources with what stands around each, in the same order."""


async def run(
    deps: ChatDeps, question: str, earlier: tuple[tuple[str, str], ...]
) -> RetrievedSources:
    """Find the sources. Raises `SearchNotAnswering` when nothing can be searched at all."""
    with span("chat.retrieve", deps.context):
        deps.listener.set_state(RequestState.RETRIEVING)
        complete = await complete_question(deps, question, earlier)
        return await retrieve(deps, complete)


async def retrieve(deps: ChatDeps, question: str) -> RetrievedSources:
    """Search, read, order and look around; the question is complete already."""
    context = ToolContext(**vars(deps.context))
    shape = plan_question(question).shape
    limit = WIDE if shape in ACROSS else CANDIDATES
    search = await run_in_thread(
        search_book_content, context, question, filters=deps.filters, limit=limit
    )
    deps.listener.add_tool_call(search.call)
    if search.call.status == "error":
        raise SearchNotAnswering()
    hits = list(search.sources)
    contexts = await run_in_thread(_read_and_expand, context, question, shape, hits)
    facts = await _recall(deps, context, question)
    sources = merge_facts([each.source for each in contexts], facts)
    by_source = {id(each.source): each for each in contexts}
    ordered = [by_source.get(id(source), SourceInContext(source)) for source in sources]
    return RetrievedSources(question, list(hits), sources, ordered)


async def search_again(deps: ChatDeps, retrieved: RetrievedSources, words: str) -> RetrievedSources:
    """The sources with those that other words bring; earlier ones keep their numbers."""
    found = await retrieve(deps, words[:MAX_QUESTION])
    places = {(each.source.document_id, each.source.start) for each in retrieved.contexts}
    new = [
        each
        for each in found.contexts
        if (each.source.document_id, each.source.start) not in places
    ]
    contexts = [*retrieved.contexts, *new][: 2 * KEPT]
    return RetrievedSources(
        retrieved.searched_for,
        [*retrieved.nearest, *found.nearest],
        [each.source for each in contexts],
        contexts,
    )


def _read_and_expand(
    scope: Scope, question: str, shape: AnswerShape, hits: list[PassageHit]
) -> list[SourceInContext]:
    """The relevant hits in the order of their readings, each with its surroundings."""
    across = shape in ACROSS
    candidates = hits_by_document(hits, CANDIDATES) if across else hits[:CANDIDATES]
    read = passage_reader()
    if read is not None and candidates:
        texts = [reading_head(hit.title, hit.section, hit.lead) + hit.text for hit in candidates]
        readings = read(question, texts)
        candidates = order_by_reading(candidates, readings)
    relevant = relevant_sources(candidates)
    reader = ContextReader(scope)
    if shape is AnswerShape.SUMMARY and relevant:
        return reader.whole_document(relevant[0])
    return reader.expand(relevant[: CANDIDATES if across else KEPT])


async def _recall(deps: ChatDeps, context: ToolContext, question: str) -> list[RememberedFact]:
    """The relevant facts of the named group. If the memory fails, the answer goes without them."""
    if deps.memory is None:
        return []
    recall = await run_in_thread(recall_facts, context, question, deps.memory)
    deps.listener.add_tool_call(recall.call)
    return relevant_sources(recall.sources)


async def complete_question(
    deps: ChatDeps, question: str, earlier: tuple[tuple[str, str], ...]
) -> str:
    """Rewrite a follow-up so that it reads without the conversation; on failure leave it as is."""
    if not earlier:
        return question
    prompt = rewrite_prompt(RewriteInput(question, earlier))
    try:
        completion = await deps.gateway.acomplete(prompt, timeout=REWRITE_TIMEOUT_S)
    except ModelError:
        return question
    rewritten = completion.question.strip()
    return rewritten if 0 < len(rewritten) <= MAX_QUESTION else question


RetrieveNode = run
