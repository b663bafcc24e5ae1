"""Fakes that ship with the product: a gateway that follows a script, and a model server.

The server is real HTTP on loopback and speaks the providers' wire formats, so tests of the gateway
go through the providers' own clients.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.calls import Caller, Function
from pramana.llm.contracts import (
    Completion,
    Prompt,
    T,
    TextDelta,
    ToolCalled,
    ToolReply,
    ToolReturned,
    ToolUse,
    Usage,
)
from pramana.llm.engines import Engine, EngineRequest, Verb
from pramana.llm.offline import OfflineEngine, check_output, split_words
from pramana.llm.ports import Gateway
from pramana.llm.testing.server import ModelServer, model_server
from pramana.llm.testing.wire_formats import (
    ModelFault,
    ModelReply,
    answers,
    breaks_off,
    calls,
    fails,
    garbles,
    hangs,
    limits,
    says,
    slowly,
)

__all__ = [
    "ModelFault",
    "ModelReply",
    "ModelServer",
    "ScriptedGateway",
    "ToolScript",
    "answers",
    "breaks_off",
    "calls",
    "fails",
    "garbles",
    "hangs",
    "limits",
    "model_server",
    "says",
    "slowly",
]


Scripted = Any
"""A value of the output type, an exception to raise, or a function of the prompt that gives one."""


@dataclass(frozen=True)
class ToolScript:
    """An agent's script: the tools it uses, in order, and its output."""

    uses: Sequence[ToolUse]
    output: Any


class ScriptedGateway(Gateway):
    """Answers by prompt name, in the same ways as the real gateway, and records the prompts.

    A list of answers is used up one by one; anything else answers every time. A prompt that has no
    script fails the test by name.
    """

    def __init__(self, script: Mapping[str, Scripted], scope: Scope | None = None) -> None:
        super().__init__(scope or Scope(tenant_id=uuid4()), timeout=30)
        self._script = {
            name: list(answer) if isinstance(answer, list) else answer
            for name, answer in script.items()
        }
        self.prompts: list[Prompt[Any]] = []

    def prompts_named(self, name: str) -> list[Prompt[Any]]:
        """The prompts of this name, in the order they came."""
        return [prompt for prompt in self.prompts if prompt.name == name]

    def _engine(self, prompt: Prompt[T]) -> Engine:
        return Engine("scripted")

    async def _answer(self, request: EngineRequest[T], caller: Caller) -> Completion[T]:
        if request.engine.is_offline:
            output = await OfflineEngine().answer(request, caller)
        else:
            output = await self._follow_script(request, caller)
        return Completion(output, request.engine.name, Usage(requests=1), None, 0)

    async def _follow_script(self, request: EngineRequest[T], caller: Caller) -> T:
        script = await caller.run(self._next, {"prompt": request.prompt})
        if isinstance(script, ToolScript):
            await _use(script.uses, request.tools, caller)
            script = script.output
        output = check_output(lambda _: script, request.prompt)
        if request.verb is Verb.STREAM:
            for words in split_words(str(output)):
                caller.emit(TextDelta(words))
        return output

    def _next(self, prompt: Prompt[T]) -> Any:
        self.prompts.append(prompt)
        if prompt.name not in self._script:
            raise AssertionError(f"The script has no answer for {prompt.name}.")
        answer = self._script[prompt.name]
        if not isinstance(answer, list):
            return _scripted_output(answer, prompt)
        if not answer:
            raise AssertionError(f"The script has no more answers for {prompt.name}.")
        return _scripted_output(answer.pop(0), prompt)


def _scripted_output(answer: Scripted, prompt: Prompt[Any]) -> Any:
    if isinstance(answer, BaseException):
        raise answer
    if callable(answer) and not isinstance(answer, type):
        return answer(prompt)
    return answer


async def _use(uses: Sequence[ToolUse], tools: Sequence[Function], caller: Caller) -> None:
    known = {tool.__name__: tool for tool in tools}
    for number, use in enumerate(uses, start=1):
        call_id = f"call-{number}"
        caller.emit(ToolCalled(call_id, use.name, use.arguments))
        reply = await _reply(known[use.name], use, caller)
        caller.emit(ToolReturned(call_id, use.name, reply.content, reply.is_error))


async def _reply(tool: Function, use: ToolUse, caller: Caller) -> ToolReply:
    try:
        value = await caller.run(tool, use.arguments)
    except AppError as error:
        return ToolReply(error.message, is_error=True)
    return value if isinstance(value, ToolReply) else ToolReply(str(value))
