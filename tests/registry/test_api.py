"""The registry over HTTP: the public service's format, our write operations, the error envelope."""

import pytest
from django.test import Client

from pramana.registry import services
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key, make_member
from tests.registry.sample_records import a_district, a_party, a_person

ENTITIES = "/api/entities"


def caller(scope, role=Role.ADMIN):
    as_whom = scope if role is Role.ADMIN else make_member(scope, role)
    return Client(headers={"Authorization": f"Bearer {make_key(as_whom, role)}"})


@pytest.fixture
def filled(scope):
    services.create_record(scope, a_person())
    services.create_record(scope, a_party())
    services.create_record(scope, a_district())
    return scope


def send(client, method, path, body):
    return getattr(client, method)(path, body, content_type="application/json")


def test_records_are_listed_as_the_public_service_lists_them(filled, admin):
    page = admin.get(ENTITIES, {"limit": 2, "offset": 1}).json()
    assert (page["total"], page["limit"], page["offset"]) == (3, 2, 1)
    assert [each["names"][0]["en"]["full"] for each in page["entities"]] == [
        "Sunita Rai",
        "Terrace Party",
    ]
    person = page["entities"][0]
    assert person["id"] == "entity:person/sunita-rai"
    assert person["nes_id"] == "person_1"
    assert person["version_summary"]["version_number"] == 1
    assert page["entities"][1]["entity_prefix"] == "organization/political_party"


@pytest.mark.parametrize("query", ["सुनिता राई", "Sunita Rai"])
def test_a_query_in_either_script_finds_the_record(filled, admin, query):
    page = admin.get(ENTITIES, {"query": query, "entity_type": "person"}).json()
    assert page["entities"][0]["nes_id"] == "person_1"


def test_ids_are_looked_up_together(filled, admin):
    asked = "person_1,entity:location/district/kaski,org_9"
    page = admin.get(ENTITIES, {"ids": asked}).json()
    assert (page["total"], page["requested"], page["not_found"]) == (2, 3, ["org_9"])
    assert admin.get(ENTITIES, {"ids": ",".join(["person_1"] * 26)}).status_code == 400


@pytest.mark.parametrize("asked", ["person_1", "entity:person/sunita-rai"])
def test_a_record_answers_to_either_id(filled, admin, asked):
    assert admin.get(f"{ENTITIES}/{asked}").json()["nes_id"] == "person_1"
    versions = admin.get(f"{ENTITIES}/{asked}/versions").json()
    assert versions["total"] == 1
    assert versions["versions"][0]["snapshot"]["id"] == "entity:person/sunita-rai"
    assert admin.get(f"{ENTITIES}/{asked}/relationships").json()["total"] == 0


def test_the_documents_search_answers_with_confidence_and_reason(filled, admin):
    found = admin.get("/entities/search/", {"q": "सुनिता राई", "type": "PERSON"}).json()
    [first] = found["results"]
    assert (first["nes_id"], first["entity_type"]) == ("person_1", "PERSON")
    assert first["confidence"] > 0.9 and first["reason"]
    assert {"text": "सुनिता राई", "language": "ne"} in first["names"]
    other = admin.get("/entities/search/", {"q": "सुनिता राई", "type": "LOCATION"}).json()
    assert other == {"results": [], "count": 0}


def test_a_record_is_created_changed_compared_and_brought_back(scope, admin):
    made = send(admin, "post", ENTITIES, {**a_person(), "change_description": "A letter."})
    assert made.status_code == 201
    place = f"{ENTITIES}/{made.json()['id']}"
    patch = [{"op": "add", "path": "/attributes/district", "value": "Kaski"}]
    changed = send(admin, "patch", place, {"patch": patch, "expected_version": 1})
    assert changed.json()["attributes"] == {"district": "Kaski"}
    difference = admin.get(f"{place}/differences", {"before": 1, "after": 2}).json()
    assert difference["patch"] == patch
    assert admin.get(f"{place}/differences").json() == difference
    assert difference["lines"] == ["attributes › district: added Kaski"]
    back = send(admin, "post", f"{place}/restore", {"version": 1})
    assert back.json()["attributes"] == {}
    versions = admin.get(f"{place}/versions").json()["versions"]
    assert [each["change_description"] for each in versions] == [
        "A letter.",
        "",
        "Back to version 1.",
    ]
    assert versions[0]["author"]["name"] == "ours-admin"


