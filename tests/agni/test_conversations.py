import pytest
from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.llm.testing import fails
from tests.agni.conftest import ENTITIES, METADATA, by_prompt, post, resolve, state_of

MORE = {
    "entities": [
        *ENTITIES["entities"],
        {"type": "LOCATION", "names": [{"text": "Banepa", "language": "en"}], "confidence": 0.7},
    ]
}


def said(admin: Client, session_id, key: str) -> list[tuple[str, str]]:
    thread = state_of(admin, session_id)["conversations"].get(key, [])
    return [(message["author"], message["text"]) for message in thread]


def test_a_message_reads_again_and_is_answered_in_its_thread(admin: Client, reviewed, models):
    models.otherwise = by_prompt(METADATA, MORE)

    answer = post(admin, reviewed, "conversations/entity_extraction", message="Places too.")

    assert answer.json()["success"] and answer.json()["message_id"].startswith("msg_")
    waiting = state_of(admin, reviewed)
    assert (waiting["status"], waiting["task_status"]) == ("awaiting_review", "queued")
    drain_jobs()
    after = state_of(admin, reviewed)
    assert [entity["names"][0]["text"] for entity in after["entities"]][-1] == "Banepa"
    assert said(admin, reviewed, "entity_extraction") == [
        ("user", "Places too."),
        ("ai", "I added Banepa."),
    ]
    assert "Places too." in str(models.asked[-1].body)


def test_decisions_survive_and_places_stay(admin: Client, reviewed, models):
    resolve(admin, reviewed, 0, action="skip", reason="A namesake.")
    models.otherwise = by_prompt(METADATA, {"entities": MORE["entities"][1:]})

    post(admin, reviewed, "conversations/entity_extraction", message="No Ram.")
    drain_jobs()

    names = [
        (entity["names"][0]["text"], entity["status"])
        for entity in state_of(admin, reviewed)["entities"]
    ]
    assert names[0] == ("Ram Thapa", "skipped")
    assert names[2][0] == "Banepa"


def test_metadata_has_a_thread_of_its_own(admin: Client, reviewed, models):
    models.otherwise = by_prompt({**METADATA, "author": {"value": "Banepa Municipality"}}, ENTITIES)

    post(admin, reviewed, "conversations/metadata_extraction", message="Who wrote it?")
    drain_jobs()

    assert state_of(admin, reviewed)["metadata"]["author"] == "Banepa Municipality"
    assert said(admin, reviewed, "metadata_extraction")[-1] == ("ai", "I changed author.")


def test_a_thread_about_one_entity_changes_that_one(admin: Client, reviewed, models):
    mayor = {**ENTITIES["entities"][0], "attributes": {"position": "Mayor", "district": "Kavre"}}
    models.otherwise = by_prompt(METADATA, {"entities": [mayor]})

    post(admin, reviewed, "conversations/entity:0", message="Her district is Kavre.")
    drain_jobs()

    after = state_of(admin, reviewed)
    assert after["entities"][0]["entity_data"]["district"] == "Kavre"
    assert len(after["entities"]) == 2


def test_a_thread_about_one_entity_does_not_put_another_in_its_place(admin, reviewed, models):
    models.otherwise = by_prompt(METADATA, {"entities": ENTITIES["entities"][::-1]})

    post(admin, reviewed, "conversations/entity:0", message="Is this right?")
    drain_jobs()

    names = [entity["names"][0]["text"] for entity in state_of(admin, reviewed)["entities"]]
    assert names == ["Ram Thapa", "Himal Builders"]
    author, sentence = said(admin, reviewed, "entity:0")[-1]
    assert author == "ai" and sentence.startswith("I read it again; nothing changed. You can say")


def test_a_model_that_fails_answers_in_the_thread_and_fails_nobody(admin: Client, reviewed, models):
    models.otherwise = fails(400)

    post(admin, reviewed, "conversations/entity_extraction", message="More.")
    drain_jobs()

    after = state_of(admin, reviewed)
    assert (after["status"], after["task_status"]) == ("awaiting_review", "failed")
    told = said(admin, reviewed, "entity_extraction")[-1][1]
    assert told.startswith("I could not answer this: ")
    assert "ModelRefusedRequest" not in told


def test_persist_waits_for_the_answer(admin: Client, reviewed):
    post(admin, reviewed, "conversations/entity_extraction", message="More.")

    early = post(admin, reviewed, "persist", confirm=True)

    assert early.status_code == 400 and early.json()["error"] == "invalid_state"


@pytest.mark.parametrize("key", ["entity:99", "entity:-1", "entity:x", "gossip", "entity:"])
def test_an_unknown_thread_is_refused(admin: Client, reviewed, key):
    answer = post(admin, reviewed, f"conversations/{key}", message="Hello.")

    assert answer.status_code == 400
    assert answer.json()["message"] == "Invalid conversation key"


def test_an_empty_message_is_refused(admin: Client, reviewed):
    answer = post(admin, reviewed, "conversations/entity_extraction", message="  ")

    assert answer.json()["message"] == "message required"
