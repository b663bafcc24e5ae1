"""Everything a session says can be corrected; what was read can be restored."""

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.test import Client

from pramana.agni.contracts import (
    AgniExtractionSession,
    DocumentMetadata,
    EntityType,
    ExtractedEntity,
    FieldTrust,
)
from pramana.agni.domain import decisions
from pramana.agni.domain.corrections import apply_corrections
from pramana.agni.domain.corrections.contracts import (
    AddEntity,
    EditEntity,
    MergeEntities,
    RemoveEntity,
    RenameEntity,
    RestoreEntity,
    RestoreMetadata,
    RetypeEntity,
    SetCircumstance,
    SetMetadata,
    SplitEntity,
)
from pramana.agni.domain.grounding import PagedText
from pramana.agni.domain.merging import merge_metadata, merge_reading
from pramana.agni.domain.names import entity_name
from pramana.agni.domain.session_json import deserialize_session, serialize_session
from pramana.jobs.testing import drain_jobs
from tests.agni.builders import candidate, decider
from tests.agni.conftest import ENTITIES, METADATA, by_prompt, post, resolve, state_of

TEXT = PagedText("Mina Bhatta met Prem Oli. Prem Oli thanked मीना भट्ट in Tikapur. Prem Oli left.")
PERSON, PLACE = EntityType.PERSON, EntityType.LOCATION


def read_entity(kind: EntityType, *names: str, **values: object) -> ExtractedEntity:
    return ExtractedEntity(
        kind,
        names=tuple(map(entity_name, names)),
        mentions=TEXT.mentions_of(names),
        confidence=0.8,
        **values,
    )


MINA = read_entity(PERSON, "Mina Bhatta", entity_data={"position": "Clerk"})
MINA_NE = read_entity(PERSON, "मीना भट्ट", entity_data={"district": "Kailali"})
PREM = read_entity(PERSON, "Prem Oli", candidates=(candidate(),))
TIKAPUR = read_entity(PLACE, "Tikapur")
SESSION = AgniExtractionSession(
    metadata=DocumentMetadata(title="Note", trust={"title": FieldTrust(0.7)}, engine="offline"),
    entities=(MINA, MINA_NE, PREM, TIKAPUR),
)
EDITS = {
    "rename": [RenameEntity(0, "", "Meena Bhatta")],
    "retype": [RetypeEntity(0, EntityType.ORGANIZATION)],
    "circumstance": [SetCircumstance(0, "position", "Judge"), SetCircumstance(0, "age", "54")],
    "cleared circumstance": [SetCircumstance(0, "position", None)],
    "form": [EditEntity(0, (entity_name("M. Bhatta"),), {"party": "X"})],
    "removal": [RemoveEntity(0)],
    "merge": [MergeEntities((0, 1))],
    "merge and rename": [MergeEntities((0, 1)), RenameEntity(0, "", "M. Bhatta")],
}


def correct(*corrections: object, session: AgniExtractionSession = SESSION):
    return apply_corrections(session, corrections, TEXT).session


def read_again(session: AgniExtractionSession) -> AgniExtractionSession:
    """The session after the document was read a second time, with the same result."""
    return replace(session, entities=merge_reading(session.entities, SESSION.entities).entities)


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_taking_back_restores_exactly_what_was_read(edits):
    corrected = correct(*edits)
    assert corrected != SESSION

    assert correct(RestoreEntity(0), session=corrected) == SESSION
    stored = deserialize_session(serialize_session(corrected))
    assert correct(RestoreEntity(0), session=stored) == SESSION


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_a_second_reading_leaves_corrections_alone(edits):
    corrected = correct(*edits)

    assert read_again(corrected) == corrected
    assert correct(RestoreEntity(0), session=read_again(corrected)) == SESSION


def test_a_second_reading_brings_what_nobody_corrected():
    corrected = correct(SetCircumstance(0, "position", "Judge"))
    again = replace(MINA, entity_data={"position": "Clerk", "age": "54"})

    [entity, *_] = merge_reading(corrected.entities, [again, *SESSION.entities[1:]]).entities

    assert entity.entity_data == {"position": "Judge", "age": "54"}
    assert entity.as_read == again


