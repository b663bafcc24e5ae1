"""RetrieveNode: the question made complete, then the passages that belong to it."""

from langgraph.runtime import Runtime

from pramana.chat.contracts.composing import RewriteInput
from pramana.chat.contracts.finding import Found, Remembered
from pramana.chat.contracts.states import RequestState
from pramana.chat.domain.remembering import among
from pramana.chat.domain.strength import FLOOR, above_floor
from pramana.chat.errors import SearchAway
from pramana.chat.graph.state import ChatDeps, ChatState
from pramana.chat.prompts.rewrite import rewrite_prompt
from pramana.llm.errors import ModelError
from pramana.observability.tracing import span

LONGEST = 2_000
PATIENCE_S = 10.0
"""A follow-up that cannot be made complete in this time is searched for as it was asked."""


async def run(state: ChatState, runtime: Runtime[ChatDeps]) -> ChatState:
    """Find the passages. Raises `SearchAway` where nothing can be searched at all."""
    deps = runtime.context
    with span("chat.retrieve", deps.context):
        deps.told.state(RequestState.RETRIEVING)
        question = await complete_question(deps, state["question"], state.get("earlier", ()))
        searched = await deps.search(question)
        deps.told.used(searched.call)
        if searched.call.status == "error":
            raise SearchAway()
        nearest: list[Found] = list(searched.hits)
        hits = among(above_floor(nearest), await _recalled(deps, question))
        return {"searched_for": question, "nearest": nearest, "hits": hits}


async def _recalled(deps: ChatDeps, question: str) -> list[Remembered]:
    """What the named group knows of it; a memory that is away costs the answer nothing else."""
    if deps.recall is None:
        return []
    recalled = await deps.recall(question)
    if recalled.call:
        deps.told.used(recalled.call)
    return [each for each in recalled.facts if each.strength >= FLOOR]


async def complete_question(
    deps: ChatDeps, question: str, earlier: tuple[tuple[str, str], ...]
) -> str:
    """The question without the conversation it leans on; as it was asked where that fails."""
    if not earlier:
        return question
    prompt = rewrite_prompt(RewriteInput(question, earlier))
    try:
        rewritten = (await deps.gateway.acomplete(prompt, timeout=PATIENCE_S)).question.strip()
    except ModelError:
        return question
    return rewritten if 0 < len(rewritten) <= LONGEST else question


RetrieveNode = run
