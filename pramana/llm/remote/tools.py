"""Tools of ours in a model's hands. The model's loop asks; the caller's side does the work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.toolsets import FunctionToolset, WrapperToolset
from pydantic_ai.toolsets.abstract import ToolsetTool

from pramana.kit.errors import AppError
from pramana.llm.caller import Caller, Function
from pramana.llm.contracts import ToolReply
from pramana.llm.spans import span

ATTEMPTS = 3
"""How often a model may correct the arguments of one tool."""


@dataclass
class CallersTools(WrapperToolset[None]):
    """Schemas come from the functions' signatures and docstrings; calls go to the caller's side.

    What a tool raises as an `AppError` is told to the model, which may do better; anything else is
    a mistake of ours and ends the call.
    """

    caller: Caller
    functions: Mapping[str, Function]

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[None], tool: ToolsetTool[None]
    ) -> Any:
        with span("llm.tool", {"pramana.tool": name}):
            reply = await self._reply(name, tool_args)
        if not isinstance(reply, ToolReply):
            return reply
        if reply.is_error:
            raise ToolFailed(reply.content)
        return reply.content

    async def _reply(self, name: str, arguments: dict[str, Any]) -> Any:
        try:
            return await self.caller.do(self.functions[name], arguments)
        except AppError as error:
            return ToolReply(error.message, is_error=True)


def callers_tools(functions: Sequence[Function], caller: Caller) -> CallersTools:
    """A toolset of plain typed functions."""
    toolset = FunctionToolset[None](list(functions), max_retries=ATTEMPTS)
    return CallersTools(toolset, caller, {function.__name__: function for function in functions})
