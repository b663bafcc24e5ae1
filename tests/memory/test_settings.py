"""A group's settings, duplicates and closed facts over HTTP: who may change them, and how."""

import json
from typing import Any

import pytest
from django.test import Client
from pydantic import BaseModel, Field

from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.llm.contracts import Prompt
from pramana.llm.testing import ModelServer
from pramana.memory.contracts.extraction import MessageExtraction
from pramana.memory.domain.groups import read_rules
from pramana.memory.models import Community, Duplicate, EntityRow, EpisodeRow, FactRow, GroupRow
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key, make_member
from tests.callers import with_key
from tests.memory.scripted_model import add_message, scripted
from tests.memory.test_messages import message, post
from tests.web.test_access import signed_in

pytestmark = pytest.mark.usefixtures("words_only")
BOARD = "Kathmandu Metropolitan Water Supply Board"
PERSON = {
    "description": "Somebody.",
    "type": "object",
    "properties": {"age": {"type": "integer"}, "nickname": {"type": ["string", "null"]}},
    "required": ["age"],
}
SETTINGS: dict[str, Any] = {
    "entity_types": {"Person": PERSON, "Place": {}},
    "excluded_entity_types": ["Place"],
    "relation_types": ["WORKS_AT", "ADMIRES"],
    "relation_type_map": {"Person,Entity": ["WORKS_AT"], "Entity,Entity": ["ADMIRES"]},
    "store_raw_content": False,
    "update_communities": True,
    "previous_episodes": 3,
    "families": [{"name": "ADMIRES", "aliases": ["LOOKS_UP_TO"], "unique_side": "subject"}],
}


def put(client: Client, settings: dict[str, Any], group_id: str = "g") -> Any:
    address = f"/messages/settings?group_id={group_id}"
    return client.put(address, json.dumps(settings), content_type="application/json")


def get(client: Client, group_id: str = "g") -> Any:
    return client.get("/messages/settings", {"group_id": group_id})


def member(scope: Scope, role: Role) -> Client:
    return with_key(make_key(make_member(scope, role)))


def test_a_group_without_settings_has_the_defaults(admin: Client) -> None:
    said = get(admin).json()

    assert (said["store_raw_content"], said["update_communities"]) == (True, False)
    assert (said["previous_episodes"], said["families"], said["entity_types"]) == (10, [], {})


def test_settings_come_back_as_they_were_set_and_the_next_stand_in_their_place(
    admin: Client, scope: Scope
) -> None:
    answer = put(admin, SETTINGS)
    assert answer.status_code == 200, answer.content
    said = get(admin).json()
    for name in SETTINGS.keys() - {"entity_types", "families"}:
        assert said[name] == SETTINGS[name], name
    assert said["entity_types"]["Person"] == {"title": "", **PERSON}
    assert said["families"][0]["unique_side"] == "subject"

    assert put(admin, {"previous_episodes": 0}).json()["entity_types"] == {}
    assert GroupRow.objects.in_scope(scope).get().settings == {"previous_episodes": 0}


@pytest.mark.parametrize(
    "given",
    [
        {"entity_types": {"Person": {"properties": {"name": {}}}}},
        {"entity_types": {"Person": {"properties": {"age": {"type": "years"}}}}},
        {"entity_types": {"Person": {"properties": {}, "required": ["age"]}}},
        {"entity_types": {"Person": {}}, "excluded_entity_types": ["Place"]},
        {"relation_types": ["WORKS_AT"], "relation_type_map": {"Entity,Entity": ["LIKES"]}},
        {"entity_types": {"Person": {}}, "relation_type_map": {"Person,Dog": ["OWNS"]}},
        {"relation_type_map": {"Person": ["OWNS"]}},
    ],
    ids=[
        *("protected name", "no JSON type", "required and missing", "unknown exclusion"),
        *("relation not among the types", "unknown type in the map", "no pair"),
    ],
)
def test_criteria_14_and_15_settings_that_contradict_themselves_are_refused(
    admin: Client, scope: Scope, given: dict[str, Any]
) -> None:
    answer = put(admin, given)

    assert answer.status_code == 409, answer.content
    assert answer.json()["detail"]
    assert not GroupRow.objects.in_scope(scope).exists()


@pytest.mark.parametrize(
    "given",
    [
        {"families": [{"name": "LIKES", "unique_side": "both"}]},
        {"previous_episodes": 51},
        {"unknown": 1},
    ],
    ids=["no such side", "too many", "unknown field"],
)
def test_settings_of_another_shape_are_refused(admin: Client, given: dict[str, Any]) -> None:
    assert put(admin, given).status_code == 422


