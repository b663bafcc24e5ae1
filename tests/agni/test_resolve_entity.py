import threading
from datetime import datetime
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client

from pramana.agni.selectors import get_session
from pramana.kit.scope import Scope
from pramana.registry.services import create_record
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key, make_member, make_tenant
from tests.agni.conftest import post, resolve, state_of, upload
from tests.callers import with_key


def record(scope: Scope, name: str, kind: str = "person", **more) -> str:
    data = {"type": kind, "names": [{"kind": "PRIMARY", "en": {"full": name}}], **more}
    return create_record(scope, data, description="For a test.").nes_id


def test_a_match_names_a_record_and_shows_what_it_adds(admin: Client, scope, reviewed):
    nes_id = record(scope, "Ram Bahadur Thapa")

    answer = resolve(admin, reviewed, 0, action="match", nes_id=nes_id)

    assert answer.json() == {"success": True, "entity_status": "matched"}
    entity = state_of(admin, reviewed)["entities"][0]
    assert entity["matched_id"] == nes_id and entity["decided_by"]
    paths = [step["path"] for step in entity["proposed_changes"]["patch"]]
    assert paths == ["/names/-", "/attributes/position"]


def test_the_long_form_of_an_id_does_as_well(admin: Client, scope, reviewed):
    record(scope, "Ram Bahadur Thapa", slug="ram-bahadur-thapa")

    answer = resolve(admin, reviewed, 0, action="match", nes_id="entity:person/ram-bahadur-thapa")

    assert answer.json()["entity_status"] == "matched"


def test_create_and_skip_clear_what_was_decided_before(admin: Client, scope, reviewed):
    resolve(admin, reviewed, 0, action="match", nes_id=record(scope, "Ram Thapa"))

    skipped = resolve(admin, reviewed, 0, action="skip", reason="Not relevant to case")
    assert skipped.json()["entity_status"] == "skipped"
    created = resolve(admin, reviewed, 0, action="create", confirmed=True)
    assert created.json()["entity_status"] == "create_new"

    entity = state_of(admin, reviewed)["entities"][0]
    assert entity["matched_id"] is None and entity["skip_reason"] == ""


def test_names_and_attributes_can_be_edited_while_creating(admin: Client, reviewed):
    names = [{"text": "राम थापा", "language": "ne"}, {"text": "Ram Thapa", "language": "en"}]

    resolve(admin, reviewed, 0, action="create", confirmed=True, names=names, entity_data={})

    entity = state_of(admin, reviewed)["entities"][0]
    assert entity["names"] == names and entity["entity_data"] == {}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"action": "match"}, "nes_id required for match action"),
        ({"action": "match", "nes_id": "person_x"}, "Invalid NES ID format"),
        ({"action": "match", "nes_id": "org_1"}, "Invalid NES ID format"),
        ({"action": "match", "nes_id": "person_0"}, "Invalid NES ID format"),
        ({"action": "match", "nes_id": "person_007"}, "Invalid NES ID format"),
        ({"action": "match", "nes_id": "person_999"}, "The registry has no record person_999."),
        ({"action": "create"}, "confirmed=true required for create action"),
        ({"action": "dance"}, "action must be 'match', 'create', or 'skip'"),
        ({}, "action must be 'match', 'create', or 'skip'"),
    ],
)
def test_a_wrong_request_is_refused_and_changes_nothing(admin: Client, reviewed, asked, message):
    before = state_of(admin, reviewed)

    answer = resolve(admin, reviewed, 0, **asked)

    assert answer.status_code == 400
    assert answer.json() == {"success": False, "error": "validation_error", "message": message}
    assert state_of(admin, reviewed) == before


def test_an_index_that_is_not_there_is_refused(admin: Client, reviewed):
    answer = resolve(admin, reviewed, 99, action="skip")

    assert answer.status_code == 400
    assert answer.json()["message"] == "Invalid entity index"


def test_nothing_can_be_decided_before_the_review(admin: Client, models):
    session_id = UUID(upload(admin).json()["id"])

    for answer in (
        resolve(admin, session_id, 0, action="skip"),
        resolve(admin, session_id, 0, action="dance"),
        resolve(admin, session_id, 0, action="match", nes_id="person_x"),
        post(admin, session_id, "conversations/entity_extraction", message="More."),
        post(admin, session_id, "persist", confirm=True),
    ):
        assert answer.status_code == 400
        assert answer.json()["error"] == "invalid_state"


def test_a_decision_can_be_taken_back(admin: Client, reviewed):
    resolve(admin, reviewed, 0, action="skip")

    undone = admin.delete(f"/api/agni/sessions/{reviewed}/entities/0/")

    assert undone.json() == {"success": True, "entity_status": "create_new"}
    assert state_of(admin, reviewed)["entities"][0]["decided_by"] is None


