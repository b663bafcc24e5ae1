"""A request as a run of pydantic-ai, its events as ours. The model may be remote or a policy."""

from typing import Any

from pydantic_ai import Agent, AgentRunResultEvent, UsageLimits
from pydantic_ai.exceptions import AgentRunError, UsageLimitExceeded
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.models import Model
from pydantic_ai.output import OutputSpec, ToolOutput
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RunUsage

from pramana.llm.answer import Request, Verb
from pramana.llm.caller import Caller
from pramana.llm.contracts import Prompt, T, Turn
from pramana.llm.errors import AgentUnfinished
from pramana.llm.remote.events import event_of
from pramana.llm.remote.tools import ATTEMPTS, callers_tools
from pramana.llm.remote.translate import translate

LONGEST_ANSWER = 10
"""A streamed answer may take this many times its time-out, once it has begun; then it is cut."""


async def converse(model: Model, request: Request[T], caller: Caller, usage: RunUsage) -> T:
    """Run the request to its end. Raises our errors, which carry nothing of what was said."""
    failure: Exception
    try:
        if request.verb is Verb.COMPLETE:
            return await _run(model, request, caller, usage)
        return await _run_streaming(model, request, caller, usage)
    except UsageLimitExceeded:
        failure = AgentUnfinished(request.prompt.name, request.most_requests)
    except AgentRunError as error:
        failure = translate(error, request.engine.name)
    raise failure


async def _run(model: Model, request: Request[T], caller: Caller, usage: RunUsage) -> T:
    agent = _agent(model, request, caller)
    result = await agent.run(request.prompt.user, **_options(request, usage))
    output: T = result.output
    return output


async def _run_streaming(model: Model, request: Request[T], caller: Caller, usage: RunUsage) -> T:
    agent = _agent(model, request, caller)
    async with agent.run_stream_events(request.prompt.user, **_options(request, usage)) as events:
        async for event in events:
            if isinstance(event, AgentRunResultEvent):
                output: T = event.result.output
                return output
            if (ours := event_of(event)) is not None:
                caller.emit(ours)
    raise AgentUnfinished(request.prompt.name, request.most_requests)


def _agent(model: Model, request: Request[T], caller: Caller) -> Agent[None, T]:
    agent: Agent[None, T] = Agent(
        model,
        name=request.prompt.name,
        instructions=request.prompt.system,
        output_type=_output(request),
        deps_type=type(None),
        toolsets=[callers_tools(request.tools, caller)] if request.tools else [],
        retries={"tools": ATTEMPTS, "output": 1},
    )
    agent.instrument = False  # its spans would carry what was said
    return agent


def _output(request: Request[T]) -> OutputSpec[T]:
    """Beside other tools the answer is one more tool; alone, the provider's best way is taken."""
    output = request.prompt.output
    if request.verb is Verb.AGENT and output is not str:
        return ToolOutput(output)
    return output


def _options(request: Request[T], usage: RunUsage) -> dict[str, Any]:
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


def _message(turn: Turn) -> ModelMessage:
    if turn.role == "person":
        return ModelRequest([UserPromptPart(turn.text)])
    return ModelResponse([TextPart(turn.text)])
