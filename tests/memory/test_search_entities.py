"""Searching entities by name, in either script, and by their facts."""

from typing import Any

import pytest

from pramana.kit.scope import Scope
from pramana.memory.search import search_entities
from pramana.memory.services.indexing import index_pending
from tests.memory.scripted_model import add_message

pytestmark = pytest.mark.usefixtures("words_only")


def names(scope: Scope, question: str, **more: Any) -> list[str]:
    return [each.name for each in search_entities(scope, question, **more)]


def test_an_entity_is_found_by_its_name_and_by_what_is_known_of_it(scope: Scope) -> None:
    add_message(scope, "Ram Thapa WORKS_AT Acme Traders\nसीता राई LIKES Tea")
    index_pending(scope)

    assert names(scope, "acme traders")[0] == "Acme Traders"
    assert names(scope, "what is Sita Rai like")[0] == "सीता राई"
    assert "Ram Thapa" in names(scope, "who works at Acme Traders")
    assert names(scope, "who works at Acme Traders", limit=1) == ["Acme Traders"]


def test_entities_of_other_groups_and_tenants_stay_unseen(scope: Scope, other_scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme")
    index_pending(scope)

    assert set(names(scope, "Ram", group_ids=["g"])) == {"Ram", "Acme"}
    assert names(scope, "Ram", group_ids=["h"]) == []
    assert names(other_scope, "Ram") == []
