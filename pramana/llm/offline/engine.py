"""Answers a request with the registered function, on the caller's side."""

import re
from collections.abc import Iterator
from typing import Any

from pramana.llm.answer import Request, Verb
from pramana.llm.caller import Caller
from pramana.llm.contracts import Prompt, T, TextDelta
from pramana.llm.offline.registry import Answer, answer_for, policy_for

_WORDS = re.compile(r"\S*\s*")


class OfflineEngine:
    """Costs nothing and uses no tokens; whatever it makes says `offline`."""

    async def answer(self, request: Request[T], caller: Caller) -> T:
        if request.verb is Verb.AGENT:
            return await self._agent(request, caller)
        function = answer_for(request.prompt.name)
        output: T = await caller.do(checked, {"function": function, "prompt": request.prompt})
        if request.verb is Verb.STREAM:
            for words in in_pieces(str(output)):
                caller.emit(TextDelta(words))
        return output

    async def _agent(self, request: Request[T], caller: Caller) -> T:
        from pydantic_ai.usage import RunUsage

        from pramana.llm.offline.policy import policy_model
        from pramana.llm.remote.conversation import converse

        policy = policy_for(request.prompt.name)
        model = policy_model(policy, request.prompt, caller)
        return await converse(model, request, caller, RunUsage())


def checked(function: Answer, prompt: Prompt[T]) -> T:
    """The function's answer, held to the type the prompt promises."""
    output: Any = function(prompt)
    if not isinstance(output, prompt.output):
        raise TypeError(
            f"The offline answer of {prompt.name} is a {type(output).__name__}, "
            f"not a {prompt.output.__name__}."
        )
    return output


def in_pieces(text: str) -> Iterator[str]:
    """A text as a model would stream it: a few words at a time, nothing lost.

    >>> list(in_pieces("one two"))
    ['one ', 'two']
    """
    return (match.group() for match in _WORDS.finditer(text) if match.group())
