"""The product's gateway: chooses the engine, checks the budget and accounts for each call."""

import asyncio
import os
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.llm.accounting import Budget, account_call, check_budget
from pramana.llm.calls import Caller
from pramana.llm.contracts import Completion, Prompt, T
from pramana.llm.engines import CallCost, Engine, EngineChoice, EngineRequest, parse_engine_choice
from pramana.llm.offline import OfflineEngine
from pramana.llm.ports import Gateway

if TYPE_CHECKING:
    from pramana.llm.remote.engine import RemoteEngine


@dataclass(frozen=True)
class GatewaySettings:
    """The operator's settings for models."""

    choice: EngineChoice
    timeout: float = 30.0
    concurrency: int = 20
    url: str = ""
    """The address of an OpenAI-compatible server, for engines named openai:…"""


def gateway(scope: Scope) -> Gateway:
    """The gateway for one scope, as configured."""
    return ModelGateway(scope, configured(), budget=check_budget)


def configured() -> GatewaySettings:
    """The current settings; read at each call, so that a test may change them."""
    environment = settings.PRAMANA
    return GatewaySettings(
        choice=parse_engine_choice(environment.model, environment.models),
        timeout=environment.model_timeout_s,
        concurrency=environment.model_concurrency,
        url=environment.model_url,
    )


def is_paused(engine: Engine) -> bool:
    """Whether this process has paused the engine's provider after several failures."""
    if _remote_engine.cache_info().currsize == 0:
        return False
    gate = _remote_engine(os.getpid(), configured().concurrency).gate
    return gate.breaker(engine.provider).is_open


class ModelGateway(Gateway):
    """Bound to a scope: its ids go to the ledger and spans, and its budget is checked."""

    def __init__(
        self, scope: Scope, config: GatewaySettings, *, budget: Budget | None = None
    ) -> None:
        super().__init__(scope, timeout=config.timeout)
        self._config = config
        self._budget = budget

    def _engine(self, prompt: Prompt[T]) -> Engine:
        return self._config.choice.engine_for(prompt.purpose)

    async def _answer(self, request: EngineRequest[T], caller: Caller) -> Completion[T]:
        with account_call(self.scope, request) as account:
            output = await self._ask_engine(request, caller, account.spent)
        return account.completion(output, request.engine.name)

    async def _ask_engine(self, request: EngineRequest[T], caller: Caller, spent: CallCost) -> T:
        if request.engine.is_offline:
            return await OfflineEngine().answer(request, caller)
        if self._budget:
            await caller.run(self._budget, {"scope": self.scope})
        await asyncio.to_thread(import_module, "pramana.llm.remote.engine")
        remote = _remote_engine(os.getpid(), self._config.concurrency)
        return await remote.answer(request, caller, spent, self._config.url)


@cache
def _remote_engine(pid: int, slots: int) -> "RemoteEngine":
    """The process's engine with its gate. Called on the model loop, so never twice at once."""
    from pramana.llm.remote.engine import RemoteEngine

    return RemoteEngine(slots)
