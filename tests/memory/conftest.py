"""A model that follows a script, callers, and a group's messages."""

import pytest
from django.test import Client

from pramana.kit.scope import Scope
from pramana.llm.testing import ModelServer
from pramana.tenancy.testing import make_key
from tests.api.conftest import with_key
from tests.memory.script import over_http


@pytest.fixture
def models(models: ModelServer, words_only: None) -> ModelServer:
    """It follows the script; a test changes `otherwise` to have it misbehave."""
    models.otherwise = over_http
    return models


@pytest.fixture
def admin(scope: Scope) -> Client:
    return with_key(make_key(scope))


@pytest.fixture
def stranger(other_scope: Scope) -> Client:
    """An admin, of another tenant."""
    return with_key(make_key(other_scope))