def test_a_merged_entity_gives_its_names_and_mentions():
    merged = correct(MergeEntities((0, 1))).entities

    assert [name["text"] for name in merged[0].names] == ["Mina Bhatta", "मीना भट्ट"]
    assert len(merged[0].mentions) == 2
    assert merged[1].withdrawn and merged[1].merged_into == 0


def test_one_side_of_a_merge_can_be_taken_out_again():
    three = correct(MergeEntities((0, 1, 2)))

    without = correct(RestoreEntity(1), session=three).entities

    assert without[1] == MINA_NE
    assert [name["text"] for name in without[0].names] == ["Mina Bhatta", "Prem Oli"]
    assert without[2].merged_into == 0
    assert correct(RestoreEntity(0), session=replace(three, entities=without)) == SESSION


def test_a_mention_can_be_another_person_of_that_name():
    last = PREM.mentions[-1]
    split = correct(SplitEntity(2, starts=(last.start,)))

    assert [each.start for each in split.entities[4].mentions] == [last.start]
    assert split.entities[4].name == "Prem Oli"
    assert len(split.entities[2].mentions) == 2
    again = read_again(split)
    assert again.entities[2].mentions == split.entities[2].mentions
    assert again.entities[4].mentions == (last,)


@pytest.mark.parametrize("place", [2, 4])
def test_a_split_can_be_taken_back_from_both_sides(place):
    split = correct(SplitEntity(2, starts=(PREM.mentions[-1].start,)))

    back = correct(RestoreEntity(place), session=split)

    assert back.entities[2].mentions == PREM.mentions
    assert back.entities[4].withdrawn and len(back.entities) == 5


def test_selected_words_become_an_entity_wherever_they_stand():
    start = TEXT.text.index("Prem Oli")
    bare = replace(SESSION, entities=(MINA,))

    added = correct(AddEntity("", PERSON, at=(start, start + 8)), session=bare).entities[-1]

    assert (added.name, len(added.mentions)) == ("Prem Oli", 3)
    assert read_again(replace(bare, entities=(MINA, added))).entities[1].corrected == ("added",)


def test_an_added_entity_is_not_withdrawn_by_a_reading_that_does_not_find_it():
    added = correct(AddEntity("Gita Rai", PERSON))

    assert not read_again(added).entities[-1].withdrawn


@pytest.mark.parametrize("at", [(5, 5), (9, 3), (900, 950), (0, 900)])
def test_a_selection_without_words_is_refused(at):
    assert apply_corrections(SESSION, [AddEntity("", PERSON, at=at)], PagedText("x " * 400)).refused


def test_a_metadata_field_is_restored_alone():
    day = date(2024, 5, 12)
    corrected = correct(SetMetadata("title", "Other"), SetMetadata("publication_date", day))

    assert corrected.metadata.corrected == ("title", "publication_date")
    back = correct(RestoreMetadata("title"), session=corrected).metadata
    assert (back.title, back.publication_date) == ("Note", day)
    session = replace(SESSION, metadata=back)
    assert correct(RestoreMetadata("publication_date"), session=session) == SESSION


def test_a_second_reading_of_the_metadata_keeps_what_a_person_set():
    corrected = correct(SetMetadata("title", "Other")).metadata
    read = DocumentMetadata(title="Notice", author="Office", engine="offline")

    merged = merge_metadata(corrected, read)

    assert (merged.title, merged.author, merged.as_read) == ("Other", "Office", read)


def test_a_decided_entity_is_corrected_only_after_the_decision_is_taken_back():
    session = SESSION.with_entity(0, replace(MINA, decided_by=uuid4()))

    for edit in (RenameEntity(0, "", "X"), MergeEntities((0, 1)), RemoveEntity(0)):
        outcome = apply_corrections(session, [edit], TEXT)
        assert outcome.refused and outcome.session == session


def test_taking_a_decision_back_restores_proposal_and_names():
    proposed = replace(PREM, matched_id="person_7", proposed_changes={"patch": [{"op": "add"}]})
    edited = replace(proposed, names=(entity_name("P. Oli"),), before_decision=proposed)

    assert decisions.reopen(decisions.create(edited, decider())) == proposed
    assert decisions.reopen(decisions.skip(proposed, "No.", decider())) == proposed


