"""Each passing of a node is told, with how long it took and how it ended."""

from collections.abc import Mapping
from typing import Any, Protocol

from langgraph.errors import GraphInterrupt
from langgraph.runtime import Runtime

from pramana.external.contracts.state import ResearchGraphState
from pramana.external.graph.deps import ExternalDeps
from pramana.tenancy.steps import FAILED, OK, WAITING, stepping

Update = dict[str, Any]


class Node(Protocol):
    """What LangGraph calls by these names."""

    def __call__(self, state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update: ...


def noted(name: str, node: Node) -> Node:
    """The node itself, and a line of the run's trace. A node that stops for a person is waiting."""

    def passing(state: ResearchGraphState, runtime: Runtime[ExternalDeps]) -> Update:
        with stepping(name, runtime.context.told.passed) as step:
            try:
                update = node(state, runtime)
            except GraphInterrupt:
                step.outcome = WAITING
                raise
            step.outcome = outcome_of(update)
            return update

    return passing


def outcome_of(update: Mapping[str, Any]) -> str:
    """A node says what went wrong in its update, so that the run can end with it.

    >>> outcome_of({"error": "no worker"}), outcome_of({"error": None, "search_results": []})
    ('failed', 'ok')
    """
    ended = update.get("ingestion_result") or {}
    return FAILED if update.get("error") or ended.get("status") == "error" else OK