def test_a_later_decision_of_another_is_not_overwritten_unread(admin: Client, scope, reviewed):
    seen = state_of(admin, reviewed)["updated_at"]
    other = with_key(make_key(make_member(scope, Role.ADMIN)))
    resolve(other, reviewed, 0, action="skip", reason="A namesake.")

    stale = resolve(admin, reviewed, 0, action="create", confirmed=True, seen=seen)

    assert stale.status_code == 409
    assert stale.json()["error"] == "conflict"
    assert stale.json()["decision"]["status"] == "skipped"
    assert resolve(admin, reviewed, 0, action="create", confirmed=True).status_code == 200


def test_a_decision_that_was_seen_is_no_conflict(admin: Client, scope, reviewed):
    resolve(with_key(make_key(make_member(scope, Role.ADMIN))), reviewed, 0, action="skip")
    seen = state_of(admin, reviewed)["updated_at"]

    answer = resolve(admin, reviewed, 0, action="create", confirmed=True, seen=seen)

    assert answer.json() == {"success": True, "entity_status": "create_new"}


def test_times_are_exact_to_the_microsecond(admin: Client, scope, reviewed):
    told = datetime.fromisoformat(state_of(admin, reviewed)["updated_at"])

    assert told == get_session(scope, reviewed).updated_at


def test_a_name_written_without_its_language_gets_it_from_its_script(admin: Client, reviewed):
    names = [{"text": "राम थापा"}, {"text": "Ram Thapa", "language": "English"}]

    resolve(admin, reviewed, 0, action="create", confirmed=True, names=names)

    told = state_of(admin, reviewed)["entities"][0]["names"]
    assert [name["language"] for name in told] == ["ne", "en"]


def test_candidates_come_with_reasons_and_a_sure_one_is_proposed(admin: Client, scope, models):
    record(scope, "Ram Thapa", attributes={"position": "Mayor"})
    record(scope, "Himal Builders", "organization")
    record(scope, "Himal Builders Nepal", "organization")
    session_id = upload(admin).json()["id"]
    from pramana.jobs.testing import drain_jobs

    drain_jobs()

    ram, builders = state_of(admin, session_id)["entities"]
    assert ram["status"] == "matched" and ram["decided_by"] is None
    assert ram["candidates"][0]["confidence"] >= 0.95
    assert builders["status"] == "needs_disambiguation"
    assert builders["candidates"][0]["nes_id"] == "org_1"
    assert builders["candidates"][0]["reason"]


def test_the_full_name_of_an_organisation_that_one_record_bears_is_matched(
    admin: Client, scope, models
):
    record(scope, "Himal Builders", "organization")
    session_id = upload(admin).json()["id"]
    from pramana.jobs.testing import drain_jobs

    drain_jobs()

    builders = state_of(admin, session_id)["entities"][1]
    assert (builders["status"], builders["matched_id"]) == ("matched", "org_1")
    assert builders["decided_by"] is None


def test_another_tenants_session_does_not_exist(admin: Client, other_scope, reviewed):
    stranger = with_key(make_key(other_scope))

    assert stranger.get(f"/api/agni/sessions/{reviewed}/").status_code == 404
    assert resolve(stranger, reviewed, 0, action="skip").status_code == 404
    assert post(stranger, reviewed, "persist", confirm=True).status_code == 404
    assert stranger.delete(f"/api/agni/sessions/{reviewed}/").status_code == 404
    assert stranger.get("/api/agni/sessions/").json() == {"sessions": []}


def test_another_tenants_record_is_no_record(admin: Client, other_scope, reviewed):
    theirs = record(other_scope, "Ram Thapa")

    assert resolve(admin, reviewed, 0, action="match", nes_id=theirs).status_code == 400


@pytest.mark.parametrize("role", [Role.VIEWER, Role.REVIEWER])
def test_only_admins_may_read_a_session(scope, reviewed, role):
    member = with_key(make_key(make_member(scope, role), role))

    answer = member.get(f"/api/agni/sessions/{reviewed}/")

    assert answer.status_code == 403
    assert answer.json()["error"] == "forbidden"


@pytest.mark.django_db(transaction=True)
def test_two_reviewers_at_the_same_moment_both_count(models):
    from pramana.jobs.testing import drain_jobs

    scope = make_tenant("both")
    first = with_key(make_key(scope))
    second = with_key(make_key(make_member(scope, Role.ADMIN)))
    session_id = UUID(upload(first).json()["id"])
    drain_jobs()

    def decide(client: Client, index: int) -> None:
        resolve(client, session_id, index, action="skip", reason=str(uuid4()))
        connection.close()

    threads = [
        threading.Thread(target=decide, args=(client, index))
        for index, client in enumerate((first, second))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    statuses = [entity["status"] for entity in state_of(first, session_id)["entities"]]
    assert statuses == ["skipped", "skipped"]
