"""The research graph: search → select → (approve) → ingest.

Two stores remember a run, and each answers one question:

- The run's rows (`ResearchRun`, `Candidate`, `Decision`, `ToolCall`) say what happened and what a
  person decided. Pages and the API read only the rows.
- LangGraph's checkpoint says at which node the graph is paused. It can be deleted at any time.

`resume_run` resumes the checkpoint where it is paused at the approval. Otherwise it rebuilds the
checkpoint from the rows and logs that it did; a checkpoint never changes a row.

This module needs LangGraph, which loads slowly: import it on first use.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, Protocol, cast
from uuid import uuid4

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.errors import GraphInterrupt
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt

from pramana.external.contracts import (
    CONTEXT_IDS,
    ExternalKnowledgeState,
    Ranked,
    ResearchGraphState,
    SearchResult,
    SelectionRules,
)
from pramana.external.domain.selection import select_results
from pramana.external.errors import NO_TRIGGER, NO_WORKER, NOTHING_SELECTED
from pramana.external.ports import ExternalDeps
from pramana.jobs.outcomes import is_outage
from pramana.kit.errors import AppError
from pramana.observability.tracing import span
from pramana.tenancy.steps import FAILED, OK, WAITING, record_step

logger = logging.getLogger(__name__)

Update = dict[str, Any]
Graph = CompiledStateGraph[Any, Any, Any, Any]
AT_APPROVAL = ("approve",)
"""LangGraph's `next` while the graph is paused for a person."""


