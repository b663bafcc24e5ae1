"""No opinion outlives its test."""

import pytest

from pramana.retrieval.scoring.scorer import OPINION_CACHE
from tests.retrieval.scoring.asking import OTHER, SCOPE


@pytest.fixture(autouse=True)
def forgetful():
    for scope in (SCOPE, OTHER):
        OPINION_CACHE.forget(scope)
