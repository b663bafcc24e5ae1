"""The two graphs: over the documents, and over a selection, which has no way to search."""

from functools import cache
from typing import Any, cast

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from pramana.chat.graph.compose import ComposeNode, run_on_selection
from pramana.chat.graph.noting import noted
from pramana.chat.graph.retrieve import RetrieveNode
from pramana.chat.graph.state import ChatDeps, ChatState, ComposeDeps, SelectionState
from pramana.observability.tracing import span

Graph = CompiledStateGraph[Any, Any, Any, Any]


@cache
def answer_graph() -> Graph:
    """Input → RetrieveNode → ComposeNode → Output."""
    graph = StateGraph(ChatState, context_schema=ChatDeps)
    graph.add_node("retrieve", noted("retrieve", RetrieveNode))
    graph.add_node("compose", noted("compose", ComposeNode))
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "compose")
    graph.add_edge("compose", END)
    return graph.compile()


@cache
def selection_graph() -> Graph:
    """Input → ComposeNode → Output."""
    graph = StateGraph(SelectionState, context_schema=ComposeDeps)
    graph.add_node("compose", noted("compose", run_on_selection))
    graph.add_edge(START, "compose")
    graph.add_edge("compose", END)
    return graph.compile()


async def answer(
    deps: ChatDeps, question: str, earlier: tuple[tuple[str, str], ...] = ()
) -> ChatState:
    """Run a question through the documents."""
    with span("chat.graph", deps.context):
        state: ChatState = {"question": question, "earlier": earlier}
        return cast(ChatState, await answer_graph().ainvoke(state, context=deps))


async def answer_selection(deps: ComposeDeps, question: str, selection: str) -> SelectionState:
    """Run a question over a selection and nothing else."""
    with span("chat.graph", deps.context):
        state: SelectionState = {"question": question, "selection": selection}
        return cast(SelectionState, await selection_graph().ainvoke(state, context=deps))