@pytest.mark.parametrize("group_id", ["", "a b", "../x"])
def test_a_group_id_with_tricks_has_no_settings(admin: Client, group_id: str) -> None:
    assert put(admin, {}, group_id).status_code == 422


def test_types_may_be_given_as_models() -> None:
    class Person(BaseModel):
        """Somebody."""

        age: int = Field(description="In years.")

    class Admires(BaseModel):
        """Looks up to."""

    rules = read_rules({"entity_types": {"Person": Person}, "relation_types": {"ADMIRES": Admires}})

    assert rules.entity_types[0].attributes == ("age",)
    assert rules.entity_types[0].description == "Somebody."
    assert [hint.name for hint in rules.relation_choices] == ["ADMIRES"]
    with pytest.raises(InvalidRequest):
        read_rules({"entity_types": {"Person": Person}, "excluded_entity_types": ["Dog"]})


def test_messages_over_http_follow_the_groups_settings(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    put(admin, SETTINGS)
    post(admin, [message("Ram WORKS_AT Acme"), message("Ram ADMIRES Sita from 2020-01-01")])
    post(admin, [message("Ram LOOKS_UP_TO Hari from 2020-06-01"), message("Ram LIKES Tea")])
    drain_jobs()

    assert set(EpisodeRow.objects.in_scope(scope).values_list("content", flat=True)) == {""}
    relations = FactRow.objects.in_scope(scope).values_list("relation", flat=True)
    assert set(relations) == {"ADMIRES"}
    assert FactRow.objects.in_scope(scope).exclude(invalid_at=None).count() == 0
    assert Community.objects.in_scope(scope).exists()


def test_communities_are_built_and_listed_over_http(admin: Client, scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme\nSita WORKS_AT Acme")
    answer = admin.post("/group/g/communities")
    assert answer.status_code == 202
    assert answer.json()["job_id"]
    drain_jobs()

    (community,) = admin.get("/group/g/communities").json()["communities"]
    assert len(community["members"]) == 3
    assert community["engine"] == "offline"
    assert admin.get("/group/g/communities", {"offset": 1}).json() == {"communities": []}
    assert admin.post("/group/nobody/communities").status_code == 404
    assert admin.get("/group/nobody/communities").status_code == 404


def settle(client: Client, address: str) -> Any:
    return client.post(address, {"why": "I asked."}, content_type="application/json")


def test_a_duplicate_is_listed_confirmed_and_undone(admin: Client, scope: Scope) -> None:
    add_message(scope, f"Ram WORKS_AT {BOARD}")
    add_message(scope, f"Sita LIKES {BOARD}s")

    def listed(**more: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = admin.get("/group/g/duplicates", more).json()["duplicates"]
        return found

    (link,) = listed(undecided="true")
    assert (link["name"], link["entity_name"], link["how"]) == (
        f"{BOARD}s",
        BOARD,
        "near-identical",
    )
    confirmed = settle(admin, f"/duplicates/{link['uuid']}/confirm")
    assert confirmed.json()["confirmed_at"]
    assert Duplicate.objects.in_scope(scope).get().confirmed_by_id == scope.actor_id
    assert settle(admin, f"/duplicates/{link['uuid']}/confirm").json() == confirmed.json()
    assert listed(undecided="true") == []

    apart = settle(admin, f"/duplicates/{link['uuid']}/undo")
    assert apart.json()["name"] == f"{BOARD}s"
    assert listed()[0]["undone_at"]
    assert settle(admin, f"/duplicates/{link['uuid']}/undo").status_code == 404
    assert settle(admin, f"/duplicates/{link['uuid']}/confirm").status_code == 409


def test_a_merge_that_is_undone_gives_each_its_community(admin: Client, scope: Scope) -> None:
    add_message(scope, f"Ram WORKS_AT {BOARD}", communities=True)
    add_message(scope, f"Sita LIKES {BOARD}s", communities=True)
    assert Community.objects.in_scope(scope).count() == 1
    link = Duplicate.objects.in_scope(scope).get()
    settle(admin, f"/duplicates/{link.pk}/undo")
    drain_jobs()

    homes = [
        member
        for each in admin.get("/group/g/communities").json()["communities"]
        for member in each["members"]
    ]
    assert len(homes) == EntityRow.objects.in_scope(scope).count() == 4


def test_a_closed_fact_is_reopened_over_http(admin: Client, scope: Scope) -> None:
    first = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    add_message(scope, "Ram WORKS_AT Himal from 2020-06-01")
    assert admin.get(f"/entity-edge/{first.id}").json()["invalid_at"]

    assert settle(admin, f"/entity-edge/{first.id}/reopen").json()["invalid_at"] is None
    assert settle(admin, f"/entity-edge/{first.id}/reopen").status_code == 404


def test_who_may_look_and_who_may_change(scope: Scope) -> None:
    viewer, reviewer = member(scope, Role.VIEWER), member(scope, Role.REVIEWER)
    fact = add_message(scope, f"Ram WORKS_AT {BOARD}").facts[0]
    add_message(scope, f"{BOARD}s")
    link = Duplicate.objects.in_scope(scope).get()

    for address in ("/group/g/communities", "/group/g/duplicates"):
        assert viewer.get(address).status_code == 200
    assert get(viewer).status_code == 200
    changes = [
        "/group/g/communities",
        f"/duplicates/{link.pk}/confirm",
        f"/duplicates/{link.pk}/undo",
        f"/entity-edge/{fact.id}/reopen",
    ]
    assert [viewer.post(address).status_code for address in changes] == [403] * 4
    assert put(reviewer, {}).status_code == 403


def test_another_tenant_sees_and_changes_nothing_of_it(
    admin: Client, stranger: Client, scope: Scope
) -> None:
    put(admin, {"previous_episodes": 3, "entity_types": {"Person": {}}})
    first = add_message(scope, f"Ram WORKS_AT {BOARD} from 2020-03-01", communities=True).facts[0]
    add_message(scope, f"Ram WORKS_AT {BOARD}s from 2020-04-01\nRam WORKS_AT Himal from 2020-06-01")
    link = Duplicate.objects.in_scope(scope).get()

    assert get(stranger).json()["entity_types"] == {}
    assert put(stranger, {"previous_episodes": 1}).status_code == 200
    assert get(admin).json()["previous_episodes"] == 3
    for address in ("/group/g/duplicates", "/group/g/communities"):
        # the stranger has a group of this name by now, with nothing in it
        assert list(stranger.get(address).json().values()) == [[]]
    assert settle(stranger, f"/entity-edge/{first.id}/reopen").status_code == 404
    for verb in ("confirm", "undo"):
        assert settle(stranger, f"/duplicates/{link.pk}/{verb}").status_code == 404
    assert Duplicate.objects.in_scope(scope).get().confirmed_at is None


def test_the_number_of_previous_episodes_is_the_groups(scope: Scope) -> None:
    for number in range(5):
        add_message(scope, f"number {number}")
    model = scripted()
    add_message(scope, "now", rules=read_rules({"previous_episodes": 2}), model=model)
    add_message(scope, "now", rules=read_rules({"previous_episodes": 0}), model=model)

    counts = [len(asked.input.previous) for asked in model.prompts_named("memory.extract")]
    assert counts == [2, 0]


def test_a_type_that_is_learnt_now_counts_for_what_the_map_allows(scope: Scope) -> None:
    def typed(prompt: Prompt[MessageExtraction]) -> MessageExtraction:
        entities = [{"name": "Ram", "type": "Person"}, {"name": "Acme", "type": "Company"}]
        fact = {
            "subject": "Ram",
            "relation": "WORKS_AT",
            "object": "Acme",
            "fact": "Ram is at Acme.",
        }
        return MessageExtraction.model_validate({"entities": entities, "facts": [fact]})

    types = {"entity_types": {"Person": {}, "Company": {}}}
    allowed = {"Person,Company": ["WORKS_AT"], "Entity,Entity": ["ADMIRES"]}
    rules = read_rules({**types, "relation_type_map": allowed})
    add_message(scope, "Ram\nAcme")
    result = add_message(scope, "Ram is at Acme.", rules=rules, model=scripted(extract=typed))

    assert [each.relation for each in result.facts] == ["WORKS_AT"]


def test_without_raw_content_a_fact_has_words_of_its_own_everywhere(
    admin: Client, scope: Scope
) -> None:
    put(admin, {"store_raw_content": False})
    said = "Between us, poor Sita Rai has worked at Himal Tea since May 2024, God help her."
    post(admin, [message(said)])
    drain_jobs()

    fact = FactRow.objects.in_scope(scope).get(relation="WORKS_AT")
    answer = admin.get(f"/entity-edge/{fact.pk}")
    lines: Any = admin.get("/group/g/export")
    page = signed_in(scope).get(f"/app/memory/g?fact={fact.pk}").content.decode()
    export = b"".join(lines.streaming_content).decode()
    assert "Sita Rai" in fact.text and answer.json()["quote"] == ""
    assert "This group does not store message text." in page
    for shown in (answer.content.decode(), page, export):
        assert "Sita Rai" in shown
        assert "Between us" not in shown and "God help" not in shown
