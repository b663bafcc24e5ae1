"""An offline policy as a pydantic-ai model: the same loop and tools, steered by a generator."""

from collections.abc import AsyncIterator, Generator
from typing import Any

from pydantic import BaseModel
from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, DeltaToolCalls, FunctionModel
from pydantic_core import to_json

from pramana.llm.calls import Caller
from pramana.llm.contracts import OFFLINE, Prompt, ToolReply, ToolUse
from pramana.llm.offline import Policy

Steps = Generator[ToolUse, ToolReply, Any]


def policy_model(policy: Policy, prompt: Prompt[Any], caller: Caller) -> Model:
    """A pydantic-ai model that asks the policy what to do next, on the caller's side."""
    steps = policy(prompt)
    asked = 0

    async def respond(
        messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | DeltaToolCalls]:
        nonlocal asked
        reply = _last_reply(messages) if asked else None
        step = await caller.run(next_step, {"steps": steps, "reply": reply})
        asked += 1
        if isinstance(step, ToolUse):
            yield _call(step.name, _arguments(step), f"call-{asked}")
        elif isinstance(step, BaseModel):
            yield _call(info.output_tools[0].name, step.model_dump_json(), f"call-{asked}")
        else:
            yield str(step)

    return FunctionModel(stream_function=respond, model_name=OFFLINE)


def next_step(steps: Steps, reply: ToolReply | None) -> Any:
    """The next tool that the policy uses, or its final output."""
    try:
        return next(steps) if reply is None else steps.send(reply)
    except StopIteration as end:
        return end.value


def _arguments(step: ToolUse) -> str:
    return to_json(dict(step.arguments)).decode()


def _call(name: str, arguments: str, call_id: str) -> DeltaToolCalls:
    return {0: DeltaToolCall(name=name, json_args=arguments, tool_call_id=call_id)}


def _last_reply(messages: list[ModelMessage]) -> ToolReply:
    last = messages[-1]
    parts = last.parts if isinstance(last, ModelRequest) else []
    for part in reversed(parts):
        if isinstance(part, ToolReturnPart):
            said = part.model_response_str(wrap_if_error=False)
            return ToolReply(said, is_error=part.outcome != "success")
    return ToolReply("Nothing came back.", is_error=True)
