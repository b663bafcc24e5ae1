"""Extraction without a model: by taggers, the registry's names and rules, marked as offline."""

from uuid import UUID

from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.registry.services import create_record
from tests.agni.conftest import post, state_of, upload

NEPALI = """चाँदनी नगरपालिका
नगर कार्यपालिकाको कार्यालय
प्रेस विज्ञप्ति
मिति: २०८१।०२।१५

विषय: पुल निर्माण सम्झौता सम्बन्धमा

नगर प्रमुख श्री हरिप्रसाद खनालले हिमाल निर्माण सेवा प्रा.लि.सँग पुल निर्माणको सम्झौता गर्नुभयो।
सो कार्यक्रममा वडा अध्यक्ष सीता गुरुङ पनि उपस्थित हुनुहुन्थ्यो।
"""
ENGLISH = """Chandani Municipality
PRESS RELEASE
12 May 2024

Mayor Hari Prasad Khanal signed a bridge contract with Himal Construction Company in Pokhara.
Sita Gurung, chair of ward 4, was present.
"""


def reviewed(admin: Client, text: str, **fields: str) -> dict:
    session_id = upload(admin, text, **fields).json()["id"]
    drain_jobs()
    return state_of(admin, session_id)


def named(state: dict, kind: str) -> list[str]:
    return [
        name["text"]
        for entity in state["entities"]
        if entity["entity_type"] == kind and not entity["withdrawn"]
        for name in entity["names"]
    ]


def test_a_nepali_release_is_read_with_its_people_and_its_date(admin: Client):
    state = reviewed(admin, NEPALI)

    assert state["status"] == "awaiting_review"
    assert state["metadata"]["engine"] == "offline"
    assert state["metadata"]["publication_date"] == "2024-05-28"
    assert state["metadata"]["document_type"] == "press_release"
    assert state["metadata"]["date_text"] == "२०८१।०२।१५"
    people = named(state, "PERSON")
    assert any("खनाल" in name for name in people) and any("गुरुङ" in name for name in people)
    assert all(entity["engine"] == "offline" and entity["mentions"] for entity in state["entities"])


def test_an_english_release_is_read_too(admin: Client):
    state = reviewed(admin, ENGLISH)

    assert state["metadata"]["publication_date"] == "2024-05-12"
    assert "Hari Prasad Khanal" in named(state, "PERSON")
    assert "Pokhara" in named(state, "LOCATION")


def test_a_registered_name_is_found_whatever_its_script(admin: Client, scope):
    names = [{"kind": "PRIMARY", "en": {"full": "Hari Prasad Khanal"}}]
    nes_id = create_record(scope, {"type": "person", "names": names}).nes_id

    state = reviewed(admin, NEPALI)

    [entity] = [each for each in state["entities"] if "खनाल" in each["names"][0]["text"]]
    assert entity["candidates"][0]["nes_id"] == nes_id
    assert entity["candidates"][0]["confidence"] >= 0.8


def test_a_reviewer_can_add_a_name_that_stands_in_the_text(admin: Client):
    session_id = UUID(reviewed(admin, ENGLISH)["id"])

    post(admin, session_id, "conversations/entity_extraction", message="Add ward 4 as a place")
    drain_jobs()

    state = state_of(admin, session_id)
    assert "ward 4" in named(state, "LOCATION")
    assert state["conversations"]["entity_extraction"][-1]["text"] == "I added ward 4 (location)."


def test_a_reviewer_can_have_a_name_left_out(admin: Client):
    session_id = UUID(reviewed(admin, ENGLISH)["id"])

    post(admin, session_id, "conversations/entity_extraction", message="Remove Pokhara")
    drain_jobs()

    state = state_of(admin, session_id)
    assert "Pokhara" not in named(state, "LOCATION")
    assert state["conversations"]["entity_extraction"][-1]["text"] == "I removed Pokhara."


def test_reading_one_thing_again_keeps_its_names_in_both_scripts(admin: Client, scope):
    state = reviewed(admin, f"{NEPALI}\nHari Prasad Khanal will speak on Friday. He is Mayor.\n")
    both = [each for each in state["entities"] if len(each["names"]) == 2]
    assert both, state["entities"]
    place = state["entities"].index(both[0])

    post(admin, UUID(state["id"]), f"conversations/entity:{place}", message="Is this right?")
    drain_jobs()

    after = state_of(admin, state["id"])["entities"][place]
    assert (after["names"], after["mentions"]) == (both[0]["names"], both[0]["mentions"])
