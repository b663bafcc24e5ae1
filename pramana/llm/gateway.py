"""The gateway of the product: chooses the engine, accounts for the call, falls back if allowed."""

import asyncio
import os
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.llm.accounts import accounted
from pramana.llm.answer import Request, Spent
from pramana.llm.budget import Budget, monthly
from pramana.llm.caller import Caller
from pramana.llm.choice import Choice, Engine, read_choice
from pramana.llm.contracts import Completion, Prompt, T
from pramana.llm.offline.engine import OfflineEngine
from pramana.llm.port import Gateway

if TYPE_CHECKING:
    from pramana.llm.remote.engine import RemoteEngine


@dataclass(frozen=True)
class GatewaySettings:
    """What the operator set about models."""

    choice: Choice
    timeout: float = 30.0
    concurrency: int = 20
    url: str = ""
    """Where an OpenAI-compatible server listens, for engines named openai:…"""


def gateway(scope: Scope) -> Gateway:
    """The door to models for one scope, as the settings say."""
    return ModelGateway(scope, configured(), budget=monthly)


def configured() -> GatewaySettings:
    """What the settings say; read at each call, so a test may change them."""
    environment = settings.PRAMANA
    return GatewaySettings(
        choice=read_choice(environment.model, environment.models),
        timeout=environment.model_timeout_s,
        concurrency=environment.model_concurrency,
        url=environment.model_url,
    )


def is_paused(engine: Engine) -> bool:
    """Whether this process stopped asking the engine's provider, which failed several times."""
    if _remote_engine.cache_info().currsize == 0:
        return False
    gate = _remote_engine(os.getpid(), configured().concurrency).gate
    return gate.breaker(engine.provider).is_open


class ModelGateway(Gateway):
    """Bound to a scope, whose ids the ledger and the spans get, and whose budget is kept to."""

    def __init__(
        self, scope: Scope, config: GatewaySettings, *, budget: Budget | None = None
    ) -> None:
        super().__init__(scope, timeout=config.timeout)
        self._config = config
        self._budget = budget

    def _engine(self, prompt: Prompt[T]) -> Engine:
        return self._config.choice.engine_for(prompt.purpose)

    async def _answered(self, request: Request[T], caller: Caller) -> Completion[T]:
        with accounted(self.scope, request) as account:
            output = await self._asked(request, caller, account.spent)
        return account.completion(output, request.engine.name)

    async def _asked(self, request: Request[T], caller: Caller, spent: Spent) -> T:
        if request.engine.is_offline:
            return await OfflineEngine().answer(request, caller)
        if self._budget:
            await caller.do(self._budget, {"scope": self.scope})
        await asyncio.to_thread(import_module, "pramana.llm.remote.engine")
        remote = _remote_engine(os.getpid(), self._config.concurrency)
        return await remote.answer(request, caller, spent, self._config.url)


@cache
def _remote_engine(pid: int, places: int) -> "RemoteEngine":
    """One for the process, with its gate. Called on the model loop, so never twice at once."""
    from pramana.llm.remote.engine import RemoteEngine

    return RemoteEngine(places)
