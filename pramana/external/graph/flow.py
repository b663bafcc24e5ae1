"""The graph, run for its result alone or taken up from a run's rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command

from pramana.external.contracts.state import ExternalKnowledgeState, ResearchGraphState
from pramana.external.graph.deps import ExternalDeps, parted
from pramana.external.graph.nodes import (
    after_approve,
    after_select,
    approval_node,
    ingestion_node,
    search_node,
    selection_node,
)
from pramana.external.graph.noting import noted
from pramana.observability.tracing import span

Graph = CompiledStateGraph[Any, Any, Any, Any]
APPROVE = ("approve",)


@cache
def definition() -> StateGraph[Any, Any, Any, Any]:
    """search → select → (approve) → ingest."""
    graph = StateGraph(ResearchGraphState, context_schema=ExternalDeps)
    graph.add_node("search", noted("search", search_node))
    graph.add_node("select", noted("select", selection_node))
    graph.add_node("approve", noted("approve", lambda state, runtime: approval_node(state)))
    graph.add_node("ingest", noted("ingest", ingestion_node))
    graph.add_edge(START, "search")
    graph.add_edge("search", "select")
    graph.add_conditional_edges("select", after_select)
    graph.add_conditional_edges("approve", after_approve)
    graph.add_edge("ingest", END)
    return graph


def external_knowledge(
    state: ExternalKnowledgeState, deps: ExternalDeps, saver: BaseCheckpointSaver[Any] | None = None
) -> ResearchGraphState:
    """Run the graph once. Objects in `context` are taken out of it and used; only values stay.

    With `enable_hitl` it needs a saver, and stops at the approval.
    """
    values, objects = parted(state["context"])
    deps = ExternalDeps(**{**vars(deps), **objects})
    with span("external.graph", deps.context):
        graph = definition().compile(checkpointer=saver)
        given = {**state, "context": values}
        return cast(ResearchGraphState, graph.invoke(given, thread_of(deps), context=deps))


@dataclass(frozen=True)
class Standing:
    """Where a run stands by its rows."""

    state: ResearchGraphState
    is_selected: bool
    """Whether the candidates are known, so that nothing is searched for again."""
    approved: tuple[str, ...] | None = None
    """The addresses a person let in; None while nobody has decided."""


@dataclass(frozen=True)
class Stopped:
    """How a run's graph came to rest."""

    state: Mapping[str, Any]
    paused: bool

    @property
    def error(self) -> str | None:
        return self.state.get("error")


def carried_on(standing: Standing, deps: ExternalDeps, saver: BaseCheckpointSaver[Any]) -> Stopped:
    """Go on from where the rows say the run stands, whatever the checkpoint remembers.

    A checkpoint that waits at the approval is resumed. One that is missing, or was left behind by
    a process that died elsewhere, is made anew from the rows.
    """
    graph, config = definition().compile(checkpointer=saver), thread_of(deps)
    with span("external.graph", deps.context):
        if not standing.is_selected:
            saver.delete_thread(_thread(deps))
            graph.invoke(standing.state, config, context=deps)
        elif graph.get_state(config).next != APPROVE:
            _rebuild(graph, standing, deps, saver)
        if standing.approved is not None and graph.get_state(config).next == APPROVE:
            reply: Command[Any] = Command(resume={"urls": list(standing.approved)})
            graph.invoke(reply, config, context=deps)
        found = graph.get_state(config)
        return Stopped(found.values, paused=found.next == APPROVE)


def _rebuild(
    graph: Graph, standing: Standing, deps: ExternalDeps, saver: BaseCheckpointSaver[Any]
) -> None:
    """A checkpoint as selection would have left it, and the next step from there."""
    config = thread_of(deps)
    saver.delete_thread(_thread(deps))
    graph.update_state(config, cast(dict[str, Any], standing.state), as_node="select")
    graph.invoke(None, config, context=deps)


def _thread(deps: ExternalDeps) -> str:
    return str(deps.context.run_id or deps.context.ingestion_run_id)


def thread_of(deps: ExternalDeps) -> Any:
    return {"configurable": {"thread_id": _thread(deps)}}