def test_conflicts_say_what_happened(filled, admin):
    place = f"{ENTITIES}/person_1"
    late = {"patch": [], "expected_version": 7}
    touched = {"patch": [{"op": "replace", "path": "/slug", "value": "x"}]}
    taken = {**a_person(), "slug": "sunita-rai"}
    answers = [
        send(admin, "patch", place, late),
        send(admin, "patch", place, touched),
        send(admin, "post", ENTITIES, taken),
        send(admin, "post", ENTITIES, {**a_person(), "sub_type": "district"}),
    ]
    assert [answer.status_code for answer in answers] == [409] * 4
    assert all(set(answer.json()) == {"detail"} for answer in answers)
    assert "newest version is 1" in answers[0].json()["detail"]


def test_relations_are_made_listed_and_taken_away(filled, admin):
    place = f"{ENTITIES}/person_1/relationships"
    made = send(admin, "post", place, {"type": "MEMBER_OF", "target": "org_1"})
    assert made.status_code == 201
    listed = admin.get(place, {"relationship_type": "MEMBER_OF"}).json()["relationships"]
    assert [each["target_entity_id"] for each in listed] == [
        "entity:organization/political_party/terrace-party"
    ]
    assert send(admin, "post", place, {"type": "MEMBER_OF", "target": "org_1"}).status_code == 409
    assert admin.delete(f"{place}/{made.json()['id']}").status_code == 204
    assert admin.get(place).json()["total"] == 0


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"{ENTITIES}?limit=0", 400),
        (f"{ENTITIES}?limit=1001", 400),
        (f"{ENTITIES}?offset=-1", 400),
        (f"{ENTITIES}?entity_type=animal", 400),
        (f"{ENTITIES}?query=%00", 400),
        (f"{ENTITIES}/person_9", 404),
        (f"{ENTITIES}/entity:person/nobody", 404),
        (f"{ENTITIES}/a/b/c/d", 404),
        (f"{ENTITIES}/person_9/versions", 404),
        (f"{ENTITIES}/person_1/differences?before=1&after=9", 404),
        ("/entities/search/", 400),
        ("/entities/nothing", 404),
    ],
)
def test_every_refusal_is_a_detail(filled, admin, path, status):
    answer = admin.get(path)
    assert answer.status_code == status
    assert set(answer.json()) == {"detail"}


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"type": "person", "names": []},
        {"type": "person", "names": [{"kind": "ALIAS", "en": {"full": "x"}}]},
        {"type": "person", "names": [{"kind": "PRIMARY"}]},
        {**a_person(), "slug": "No"},
        {**a_person(), "id": "person_7"},
        {**a_person(), "attributes": {"": "x"}},
    ],
)
def test_what_is_no_record_is_refused(admin, wrong):
    assert send(admin, "post", ENTITIES, wrong).status_code == 400


def test_viewers_read_reviewers_write_admins_delete(filled):
    viewer, reviewer = caller(filled, Role.VIEWER), caller(filled, Role.REVIEWER)
    assert viewer.get(f"{ENTITIES}/person_1").status_code == 200
    assert send(viewer, "post", ENTITIES, a_person()).status_code == 403
    assert send(viewer, "patch", f"{ENTITIES}/person_1", {"patch": []}).status_code == 403
    assert send(reviewer, "patch", f"{ENTITIES}/person_1", {"patch": []}).status_code == 200
    assert reviewer.delete(f"{ENTITIES}/person_1").status_code == 403
    assert caller(filled).delete(f"{ENTITIES}/person_1").status_code == 204
    assert viewer.get(f"{ENTITIES}/person_1").status_code == 404
    assert Client().get(ENTITIES).status_code == 401


def test_another_tenant_sees_nothing_and_changes_nothing(filled, other_scope, admin):
    stranger = caller(other_scope)
    assert stranger.get(ENTITIES).json()["total"] == 0
    assert stranger.get("/entities/search/", {"q": "Sunita Rai"}).json()["count"] == 0
    place = f"{ENTITIES}/person_1"
    answers = [
        stranger.get(place),
        stranger.get(f"{place}/versions"),
        send(stranger, "patch", place, {"patch": []}),
        send(stranger, "post", f"{place}/restore", {"version": 1}),
        send(stranger, "post", f"{place}/relationships", {"type": "MEMBER_OF", "target": "org_1"}),
        stranger.delete(place),
    ]
    assert [answer.status_code for answer in answers] == [404] * 6
    assert admin.get(place).status_code == 200
