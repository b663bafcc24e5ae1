"""The nodes. Each does one thing, so that a run taken up again repeats as little as possible."""

from collections.abc import Mapping
from typing import Any, Literal
from uuid import uuid4

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from pramana.external.contracts.search import TELEMETRY, SearchResult
from pramana.external.contracts.selection import Ranked, SelectionRules
from pramana.external.contracts.state import ResearchGraphState
from pramana.external.domain.selection import select
from pramana.external.errors import NO_TRIGGER, NO_WORKER, NOTHING_SELECTED
from pramana.external.graph.deps import ExternalDeps
from pramana.kit.errors import AppError
from pramana.observability.tracing import span

Update = dict[str, Any]


def search_node(state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update:
    """Ask the worker, which is told nothing of the context but its ids."""
    deps = runtime.context
    with span("external.search", deps.context):
        if deps.runtime_worker is None:
            return {"search_results": [], "error": NO_WORKER}
        deps.told.searching()
        told = {name: value for name in TELEMETRY if (value := state["context"].get(name))}
        told.setdefault("worker_call_id", str(uuid4()))
        outcome = deps.runtime_worker.run(query=state["query"], context=told)
        if outcome.status == "error":
            return {"search_results": [], "error": outcome.error.message}
        results = [each.model_dump(mode="json") for each in outcome.data.results]
        return {"search_results": results, "error": None}


def selection_node(state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update:
    """Filter by rule, rank, and keep the best as candidates; the first of them is selected."""
    deps = runtime.context
    with span("external.select", deps.context, count=len(state["search_results"])):
        rules = SelectionRules.model_validate(state["context"])
        results = [SearchResult.model_validate(each) for each in state["search_results"]]
        selection = select(state["query"], results, rules, deps.rank)
        if not state.get("error"):
            deps.told.selected(state["search_results"], selection)
        candidates = [candidate(each) for each in selection.offered]
        return {"candidates": candidates, "selected_result": next(iter(candidates), None)}


def candidate(ranked: Ranked) -> dict[str, Any]:
    """A result as it is offered: with its score and the reasons for it."""
    found = ranked.result.model_dump(mode="json")
    return {**found, "score": ranked.score, "reasons": list(ranked.reasons)}


def approval_node(state: ResearchGraphState) -> Update:
    """Stop until a person has decided.

    On resume LangGraph runs this node again from its first line, so it does nothing but ask: the
    search is an earlier node and the ingest a later one. What may be answered was checked, and
    kept, before anybody resumes.
    """
    reply: Mapping[str, Any] = interrupt({"candidates": state["candidates"]})
    return {"approved": [{"url": url} for url in reply["urls"]]}


def ingestion_node(state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update:
    """Have each page taken in: those a person approved, else the one that was selected."""
    deps, selected = runtime.context, state.get("selected_result")
    wanted = state.get("approved") or ([selected] if selected else [])
    with span("external.ingest", deps.context, count=len(wanted)):
        if deps.runtime_trigger is None:
            return {"ingestion_result": {"status": "error", "reason": NO_TRIGGER}}
        if not wanted:
            return {"ingestion_result": {"status": "skipped", "reason": NOTHING_SELECTED}}
        deps.told.ingesting()
        results = [_ingested(deps, state, each["url"]) for each in wanted]
        return {"ingestion_result": results[0] if len(results) == 1 else _together(results)}


def _ingested(deps: ExternalDeps, state: ResearchGraphState, url: str) -> dict[str, Any]:
    assert deps.runtime_trigger is not None
    try:
        result = deps.runtime_trigger.trigger(
            url=url, collection_id=state["collection_id"], context=state["context"]
        )
    except AppError as error:
        return {"status": "error", "reason": error.message, "url": url}
    except Exception as error:
        return {"status": "error", "reason": str(error) or type(error).__name__, "url": url}
    return {**result, "url": url}


def _together(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Several pages in one result: an error only where none came in."""
    failed = [each for each in results if each.get("status") == "error"]
    if len(failed) == len(results):
        return {"status": "error", "reason": failed[0]["reason"], "results": results}
    return {"status": "partial" if failed else "ingested", "results": results}


def after_select(state: ResearchGraphState) -> Literal["approve", "ingest", "__end__"]:
    """With approval wanted, nothing goes on without it; otherwise `auto_ingest` alone decides."""
    if state["enable_hitl"]:
        return "approve" if state["candidates"] else "__end__"
    return "ingest" if state.get("auto_ingest") else "__end__"


def after_approve(state: ResearchGraphState) -> Literal["ingest", "__end__"]:
    return "ingest" if state["approved"] else "__end__"
