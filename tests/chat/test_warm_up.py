"""The models of a first question are loaded before it is asked."""

import pytest

from pramana.chat.warm_up import load_models, start_warm_up
from pramana.llm import reading_model
from pramana.llm.embeddings import local_encoders
from pramana.retrieval.selectors import models_in_use
from pramana.tenancy.testing import make_tenant
from tests.chat.library import BRIDGE, embed, put
from tests.settings import change


def test_models_are_loaded_once_something_is_indexed(transactional_db: None, settings) -> None:
    change(settings, embeddings="packaged")
    assert models_in_use() == []
    scope = make_tenant("indexed")
    put(scope, "bridge", BRIDGE)
    embed(scope)
    reading_model._loaded.cache_clear()
    local_encoders._loaded.clear()

    start_warm_up().join(120)

    assert models_in_use() == [local_encoders.ID]
    assert reading_model._loaded.cache_info().currsize == 1
    assert len(local_encoders._loaded) >= 1


def test_a_model_that_cannot_be_loaded_keeps_nothing_from_starting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level("INFO", "pramana.chat.warm_up"):
        load_models(["nobody:none"])

    assert "is not loaded" in caplog.text
