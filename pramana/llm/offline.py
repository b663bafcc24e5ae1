"""The engine that needs no model: deterministic answers and policies, registered by prompt name.

Each capability registers its own, in its `offline.py`.
"""

import re
from collections.abc import Callable, Generator, Iterator
from functools import cache
from typing import Any, TypeVar

from pramana.llm.calls import Caller
from pramana.llm.contracts import Prompt, T, TextDelta, ToolReply, ToolUse
from pramana.llm.engines import EngineRequest, Verb
from pramana.llm.errors import NoOfflineAnswer

Answer = Callable[[Prompt[Any]], Any]
Policy = Callable[[Prompt[Any]], Generator[ToolUse, ToolReply, Any]]
F = TypeVar("F", bound=Callable[..., Any])

_answers: dict[str, Answer] = {}
_policies: dict[str, Policy] = {}


def offline_answer(name: str) -> Callable[[F], F]:
    """Register the function that answers this prompt without a model.

    It is given the prompt, reads its typed `input`, and returns a value of the prompt's output
    type. It never invents: it quotes, counts and says "not found".
    """
    return _registrar(_answers, name)


def offline_policy(name: str) -> Callable[[F], F]:
    """Register the generator that stands in for the model in an agent.

    It is given the prompt, yields a `ToolUse` for each tool it wants called, is sent that tool's
    `ToolReply`, and returns the agent's output. The loop and the tools are the model's own.
    """
    return _registrar(_policies, name)


def _registrar(table: dict[str, Any], name: str) -> Callable[[F], F]:
    def register(function: F) -> F:
        known = table.get(name)
        if known is not None and known.__qualname__ != function.__qualname__:
            raise RuntimeError(f"{name} already has an offline answer: {known.__qualname__}.")
        table[name] = function
        return function

    return register


def _lookup(table: dict[str, F], name: str) -> F:
    """The registered function; raises NoOfflineAnswer."""
    if name not in table:
        _discover()
    if name not in table:
        raise NoOfflineAnswer(name)
    return table[name]


@cache
def _discover() -> None:
    """Import each app's `offline.py` once, when the first answer is needed."""
    from django.utils.module_loading import autodiscover_modules

    autodiscover_modules("offline")


_WORDS = re.compile(r"\S*\s*")


class OfflineEngine:
    """Answers with registered functions, on the caller's side. It uses no tokens."""

    async def answer(self, request: EngineRequest[T], caller: Caller) -> T:
        if request.verb is Verb.AGENT:
            return await self._agent(request, caller)
        function = _lookup(_answers, request.prompt.name)
        output: T = await caller.run(check_output, {"function": function, "prompt": request.prompt})
        if request.verb is Verb.STREAM:
            for words in split_words(str(output)):
                caller.emit(TextDelta(words))
        return output

    async def _agent(self, request: EngineRequest[T], caller: Caller) -> T:
        from pydantic_ai.usage import RunUsage

        from pramana.llm.remote.conversation import converse, policy_model

        policy = _lookup(_policies, request.prompt.name)
        model = policy_model(policy, request.prompt, caller)
        return await converse(model, request, caller, RunUsage())


def check_output(function: Answer, prompt: Prompt[T]) -> T:
    """Call the function and check that its answer has the type that the prompt promises."""
    output: Any = function(prompt)
    if not isinstance(output, prompt.output):
        raise TypeError(
            f"The offline answer of {prompt.name} is a {type(output).__name__}, "
            f"not a {prompt.output.__name__}."
        )
    return output


def split_words(text: str) -> Iterator[str]:
    """Split a text as a model would stream it, word by word, without losing a character.

    >>> list(split_words("one two"))
    ['one ', 'two']
    """
    return (match.group() for match in _WORDS.finditer(text) if match.group())
