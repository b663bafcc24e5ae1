"""RetrieveNode: complete the question, then find the passages and facts that belong to it."""

from dataclasses import dataclass

from pramana.chat.contracts.answers import RequestState
from pramana.chat.contracts.passages import AnswerSource, RememberedFact
from pramana.chat.domain.passage_selection import merge_facts, relevant_sources
from pramana.chat.errors import SearchNotAnswering
from pramana.chat.ports import ChatDeps
from pramana.chat.prompts.rewrite import RewriteInput, rewrite_prompt
from pramana.chat.threads import run_in_thread
from pramana.chat.tools import recall_facts, search_book_content
from pramana.kit.scope import ToolContext
from pramana.llm.errors import ModelError
from pramana.observability.tracing import span

MAX_QUESTION = 2_000
REWRITE_TIMEOUT_S = 10.0
"""A follow-up that cannot be rewritten in this time is searched for as it was asked."""


@dataclass(frozen=True)
class RetrievedSources:
    """What the search brought for a question."""

    searched_for: str
    """The question as it was searched for, complete without the conversation."""
    nearest: list[AnswerSource]
    """Everything the search brought, best first."""
    relevant: list[AnswerSource]
    """Those that belong to the question; the answer calls them 1, 2, …"""


async def run(
    deps: ChatDeps, question: str, earlier: tuple[tuple[str, str], ...]
) -> RetrievedSources:
    """Find the sources. Raises `SearchNotAnswering` when nothing can be searched at all."""
    with span("chat.retrieve", deps.context):
        deps.listener.set_state(RequestState.RETRIEVING)
        complete = await _complete_question(deps, question, earlier)
        context = ToolContext(**vars(deps.context))
        search = await run_in_thread(search_book_content, context, complete, filters=deps.filters)
        deps.listener.add_tool_call(search.call)
        if search.call.status == "error":
            raise SearchNotAnswering()
        nearest: list[AnswerSource] = list(search.sources)
        facts = await _recall(deps, context, complete)
        return RetrievedSources(complete, nearest, merge_facts(relevant_sources(nearest), facts))


async def _recall(deps: ChatDeps, context: ToolContext, question: str) -> list[RememberedFact]:
    """The relevant facts of the named group. If the memory fails, the answer goes without them."""
    if deps.memory is None:
        return []
    recall = await run_in_thread(recall_facts, context, question, deps.memory)
    deps.listener.add_tool_call(recall.call)
    return relevant_sources(recall.sources)


async def _complete_question(
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