def search_node(state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update:
    """Call the search worker. Of the context it is given only the ids."""
    deps = runtime.context
    with span("external.search", deps.context):
        if deps.runtime_worker is None:
            return {"search_results": [], "error": NO_WORKER}
        deps.listener.search_started()
        ids = {name: value for name in CONTEXT_IDS if (value := state["context"].get(name))}
        ids.setdefault("worker_call_id", str(uuid4()))
        outcome = deps.runtime_worker.run(query=state["query"], context=ids)
        if outcome.status == "error":
            return {"search_results": [], "error": outcome.error.message}
        results = [each.model_dump(mode="json") for each in outcome.data.results]
        return {"search_results": results, "error": None}


def selection_node(state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update:
    """Filter the results by rule, rank them, and offer the best ones as candidates."""
    deps = runtime.context
    with span("external.select", deps.context, count=len(state["search_results"])):
        rules = SelectionRules.model_validate(state["context"])
        results = [SearchResult.model_validate(each) for each in state["search_results"]]
        selection = select_results(state["query"], results, rules, deps.rank)
        if not state.get("error"):
            deps.listener.results_selected(state["search_results"], selection)
        candidates = [candidate_fields(each) for each in selection.offered]
        return {"candidates": candidates, "selected_result": next(iter(candidates), None)}


def candidate_fields(ranked: Ranked) -> dict[str, Any]:
    """A candidate as it is offered: the result with its score and reasons."""
    result = ranked.result.model_dump(mode="json")
    return {**result, "score": ranked.score, "reasons": list(ranked.reasons)}


def approval_node(state: ResearchGraphState) -> Update:
    """Stop until a person has decided.

    On resume LangGraph runs this node again from its first line, so it does nothing but ask: the
    search is an earlier node and the ingestion a later one. The decision is checked and stored
    before the graph is resumed.
    """
    reply: Mapping[str, Any] = interrupt({"candidates": state["candidates"]})
    return {"approved": [{"url": url} for url in reply["urls"]]}


def ingestion_node(state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update:
    """Ingest the pages that a person approved or, without approval, the selected one."""
    deps, selected = runtime.context, state.get("selected_result")
    pages = state.get("approved") or ([selected] if selected else [])
    with span("external.ingest", deps.context, count=len(pages)):
        if deps.runtime_trigger is None:
            return {"ingestion_result": {"status": "error", "reason": NO_TRIGGER}}
        if not pages:
            return {"ingestion_result": {"status": "skipped", "reason": NOTHING_SELECTED}}
        deps.listener.ingestion_started()
        results = [_ingest_page(deps, state, each["url"]) for each in pages]
        return {"ingestion_result": results[0] if len(results) == 1 else _combine_results(results)}


def _ingest_page(deps: ExternalDeps, state: ResearchGraphState, url: str) -> dict[str, Any]:
    assert deps.runtime_trigger is not None
    try:
        result = deps.runtime_trigger.trigger(
            url=url, collection_id=state["collection_id"], context=state["context"]
        )
    except Exception as error:
        if is_outage(error):
            raise  # the job waits for its database and goes on here
        reason = error.message if isinstance(error, AppError) else str(error)
        return {"status": "error", "reason": reason or type(error).__name__, "url": url}
    return {**result, "url": url}


def _combine_results(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Combine the results of several pages. It is an error only if every page failed."""
    failed = [each for each in results if each.get("status") == "error"]
    if len(failed) == len(results):
        return {"status": "error", "reason": failed[0]["reason"], "results": results}
    return {"status": "partial" if failed else "ingested", "results": results}


def after_select(state: ResearchGraphState) -> Literal["approve", "ingest", "__end__"]:
    """With `enable_hitl` nothing is ingested without approval; else `auto_ingest` decides."""
    if state["enable_hitl"]:
        return "approve" if state["candidates"] else "__end__"
    return "ingest" if state.get("auto_ingest") else "__end__"


def after_approve(state: ResearchGraphState) -> Literal["ingest", "__end__"]:
    return "ingest" if state["approved"] else "__end__"


class GraphNode(Protocol):
    """A node as LangGraph calls it, with these parameter names."""

    def __call__(self, state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update: ...


def with_step(name: str, node: GraphNode) -> GraphNode:
    """The node, which also reports each execution as a step of the run's trace."""

    def run_node(state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update:
        with record_step(name, runtime.context.listener.step_ended) as step:
            try:
                update = node(state, runtime)
            except GraphInterrupt:
                step.outcome = WAITING
                raise
            step.outcome = step_outcome(update)
            return update

    return run_node


def step_outcome(update: Mapping[str, Any]) -> str:
    """Whether a node failed. It reports failure in its update, so that the run can go on.

    >>> step_outcome({"error": "no worker"}), step_outcome({"error": None, "search_results": []})
    ('failed', 'ok')
    """
    ingestion = update.get("ingestion_result") or {}
    return FAILED if update.get("error") or ingestion.get("status") == "error" else OK


@cache
def build_graph() -> StateGraph[Any, Any, Any, Any]:
    """search → select → (approve) → ingest."""
    graph = StateGraph(ResearchGraphState, context_schema=ExternalDeps)
    graph.add_node("search", with_step("search", search_node))
    graph.add_node("select", with_step("select", selection_node))
    graph.add_node("approve", with_step("approve", lambda state, runtime: approval_node(state)))
    graph.add_node("ingest", with_step("ingest", ingestion_node))
    graph.add_edge(START, "search")
    graph.add_edge("search", "select")
    graph.add_conditional_edges("select", after_select)
    graph.add_conditional_edges("approve", after_approve)
    graph.add_edge("ingest", END)
    return graph


RUNTIME_OBJECTS = ("runtime_worker", "runtime_trigger")


def external_knowledge(
    state: ExternalKnowledgeState, deps: ExternalDeps, saver: BaseCheckpointSaver[Any] | None = None
) -> ResearchGraphState:
    """Run the graph once, for its result alone.

    Objects in `context` move into `deps`, so that a checkpoint holds only values. With
    `enable_hitl` the graph needs a saver and stops at the approval.
    """
    values: dict[str, Any] = dict(state["context"])
    objects = {name: values.pop(name) for name in RUNTIME_OBJECTS if name in values}
    deps = ExternalDeps(**{**vars(deps), **objects})
    with span("external.graph", deps.context):
        graph = build_graph().compile(checkpointer=saver)
        start = {**state, "context": values}
        return cast(ResearchGraphState, graph.invoke(start, thread_config(deps), context=deps))


@dataclass(frozen=True)
class ResumePoint:
    """How far a run has come, read from its rows."""

    state: ResearchGraphState
    is_selected: bool
    """Whether candidates were selected, so that nothing is searched again."""
    approved: tuple[str, ...] | None = None
    """The addresses a person approved; None until someone has decided."""


@dataclass(frozen=True)
class GraphOutcome:
    """Why the graph stopped: it is paused for a person, it failed, or it has finished."""

    state: Mapping[str, Any]
    paused: bool

    @property
    def error(self) -> str | None:
        return self.state.get("error")


def resume_run(
    point: ResumePoint, deps: ExternalDeps, saver: BaseCheckpointSaver[Any]
) -> GraphOutcome:
    """Start or resume the graph of a run, and run it until it stops."""
    graph, config = build_graph().compile(checkpointer=saver), thread_config(deps)
    with span("external.graph", deps.context):
        if not point.is_selected:
            saver.delete_thread(thread_id(deps))
            graph.invoke(point.state, config, context=deps)
        elif graph.get_state(config).next != AT_APPROVAL:
            _rebuild_checkpoint(graph, point, deps, saver)
        if point.approved is not None and graph.get_state(config).next == AT_APPROVAL:
            reply: Command[Any] = Command(resume={"urls": list(point.approved)})
            graph.invoke(reply, config, context=deps)
        stopped = graph.get_state(config)
        return GraphOutcome(stopped.values, paused=stopped.next == AT_APPROVAL)


def _rebuild_checkpoint(
    graph: Graph, point: ResumePoint, deps: ExternalDeps, saver: BaseCheckpointSaver[Any]
) -> None:
    """Recreate the checkpoint that the selection node would have left, and run the next node.

    The checkpoint is missing after it was pruned or restored from a backup, and stale after a
    process died between two nodes.
    """
    logger.info("rebuilding the checkpoint of run %s from its rows", thread_id(deps))
    config = thread_config(deps)
    saver.delete_thread(thread_id(deps))
    graph.update_state(config, cast(dict[str, Any], point.state), as_node="select")
    graph.invoke(None, config, context=deps)


def thread_id(deps: ExternalDeps) -> str:
    return str(deps.context.run_id or deps.context.ingestion_run_id)


def thread_config(deps: ExternalDeps) -> Any:
    return {"configurable": {"thread_id": thread_id(deps)}}
