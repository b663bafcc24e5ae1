"""ComposeNode: an answer from what was found, or the plain word that there is none."""

from langgraph.runtime import Runtime

from pramana.chat.contracts.composing import ComposeInput, Material
from pramana.chat.contracts.states import RequestState
from pramana.chat.domain.composition import Composition
from pramana.chat.domain.draft import Draft
from pramana.chat.domain.words import SELECTION_SILENT, nothing_found, say
from pramana.chat.graph.composing import composed
from pramana.chat.graph.state import ChatDeps, ChatState, ComposeDeps, SelectionState
from pramana.kit.evidence import nfc
from pramana.observability.tracing import span


async def run(state: ChatState, runtime: Runtime[ChatDeps]) -> ChatState:
    """Answer from the passages that belong to the question. Without any, no model is asked."""
    deps = runtime.context
    with span("chat.compose", deps.context, count=len(state["hits"])):
        deps.told.state(RequestState.GENERATING)
        if not state["hits"]:
            return {"made": _nothing(state, deps)}
        materials = tuple(
            Material(number, hit.text, hit.title, hit.section)
            for number, hit in enumerate(state["hits"], start=1)
        )
        asked = ComposeInput(state["searched_for"], materials)
        return {"made": await composed(deps, asked, numbered=True)}


def _nothing(state: ChatState, deps: ChatDeps) -> Composition:
    made = Composition(Draft(numbered=False))
    said = nothing_found(state["question"], state["nearest"])
    deps.told.say(made.draft.add_own(said))
    return made


async def run_on_selection(state: SelectionState, runtime: Runtime[ComposeDeps]) -> SelectionState:
    """Answer from the selection. What it does not say is said plainly."""
    deps, question = runtime.context, state["question"]
    with span("chat.compose", deps.context):
        deps.told.state(RequestState.GENERATING)
        selection = Material(1, nfc(state["selection"]))
        asked = ComposeInput(question, (selection,), mode="selection")
        made = await composed(deps, asked, numbered=False)
        if not made.kept and made.failure is None:
            deps.told.say(made.draft.add_own(say(SELECTION_SILENT, question)))
        return {"made": made}


ComposeNode = run
