"""A model that follows a script."""

import pytest

from pramana.llm.testing import ModelServer
from tests.memory.scripted_model import over_http


@pytest.fixture
def models(models: ModelServer, words_only: None) -> ModelServer:
    """It follows the script; a test changes `otherwise` to have it misbehave."""
    models.otherwise = over_http
    return models
