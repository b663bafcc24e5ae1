from uuid import UUID

import pytest
from django.test import Client

from pramana.agni.selectors import session_changes
from pramana.agni.services import ChangeQueue
from pramana.jobs.testing import drain_jobs
from pramana.registry.selectors import get_record, versions_of
from pramana.registry.services import create_record
from tests.agni.conftest import post, resolve, state_of


def persist(admin: Client, session_id, **asked):
    return post(admin, session_id, "persist", **{"description": "From a release.", **asked})


def test_the_ids_promised_are_the_ids_of_the_changes(admin: Client, scope, reviewed):
    resolve(admin, reviewed, 1, action="skip")

    answer = persist(admin, reviewed, confirm=True)

    assert answer.json()["success"]
    assert answer.json()["message"] == "1 changes queued for persistence"
    assert state_of(admin, reviewed)["status"] == "processing_persistence"
    assert session_changes(scope, reviewed) == []
    drain_jobs()
    assert state_of(admin, reviewed)["status"] == "completed"
    [change] = session_changes(scope, reviewed)
    assert [str(change.id)] == answer.json()["change_ids"]
    assert (change.change_type, change.entity_type) == ("create", "PERSON")
    assert change.description == "From a release."


def test_confirming_is_the_decision_on_what_was_only_proposed(admin: Client, scope, reviewed):
    persist(admin, reviewed, confirm=True)

    decided = [entity["decided_by"] for entity in state_of(admin, reviewed)["entities"]]
    assert decided == [str(scope.actor_id)] * 2


def test_without_confirmation_nothing_happens(admin: Client, reviewed):
    answer = persist(admin, reviewed)

    assert answer.status_code == 400
    assert answer.json()["message"] == "confirm=true required"
    assert state_of(admin, reviewed)["status"] == "awaiting_review"


def test_an_open_entity_stops_the_whole(admin: Client, scope, models):
    from tests.agni.conftest import upload

    data = {"type": "person", "names": [{"kind": "PRIMARY", "en": {"full": "Ram Thapa"}}]}
    create_record(scope, data)
    session_id = UUID(upload(admin).json()["id"])
    drain_jobs()

    answer = persist(admin, session_id, confirm=True)

    assert answer.status_code == 400
    assert answer.json() == {
        "success": False,
        "error": "validation_error",
        "message": "Entity 0 not resolved: needs_disambiguation",
    }


def test_a_second_persist_is_too_late(admin: Client, reviewed):
    persist(admin, reviewed, confirm=True)

    again = persist(admin, reviewed, confirm=True)

    assert again.status_code == 400
    assert again.json()["error"] == "invalid_state"


def test_a_failed_persist_writes_nothing_and_can_be_started_again(
    admin: Client, scope, reviewed, monkeypatch: pytest.MonkeyPatch
):
    queue_entity_change = ChangeQueue.queue_entity_change
    calls = []

    def fails_at_the_second(self, *args):
        calls.append(args)
        if len(calls) % 2 == 0:
            raise RuntimeError("The disk is full.")
        return queue_entity_change(self, *args)

    resolve(admin, reviewed, 0, action="create", confirmed=True)
    persist(admin, reviewed, confirm=True)
    with monkeypatch.context() as patched:
        patched.setattr(ChangeQueue, "queue_entity_change", fails_at_the_second)
        drain_jobs()
    assert state_of(admin, reviewed)["status"] == "failed"
    assert session_changes(scope, reviewed) == []

    again = admin.post(f"/api/agni/sessions/{reviewed}/restart/")
    assert again.status_code == 201
    drain_jobs()
    state = state_of(admin, again.json()["id"])
    assert state["status"] == "awaiting_review"
    assert state["entities"][0]["decided_by"] == str(scope.actor_id)


def test_only_a_failed_session_can_be_started_again(admin: Client, reviewed):
    answer = admin.post(f"/api/agni/sessions/{reviewed}/restart/")

    assert answer.status_code == 400 and answer.json()["error"] == "invalid_state"


def test_applying_writes_one_version_however_often(admin: Client, scope, reviewed):
    persist(admin, reviewed, confirm=True)
    drain_jobs()

    first = ChangeQueue(scope).apply_pending()
    second = [ChangeQueue(scope).apply_change(change.id) for change in first]

    assert [change.state for change in second] == ["applied", "applied"]
    nes_id = second[0].nes_entity_id or second[1].nes_entity_id
    record = get_record(scope, nes_id)
    assert record.version == 1
    versions, total = versions_of(scope, nes_id)
    assert len(versions) == total == 1


