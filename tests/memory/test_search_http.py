"""Search over HTTP: the public server's shape for facts, similar ones for nodes and episodes."""

import json
from typing import Any

import pytest
from django.test import Client

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.services.indexing import index_pending
from tests.memory.scripted_model import add_message


def ask(client: Client, path: str, status: int = 200, **body: Any) -> Any:
    answer = client.post(path, json.dumps(body), content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.mark.parametrize("name", ["as_of", "known_at"])
@pytest.mark.parametrize("moment", ["2024-05-01T00:00:00", "2024-05-01"])
def test_a_search_at_a_moment_without_an_offset_is_refused(
    admin: Client, name: str, moment: str
) -> None:
    said = ask(admin, "/search", 422, query="Ram", **{name: moment})

    assert "Add the offset from UTC, such as +05:45" in json.dumps(said)


def test_facts_nodes_and_episodes_are_found_by_their_own_tenant(
    admin: Client, stranger: Client, scope: Scope, words_only: None
) -> None:
    add_message(scope, "Ram WORKS_AT Acme from 2020-03-01")
    before_the_news = utcnow().isoformat()
    add_message(scope, "Ram WORKS_AT Himal from 2020-06-01")
    index_pending(scope)

    def works(**more: Any) -> list[str]:
        return [each["fact"].split()[2] for each in ask(admin, "/search", **more)["facts"]]

    asked = {"query": "where does Ram work"}
    assert works(**asked) == ["Himal"]
    assert works(**asked, known_at=before_the_news) == ["Acme"]
    assert works(**asked, as_of="2020-04-01T00:00:00Z", group_ids=["g"]) == ["Acme"]
    nodes = ask(admin, "/search/nodes", query="Ram", max_nodes=1)["nodes"]
    assert [each["name"] for each in nodes] == ["Ram"]
    episodes = ask(admin, "/search/episodes", query="Ram Himal", max_episodes=1)["episodes"]
    assert [each["content"] for each in episodes] == ["(user): Ram WORKS_AT Himal from 2020-06-01"]

    assert ask(stranger, "/search/nodes", query="Ram") == {"nodes": []}
    assert ask(stranger, "/search/episodes", query="Ram Himal") == {"episodes": []}
    for path, most in (("/search/nodes", "max_nodes"), ("/search/episodes", "max_episodes")):
        assert "detail" in ask(admin, path, 422, **asked, **{most: 0})
