"""A client of the public graph memory server, unchanged: its requests, and what it reads of ours.

The shapes below are that server's own (`graph_service/dto`), written down as its clients send them.
"""

from datetime import UTC, datetime
from typing import Any, Literal
from uuid import UUID, uuid4

import pytest
from django.test import Client
from pydantic import BaseModel, ConfigDict, Field

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.memory.models import EntityRow, FactRow

pytestmark = pytest.mark.usefixtures("models")


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Message(Strict):
    content: str
    uuid: str | None = None
    name: str = ""
    role_type: Literal["user", "assistant", "system"]
    role: str | None
    timestamp: datetime = Field(default_factory=lambda: datetime.now(UTC))
    source_description: str = ""


class AddMessagesRequest(Strict):
    group_id: str
    messages: list[Message]


class AddEntityNodeRequest(Strict):
    uuid: str
    group_id: str
    name: str
    summary: str = ""


class SearchQuery(Strict):
    group_ids: list[str] | None = None
    query: str
    max_facts: int = 10


class GetMemoryRequest(Strict):
    group_id: str
    max_facts: int = 10
    center_node_uuid: str | None
    messages: list[Message]


class Result(Strict):
    message: str
    success: bool


class FactResult(BaseModel):
    uuid: str
    name: str
    fact: str
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None
    source_node_uuid: str
    target_node_uuid: str
    episodes: list[str] = Field(default_factory=list)


class SearchResults(BaseModel):
    facts: list[FactResult]


class EpisodicNode(BaseModel):
    uuid: str
    name: str
    group_id: str
    labels: list[str]
    created_at: datetime
    source: Literal["message", "json", "text"]
    source_description: str
    content: str
    valid_at: datetime
    entity_edges: list[str]


class EntityNode(BaseModel):
    uuid: str
    name: str
    group_id: str
    labels: list[str]
    created_at: datetime
    summary: str
    attributes: dict[str, Any]


def send(client: Client, path: str, body: BaseModel) -> Any:
    return client.post(path, body.model_dump_json(), content_type="application/json")


def user_message(content: str, **more: Any) -> Message:
    return Message(content=content, role_type="user", role="Sita", **more)


@pytest.fixture
def told(admin: Client, scope: Scope) -> FactRow:
    """Two messages, read; the fact that the second of them states."""
    first = user_message("Ram WORKS_AT Acme from 2020-03-01", name="one", source_description="chat")
    body = AddMessagesRequest(group_id="g", messages=[first, user_message("Ram LIKES Tea")])
    answer = send(admin, "/messages", body)
    assert answer.status_code == 202
    result = Result.model_validate(answer.json())
    assert (result.message, result.success) == ("Messages added to processing queue", True)
    drain_jobs()
    return FactRow.objects.in_scope(scope).get(relation="WORKS_AT")


def test_healthcheck(client: Client) -> None:
    answer = client.get("/healthcheck")

    assert (answer.status_code, answer.json()) == (200, {"status": "healthy"})


@pytest.mark.parametrize("group_ids", [["g"], None])
def test_search(admin: Client, told: FactRow, group_ids: list[str] | None) -> None:
    query = SearchQuery(group_ids=group_ids, query="Where does Ram work? Acme?", max_facts=5)
    answer = send(admin, "/search", query)

    assert answer.status_code == 200
    facts = SearchResults.model_validate(answer.json()).facts
    assert str(told.pk) in [each.uuid for each in facts]
    assert {each.name for each in facts} <= {"WORKS_AT", "LIKES"}


@pytest.mark.parametrize("central", [False, True])
def test_get_memory(admin: Client, told: FactRow, central: bool) -> None:
    asked = GetMemoryRequest(
        group_id="g",
        center_node_uuid=str(told.subject_id) if central else None,
        messages=[user_message("Tell me about Ram and Acme.")],
    )
    answer = send(admin, "/get-memory", asked)

    assert answer.status_code == 200
    facts = SearchResults.model_validate(answer.json()).facts
    assert str(told.pk) in [each.uuid for each in facts]


def test_episodes(admin: Client, told: FactRow) -> None:
    answer = admin.get("/episodes/g", {"last_n": 2})

    assert answer.status_code == 200
    episodes = [EpisodicNode.model_validate(each) for each in answer.json()]
    assert [each.content for each in episodes] == [
        "Sita(user): Ram WORKS_AT Acme from 2020-03-01",
        "Sita(user): Ram LIKES Tea",
    ]
    assert (episodes[0].name, episodes[0].source_description) == ("one", "chat")
    assert episodes[0].entity_edges == [str(told.pk)]
    assert admin.get("/episodes/nobody", {"last_n": 2}).json() == []


def test_entity_edge_is_read_and_deleted(admin: Client, told: FactRow) -> None:
    address = f"/entity-edge/{told.pk}"
    fact = FactResult.model_validate(admin.get(address).json())
    assert (fact.fact, fact.valid_at) == (told.text, datetime(2020, 3, 1, tzinfo=UTC))
    assert fact.source_node_uuid == str(told.subject_id)
    assert fact.episodes == [admin.get("/episodes/g", {"last_n": 5}).json()[0]["uuid"]]

    answer = admin.delete(address)
    assert answer.status_code == 200
    assert Result.model_validate(answer.json()) == Result(
        message="Entity Edge deleted", success=True
    )
    for gone in (admin.get(address), admin.delete(address)):
        assert gone.status_code == 404
        assert gone.json()["detail"]


def test_an_episode_is_deleted(admin: Client, told: FactRow) -> None:
    first = admin.get("/episodes/g", {"last_n": 5}).json()[0]["uuid"]
    answer = admin.delete(f"/episode/{first}")

    assert answer.status_code == 200
    assert Result.model_validate(answer.json()) == Result(message="Episode deleted", success=True)
    assert admin.delete(f"/episode/{first}").status_code == 404


def test_a_group_is_deleted(admin: Client, told: FactRow) -> None:
    answer = admin.delete("/group/g")

    assert answer.status_code == 200
    assert Result.model_validate(answer.json()) == Result(message="Group deleted", success=True)
    assert admin.get("/episodes/g", {"last_n": 5}).json() == []


def test_an_entity_node_is_added(admin: Client, scope: Scope) -> None:
    asked = AddEntityNodeRequest(uuid=str(uuid4()), group_id="g", name="Ram", summary="A friend.")
    answer = send(admin, "/entity-node", asked)

    assert answer.status_code == 201
    node = EntityNode.model_validate(answer.json())
    assert (node.uuid, node.name, node.summary) == (asked.uuid, "Ram", "A friend.")
    assert EntityRow.objects.in_scope(scope).get().pk == UUID(asked.uuid)


def test_a_body_that_breaks_the_schema_is_answered_as_its_clients_expect(admin: Client) -> None:
    answer = admin.post("/messages", {"messages": []}, content_type="application/json")

    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"][-1] == "group_id"