def correct_by_api(admin: Client, session_id, status: int = 200, **asked):
    answer = post(admin, session_id, "corrections", **asked)
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_session_is_corrected_over_http(admin: Client, reviewed):
    correct_by_api(admin, reviewed, action="set_metadata", field="title", value="The minutes")
    correct_by_api(
        admin, reviewed, action="set_metadata", field="publication_date", value="२०८१ भदौ ४"
    )
    correct_by_api(
        admin,
        reviewed,
        action="edit",
        entity=0,
        names=[{"text": "Ram B. Thapa"}],
        entity_data={"district": "Kavre"},
    )
    correct_by_api(admin, reviewed, action="retype", entity=1, entity_type="LOCATION")
    added = correct_by_api(admin, reviewed, action="add", start=0, end=3, entity_type="PERSON")

    state = state_of(admin, reviewed)
    assert state["metadata"]["title"] == "The minutes"
    assert state["metadata"]["publication_date"] == "2024-08-20"
    assert state["metadata"]["date_text"] == "२०८१ भदौ ४"
    assert state["metadata"]["corrected"] == ["title", "publication_date"]
    assert state["entities"][0]["names"][0]["text"] == "Ram B. Thapa"
    assert state["entities"][0]["entity_data"] == {"district": "Kavre"}
    assert state["entities"][1]["entity_type"] == "LOCATION"
    assert added["entities"] == [2] and state["entities"][2]["mentions"][0]["start"] == 0
    assert added["message"].startswith("I added ")


def test_a_second_reading_over_http_keeps_corrections(admin: Client, reviewed, models):
    correct_by_api(admin, reviewed, action="set_metadata", field="author", value="Gita Rai")
    correct_by_api(admin, reviewed, action="edit", entity=0, names=[{"text": "Ram B. Thapa"}])
    correct_by_api(admin, reviewed, action="remove", entity=1)
    before = state_of(admin, reviewed)
    models.otherwise = by_prompt({**METADATA, "author": {"value": "Other"}}, ENTITIES)

    for thread in ("metadata_extraction", "entity_extraction"):
        post(admin, reviewed, f"conversations/{thread}", message="Look again.")
        drain_jobs()

    after = state_of(admin, reviewed)
    assert after["metadata"]["author"] == "Gita Rai"
    assert after["entities"] == before["entities"]
    correct_by_api(admin, reviewed, action="restore", entity=0)
    correct_by_api(admin, reviewed, action="restore", entity=1)
    restored = state_of(admin, reviewed)["entities"]
    assert [each["names"][0]["text"] for each in restored] == ["Ram Thapa", "Himal Builders"]
    assert [each["withdrawn"] for each in restored] == [False, False]


@pytest.mark.parametrize(
    "asked",
    [
        {"action": "set_metadata", "field": "colour", "value": "red"},
        {"action": "set_metadata", "field": "publication_date", "value": "someday"},
        {"action": "set_metadata", "field": "document_type", "value": "poem"},
        {"action": "restore_metadata", "field": "title"},
        {"action": "edit", "entity": 99},
        {"action": "retype", "entity": 0},
        {"action": "split", "entity": 0},
        {"action": "split", "entity": 0, "name": "Nobody"},
        {"action": "merge", "entities": [0]},
        {"action": "merge", "entities": [0, 99]},
        {"action": "add"},
        {"action": "add", "start": 3, "end": 3},
        {"action": "restore", "entity": 0},
        {"action": "dance"},
    ],
)
def test_what_cannot_be_corrected_is_refused(admin: Client, reviewed, asked):
    before = state_of(admin, reviewed)["entities"]

    correct_by_api(admin, reviewed, 400, **asked)

    assert state_of(admin, reviewed)["entities"] == before


def test_taking_back_a_decision_with_edited_names_restores_them(admin: Client, reviewed):
    before = state_of(admin, reviewed)["entities"][0]
    resolve(
        admin,
        reviewed,
        0,
        action="create",
        confirmed=True,
        names=[{"text": "Somebody Else"}],
        entity_data={"age": "7"},
    )

    admin.delete(f"/api/agni/sessions/{reviewed}/entities/0/")

    assert state_of(admin, reviewed)["entities"][0] == before
