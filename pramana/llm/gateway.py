"""The product's gateway: chooses the engine, checks the budget and accounts for each call."""

import asyncio
import os
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from django.conf import settings

from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.calls import Caller
from pramana.llm.contracts import Completion, Prompt, T
from pramana.llm.engines import (
    NO_ACCESS,
    CallCost,
    Engine,
    EngineChoice,
    EngineRequest,
    ModelAccess,
    parse_engine_choice,
)
from pramana.llm.ledger import Budget, account_call, check_budget
from pramana.llm.offline import OfflineEngine
from pramana.llm.ports import Gateway
from pramana.tenancy.choices import ModelChoice
from pramana.tenancy.services.stored_choices import choice_of

if TYPE_CHECKING:
    from pramana.llm.remote.engine import RemoteEngine

LONGEST_TRIAL = 400


@dataclass(frozen=True)
class GatewaySettings:
    """Which models are asked, and how."""

    choice: EngineChoice
    timeout: float = 30.0
    concurrency: int = 20
    server: ModelAccess = NO_ACCESS


def gateway(scope: Scope) -> Gateway:
    """The gateway for one scope, as its tenant or the operator configured it."""
    return ModelGateway(scope, gateway_settings(choice_of(scope, ModelChoice)), budget=check_budget)


def gateway_settings(chosen: ModelChoice) -> GatewaySettings:
    """Read at each call, so that a change needs no restart."""
    environment = settings.PRAMANA
    return GatewaySettings(
        choice=parse_engine_choice(chosen.model, chosen.models),
        timeout=environment.model_timeout_s,
        concurrency=environment.model_concurrency,
        server=ModelAccess(chosen.model_url, chosen.model_key, is_foreign=chosen.is_own),
    )


TRIAL_SECONDS = 20.0
TRIAL = Prompt(
    "llm.try",
    1,
    system="You are being tried out. Answer in one short sentence.",
    user="Say hello, and say which model you are.",
    output=str,
)


@dataclass(frozen=True)
class ModelTrial:
    """What came back from a model that was tried."""

    engine: str
    text: str
    """Its first words, or why there are none."""
    is_good: bool
    completion: Completion[str] | None = None


def try_model(scope: Scope, chosen: ModelChoice) -> ModelTrial:
    """Ask a model one short question. It counts in the ledger and against the budget."""
    config = gateway_settings(chosen)
    models = ModelGateway(scope, config, budget=check_budget)
    try:
        answer = models.ask(TRIAL, timeout=TRIAL_SECONDS)
    except AppError as error:
        return ModelTrial(config.choice.default.name, error.message, is_good=False)
    return ModelTrial(answer.engine, answer.output[:LONGEST_TRIAL], True, answer)


def is_paused(engine: Engine) -> bool:
    """Whether this process has paused the engine's provider after several failures."""
    if _remote_engine.cache_info().currsize == 0:
        return False
    gate = _remote_engine(os.getpid(), settings.PRAMANA.model_concurrency).gate
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
        return await remote.answer(request, caller, spent, self._config.server)


@cache
def _remote_engine(pid: int, slots: int) -> "RemoteEngine":
    """The process's engine with its gate. Called on the model loop, so never twice at once."""
    from pramana.llm.remote.engine import RemoteEngine

    return RemoteEngine(slots)
