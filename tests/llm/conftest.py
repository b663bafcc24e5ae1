"""A server of models on loopback, and gateways that talk to it through the real providers."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from pydantic import BaseModel

from pramana.kit.scope import Scope
from pramana.llm import gateway as gateway_module
from pramana.llm.contracts import Prompt
from pramana.llm.engines import parse_engine_choice
from pramana.llm.gateway import GatewaySettings, ModelGateway
from pramana.llm.ledger import LEDGER
from pramana.llm.testing import ModelServer, model_server

OPENAI = "openai:small"
ANTHROPIC = "anthropic:claude-opus-4-6"

Gateways = Callable[..., ModelGateway]


class Draft(BaseModel):
    title: str
    pages: int


SAY = Prompt("test.say", 1, system="Be brief.", user="Say hello.", output=str)
WRITE = Prompt("test.write", 2, system="Be brief.", user="Write a draft.", output=Draft)


@pytest.fixture(autouse=True)
def fresh_gate() -> Iterator[None]:
    """No test inherits another's open circuit, nor its rows."""
    gateway_module._remote_engine.cache_clear()
    yield
    assert LEDGER.flush()


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with model_server() as server:
        for provider in ("ANTHROPIC", "MISTRAL", "GOOGLE_GEMINI"):
            monkeypatch.setenv(f"{provider}_BASE_URL", server.url)
        for name in ("OPENAI_BASE_URL", "OLLAMA_BASE_URL"):
            monkeypatch.setenv(name, server.openai_url)
        for provider in ("ANTHROPIC", "MISTRAL", "GOOGLE"):
            monkeypatch.setenv(f"{provider}_API_KEY", "a-key-for-tests")
        yield server


@pytest.fixture
def gateway_to(models: ModelServer) -> Gateways:
    """A gateway to the server, for an engine, as the settings would make it."""

    def make(
        model: str = OPENAI, *, scope: Scope | None = None, overrides: str = "", **settings: float
    ) -> ModelGateway:
        config = GatewaySettings(parse_engine_choice(model, overrides), **settings)
        return ModelGateway(scope or Scope(tenant_id=uuid4()), config)

    return make
