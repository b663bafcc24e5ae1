"""A request as a run of pydantic-ai: its tools, its events and its output.

The model may be a remote one or an offline policy, steered by a generator.
"""

from collections.abc import AsyncIterator, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic_ai import Agent, AgentRunResultEvent, RunContext, UsageLimits
from pydantic_ai.exceptions import AgentRunError, ToolFailed, UsageLimitExceeded
from pydantic_ai.messages import (
    FunctionToolCallEvent,
    FunctionToolResultEvent,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, DeltaToolCalls, FunctionModel
from pydantic_ai.output import OutputSpec, ToolOutput
from pydantic_ai.settings import ModelSettings
from pydantic_ai.toolsets import FunctionToolset, WrapperToolset
from pydantic_ai.toolsets.abstract import ToolsetTool
from pydantic_ai.usage import RunUsage
from pydantic_core import to_json

from pramana.kit.errors import AppError
from pramana.llm.calls import Caller, Function
from pramana.llm.contracts import (
    OFFLINE,
    AgentEvent,
    HistoryMessage,
    Prompt,
    T,
    TextDelta,
    ToolCalled,
    ToolReply,
    ToolReturned,
    ToolUse,
)
from pramana.llm.engines import EngineRequest, Verb
from pramana.llm.errors import AgentUnfinished
from pramana.llm.ledger import span
from pramana.llm.offline import Policy
from pramana.llm.remote.providers import translate_error


def agent_event(event: object) -> AgentEvent | None:
    """Our event for one of pydantic-ai's; None for the model's thinking and internal events."""
    match event:
        case PartStartEvent(part=TextPart(content=text)) if text:
            return TextDelta(text)
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)) if text:
            return TextDelta(text)
        case FunctionToolCallEvent(part=part):
            return ToolCalled(part.tool_call_id, part.tool_name, _tool_arguments(part))
        case FunctionToolResultEvent(part=part):
            return ToolReturned(
                part.tool_call_id,
                part.tool_name,
                part.model_response_str(wrap_if_error=False),
                is_error=part.outcome != "success",
            )
        case _:
            return None


def _tool_arguments(part: ToolCallPart) -> dict[str, Any]:
    """The arguments as the model gave them; empty when they cannot be parsed."""
    try:
        return part.args_as_dict()
    except ValueError:
        return {}


ATTEMPTS = 3
"""How often a model may correct the arguments of one tool."""


@dataclass
class CallerToolset(WrapperToolset[None]):
    """A toolset whose functions run on the caller's side.

    Schemas come from the functions' signatures and docstrings. An `AppError` is told to the model,
    which may try again; any other exception is a bug and ends the call.
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
            return await self.caller.run(self.functions[name], arguments)
        except AppError as error:
            return ToolReply(error.message, is_error=True)


def caller_toolset(functions: Sequence[Function], caller: Caller) -> CallerToolset:
    """A toolset of plain typed functions."""
    toolset = FunctionToolset[None](list(functions), max_retries=ATTEMPTS)
    return CallerToolset(toolset, caller, {function.__name__: function for function in functions})


LONGEST_ANSWER = 10
"""A streamed answer is cut off after this many times its timeout."""


async def converse(model: Model, request: EngineRequest[T], caller: Caller, usage: RunUsage) -> T:
    """Run the request to its end. Raises our own errors, which contain no content."""
    failure: Exception
    try:
        if request.verb is Verb.COMPLETE:
            return await _run(model, request, caller, usage)
        return await _run_streaming(model, request, caller, usage)
    except UsageLimitExceeded:
        failure = AgentUnfinished(request.prompt.name, request.most_requests)
    except AgentRunError as error:
        failure = translate_error(error, request.engine.name)
    raise failure


async def _run(model: Model, request: EngineRequest[T], caller: Caller, usage: RunUsage) -> T:
    agent = _agent(model, request, caller)
    result = await agent.run(request.prompt.user, **_options(request, usage))
    output: T = result.output
    return output


async def _run_streaming(
    model: Model, request: EngineRequest[T], caller: Caller, usage: RunUsage
) -> T:
    agent = _agent(model, request, caller)
    async with agent.run_stream_events(request.prompt.user, **_options(request, usage)) as events:
        async for event in events:
            if isinstance(event, AgentRunResultEvent):
                output: T = event.result.output
                return output
            if (ours := agent_event(event)) is not None:
                caller.emit(ours)
    raise AgentUnfinished(request.prompt.name, request.most_requests)


def _agent(model: Model, request: EngineRequest[T], caller: Caller) -> Agent[None, T]:
    agent: Agent[None, T] = Agent(
        model,
        name=request.prompt.name,
        instructions=request.prompt.system,
        output_type=_output(request),
        deps_type=type(None),
        toolsets=[caller_toolset(request.tools, caller)] if request.tools else [],
        retries={"tools": ATTEMPTS, "output": 1},
    )
    agent.instrument = False  # its spans would carry what was said
    return agent


def _output(request: EngineRequest[T]) -> OutputSpec[T]:
    """With other tools the answer is one more tool; alone, the provider's default mode is used."""
    output = request.prompt.output
    if request.verb is Verb.AGENT and output is not str:
        return ToolOutput(output)
    return output


def _options(request: EngineRequest[T], usage: RunUsage) -> dict[str, Any]:
    return {
        "message_history": [_message(turn) for turn in request.prompt.history] or None,
        "model_settings": _settings(request.prompt, request.timeout),
        "usage_limits": UsageLimits(request_limit=request.most_requests),
        "usage": usage,
    }


def _settings(prompt: Prompt[T], timeout: float) -> ModelSettings:
    settings = ModelSettings(
        max_retries=0, timeout=timeout, request_timeout=timeout * LONGEST_ANSWER
    )
    if prompt.max_tokens is not None:
        settings["max_tokens"] = prompt.max_tokens
    return settings


def _message(turn: HistoryMessage) -> ModelMessage:
    if turn.role == "person":
        return ModelRequest([UserPromptPart(turn.text)])
    return ModelResponse([TextPart(turn.text)])


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