def test_an_update_adds_to_the_record_and_says_where_from(admin: Client, scope, reviewed):
    data = {"type": "person", "names": [{"kind": "PRIMARY", "en": {"full": "R. B. Thapa"}}]}
    nes_id = create_record(scope, data).nes_id
    resolve(admin, reviewed, 0, action="match", nes_id=nes_id)
    resolve(admin, reviewed, 1, action="skip")
    persist(admin, reviewed, confirm=True)
    drain_jobs()

    [change] = ChangeQueue(scope).apply_pending(session_id=reviewed)

    record = get_record(scope, nes_id)
    assert change.state == "applied" and record.version == 2
    assert record.data.attributes == {"position": "Mayor"}
    assert [name.en.full for name in record.data.names] == ["R. B. Thapa", "Ram Thapa"]
    assert "documents" in record.data.attributions[0].details.en.value


def test_what_was_approved_outlives_the_session(admin: Client, scope, reviewed):
    persist(admin, reviewed, confirm=True)
    drain_jobs()
    admin.delete(f"/api/agni/sessions/{reviewed}/")

    changes = ChangeQueue(scope).apply_pending()

    assert len(changes) == 2 and all(change.state == "applied" for change in changes)


def matched_session(admin: Client, scope, **attributes):
    """A session whose two entities are both matched to one record."""
    from tests.agni.conftest import upload

    names = [{"kind": "PRIMARY", "en": {"full": "Ram Thapa"}}]
    data = {"type": "person", "names": names, "attributes": attributes}
    nes_id = create_record(scope, data).nes_id
    session_id = UUID(upload(admin).json()["id"])
    drain_jobs()
    resolve(admin, session_id, 0, action="match", nes_id=nes_id)
    retype = {"action": "retype", "entity": 1, "entity_type": "PERSON"}
    assert post(admin, session_id, "corrections", **retype).status_code == 200
    resolve(admin, session_id, 1, action="match", nes_id=nes_id)
    return session_id, nes_id


def finish(admin: Client, scope, session_id) -> None:
    persist(admin, session_id, confirm=True)
    drain_jobs()
    ChangeQueue(scope).apply_pending(session_id=session_id)


def test_a_review_writes_one_version_of_a_record_that_names_the_document(
    admin: Client, scope, models
):
    session_id, nes_id = matched_session(admin, scope, position="Teacher")

    finish(admin, scope, session_id)

    record = get_record(scope, nes_id)
    assert record.version == 2 and len(record.data.attributions) == 1
    assert record.description.startswith("From a release. From “")
    assert len(session_changes(scope, session_id)) == 1


def test_lines_are_chosen_over_http(admin: Client, scope, models):
    session_id, nes_id = matched_session(admin, scope, position="Teacher")
    path = f"/api/agni/sessions/{session_id}/summary/"
    lines = admin.get(path).json()["updates"][0]["lines"]
    [conflict] = [line for line in lines if line["kind"] == "conflict"]
    assert (conflict["before"], conflict["choice"]) == ("Teacher", "keep")

    answer = post(admin, session_id, "entities/0/lines", choices={conflict["key"]: "replace"})
    assert answer.status_code == 200
    assert post(admin, session_id, "entities/0/lines", choices={"x": "skip"}).status_code == 400
    assert post(admin, session_id, "entities/99/lines", choices={}).status_code == 400
    finish(admin, scope, session_id)

    assert get_record(scope, nes_id).data.attributes["position"] == conflict["after"]


def test_a_review_that_adds_nothing_writes_no_version(admin: Client, scope, models):
    session_id, nes_id = matched_session(admin, scope, position="Mayor")
    summary = admin.get(f"/api/agni/sessions/{session_id}/summary/").json()
    for planned in summary["updates"]:
        skipped = {line["key"]: "skip" for line in planned["lines"] if line["kind"] != "conflict"}
        post(admin, session_id, f"entities/{planned['index']}/lines", choices=skipped)

    answer = persist(admin, session_id, confirm=True)

    assert answer.json()["change_ids"] == []
    drain_jobs()
    assert state_of(admin, session_id)["status"] == "completed"
    assert get_record(scope, nes_id).version == 1
