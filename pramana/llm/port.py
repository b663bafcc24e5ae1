"""What the rest of the product may ask of a model. One interface, whoever is behind it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pramana.kit.scope import Scope
from pramana.llm.answer import Request, Verb
from pramana.llm.caller import Call, Caller, Function
from pramana.llm.choice import Engine
from pramana.llm.contracts import OFFLINE, AgentEvent, Completion, Prompt, T, TextDelta
from pramana.llm.errors import ModelError
from pramana.llm.streams import AsyncStream, Stream

Fallback = Literal["offline"]
"""Who may answer when the model cannot: a call names it where its contract allows one."""

MOST_REQUESTS = 30
"""How often an agent may ask its model, unless the call says otherwise."""


class Gateway(ABC):
    """The one door to any model, bound to a scope.

    `complete` returns the prompt's typed output and `ask` the whole completion, with its engine.
    `stream` yields text, `agent` yields events while it uses tools; both end with `completion`.
    Each has an async twin. `timeout` is in seconds: the whole of a `complete`, retry included; of a
    stream or an agent, each wait for the model.
    """

    def __init__(self, scope: Scope, *, timeout: float) -> None:
        self.scope = scope
        self._timeout = timeout

    def complete(
        self, prompt: Prompt[T], *, timeout: float | None = None, fallback: Fallback | None = None
    ) -> T:
        return self.ask(prompt, timeout=timeout, fallback=fallback).output

    def ask(
        self, prompt: Prompt[T], *, timeout: float | None = None, fallback: Fallback | None = None
    ) -> Completion[T]:
        call = self._call(Verb.COMPLETE, prompt, timeout=timeout, fallback=fallback)
        return Stream[TextDelta, T](self.engine_for(prompt), call).rest()

    async def acomplete(
        self, prompt: Prompt[T], *, timeout: float | None = None, fallback: Fallback | None = None
    ) -> T:
        return (await self.aask(prompt, timeout=timeout, fallback=fallback)).output

    async def aask(
        self, prompt: Prompt[T], *, timeout: float | None = None, fallback: Fallback | None = None
    ) -> Completion[T]:
        call = self._call(Verb.COMPLETE, prompt, timeout=timeout, fallback=fallback)
        return await AsyncStream[TextDelta, T](self.engine_for(prompt), call).rest()

    def stream(
        self, prompt: Prompt[str], *, timeout: float | None = None, fallback: Fallback | None = None
    ) -> Stream[TextDelta, str]:
        call = self._call(Verb.STREAM, prompt, timeout=timeout, fallback=fallback)
        return Stream(self.engine_for(prompt), call)

    def astream(
        self, prompt: Prompt[str], *, timeout: float | None = None, fallback: Fallback | None = None
    ) -> AsyncStream[TextDelta, str]:
        call = self._call(Verb.STREAM, prompt, timeout=timeout, fallback=fallback)
        return AsyncStream(self.engine_for(prompt), call)

    def agent(
        self,
        prompt: Prompt[T],
        tools: Sequence[Function],
        *,
        timeout: float | None = None,
        fallback: Fallback | None = None,
        most_requests: int = MOST_REQUESTS,
    ) -> Stream[AgentEvent, T]:
        """Let the model use the tools until it has its answer.

        Tools are plain typed functions with a docstring. They run on the caller's side, one after
        another; of what they raise, an `AppError` is told to the model and the rest ends the call.
        """
        call = self._call(
            Verb.AGENT, prompt, tools, timeout=timeout, fallback=fallback, most=most_requests
        )
        return Stream(self.engine_for(prompt), call)

    def aagent(
        self,
        prompt: Prompt[T],
        tools: Sequence[Function],
        *,
        timeout: float | None = None,
        fallback: Fallback | None = None,
        most_requests: int = MOST_REQUESTS,
    ) -> AsyncStream[AgentEvent, T]:
        """The same for callers on an event loop."""
        call = self._call(
            Verb.AGENT, prompt, tools, timeout=timeout, fallback=fallback, most=most_requests
        )
        return AsyncStream(self.engine_for(prompt), call)

    def engine_for(self, prompt: Prompt[T]) -> str:
        """The name of the engine that is asked first."""
        return self._engine(prompt).name

    def _call(
        self,
        verb: Verb,
        prompt: Prompt[T],
        tools: Sequence[Function] = (),
        *,
        timeout: float | None,
        fallback: Fallback | None,
        most: int = 2,
    ) -> Call[T]:
        """The call as work for the model loop. Once something was heard, nobody else takes over."""
        request = Request(
            verb=verb,
            prompt=prompt,
            engine=self._engine(prompt),
            timeout=self._timeout if timeout is None else timeout,
            tools=tools,
            most_requests=most,
        )

        async def call(caller: Caller) -> Completion[T]:
            try:
                return await self._answered(request, caller)
            except ModelError:
                if fallback is None or request.engine.is_offline or caller.heard_something:
                    raise
            return await self._answered(replace(request, engine=Engine(OFFLINE)), caller)

        return call

    @abstractmethod
    def _engine(self, prompt: Prompt[T]) -> Engine:
        """The engine that is asked first."""

    @abstractmethod
    async def _answered(self, request: Request[T], caller: Caller) -> Completion[T]:
        """Have the request's engine answer it. Runs on the model loop."""
