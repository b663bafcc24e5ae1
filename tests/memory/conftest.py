"""A model that follows a script, callers, and a group's messages."""

from collections.abc import Iterator

import pytest
from django.test import Client

from pramana.kit.scope import Scope
from pramana.llm import gateway as gateway_module
from pramana.llm.testing import ModelServer, model_server
from pramana.tenancy.testing import make_key
from tests.api.conftest import with_key
from tests.memory.script import over_http


@pytest.fixture
def words_only(settings) -> None:
    """No vectors: what is tested is not about them."""
    settings.PRAMANA = settings.PRAMANA.model_copy(update={"embeddings": "none"})


@pytest.fixture
def models(settings, words_only, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """The scripted model as a provider; a test changes `otherwise` to have it misbehave."""
    gateway_module._remote_engine.cache_clear()
    with model_server() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
        settings.PRAMANA = settings.PRAMANA.model_copy(update={"model": "openai:small"})
        server.otherwise = over_http
        yield server


@pytest.fixture
def admin(scope: Scope) -> Client:
    return with_key(make_key(scope))


@pytest.fixture
def stranger(other_scope: Scope) -> Client:
    """An admin, of another tenant."""
    return with_key(make_key(other_scope))
