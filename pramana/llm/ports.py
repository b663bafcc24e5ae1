"""What the product may ask of a model: one interface, whichever engine answers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pramana.kit.scope import Scope
from pramana.llm.calls import AsyncStream, Call, Caller, Function, Stream
from pramana.llm.contracts import OFFLINE, AgentEvent, Completion, Prompt, T, TextDelta
from pramana.llm.engines import Engine, EngineRequest, Verb
from pramana.llm.errors import ModelError

Fallback = Literal["offline"]
"""Which engine may answer when the model fails, if the call allows one."""

MOST_REQUESTS = 30
"""How often an agent may ask its model, unless the call says otherwise."""


class Gateway(ABC):
    """The one way to any model, bound to a scope.

    `complete` returns the prompt's typed output and `ask` the whole completion, with its engine.
    `stream` yields text, `agent` yields events while it uses tools; both end with `completion`.
    Each has an async version. `timeout` is in seconds: for `complete` it covers the whole call with
    its retry; for a stream or an agent, each wait for the model.
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
        another. If one raises an `AppError`, the model is told; any other exception ends the call.
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
        """The call as a coroutine for the model loop; no fallback once output was received."""
        request = EngineRequest(
            verb=verb,
            prompt=prompt,
            engine=self._engine(prompt),
            timeout=self._timeout if timeout is None else timeout,
            tools=tools,
            most_requests=most,
        )

        async def call(caller: Caller) -> Completion[T]:
            try:
                return await self._answer(request, caller)
            except ModelError:
                if fallback is None or request.engine.is_offline or caller.has_output:
                    raise
            return await self._answer(replace(request, engine=Engine(OFFLINE)), caller)

        return call

    @abstractmethod
    def _engine(self, prompt: Prompt[T]) -> Engine:
        """The engine that is asked first."""

    @abstractmethod
    async def _answer(self, request: EngineRequest[T], caller: Caller) -> Completion[T]:
        """Answer the request with its engine. Runs on the model loop."""
