"""Each passing of a node is told, with how long it took and how it ended."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from langgraph.runtime import Runtime

from pramana.chat.graph.state import ComposeDeps
from pramana.tenancy.steps import stepping

Node = TypeVar("Node", bound=Callable[..., Awaitable[Any]])


def noted(name: str, node: Node) -> Node:
    """The node itself, and a line of the run's trace."""

    async def passing(state: Any, runtime: Runtime[ComposeDeps]) -> Any:
        with stepping(name, runtime.context.told.passed):
            return await node(state, runtime)

    return cast(Node, passing)
