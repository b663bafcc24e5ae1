"""A provider that is named without what it needs stops the start with one sentence."""

import pytest
from pydantic import ValidationError

from config.environment import Environment


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"search": "searxng"}, "PRAMANA_SEARCH_URL"),
        ({"search": "tavily"}, "PRAMANA_SEARCH_KEY"),
        ({"search": "brave"}, "PRAMANA_SEARCH_KEY"),
        ({"search": "serpapi"}, "PRAMANA_SEARCH_KEY"),
        ({"search": "google", "search_key": "k"}, "PRAMANA_SEARCH_ENGINE"),
        ({"search": "altavista"}, "search"),
    ],
)
def test_a_provider_needs_its_address_or_its_key(given, missing):
    with pytest.raises(ValidationError, match=missing):
        Environment(**given)


def test_without_a_word_nobody_searches():
    assert Environment().search == "none"
